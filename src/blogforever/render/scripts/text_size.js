// How many characters of text and how many elements there are, shadow trees included.
() => {
  let size = 0;
  const roots = [document.body];
  while (roots.length) {
    const root = roots.pop();
    if (!root) continue;
    size += root.textContent.length;
    for (const element of root.querySelectorAll("*")) {
      size += 1;
      if (element.shadowRoot) roots.push(element.shadowRoot);
    }
  }
  return size;
}
