// Width of the window and height of the whole page, in pixels.
() => [
  document.documentElement.clientWidth,
  Math.max(document.documentElement.scrollHeight, document.body ? document.body.scrollHeight : 0),
]
