// Presses the buttons at these places as a mouse would.
(chosen) => {
  let pressed = 0;
  for (const place of chosen) {
    const element = (window.__blogforever_places || [])[place];
    if (!element || !element.isConnected) continue;
    const event = { bubbles: true, cancelable: true, composed: true, view: window };
    element.dispatchEvent(new PointerEvent("pointerdown", event));
    element.dispatchEvent(new MouseEvent("mousedown", event));
    element.dispatchEvent(new PointerEvent("pointerup", event));
    element.dispatchEvent(new MouseEvent("mouseup", event));
    element.click();
    pressed += 1;
  }
  return pressed;
}
