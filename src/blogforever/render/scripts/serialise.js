// The document as HTML, as it stands now: shadow trees in their hosts, a place kept for each frame's document.
// In: { token: stands where a frame's document goes, part: true for a frame (only its body, addresses absolute),
// most: nodes }. Out: { html, text: whether there is any, cut }.
({ token, part, most }) => {
  const ADDRESSES = ["href", "src", "poster", "cite"];
  let nodes = 0;
  let shadows = false;
  let cut = false;
  const output = document.implementation.createHTMLDocument("");

  const isLeftOut = (element) => {
    const name = element.localName;
    if (name === "script") return !/json/i.test(element.type || "");
    // Scripts ran, so nobody sees what stands here for those without; a picture may stand only here, though.
    if (name === "noscript") return !/<(?:img|picture|iframe|video)\b/i.test(element.textContent);
    return false;
  };
  const makeAbsolute = (element, copy) => {
    for (const name of ADDRESSES) {
      const value = element.getAttribute(name);
      if (!value || value.startsWith("#")) continue;
      try {
        copy.setAttribute(name, new URL(value, document.baseURI).href);
      } catch {
        // It stays as it is: no address that anyone could follow.
      }
    }
  };
  const placeFor = (frame) => {
    const box = output.createElement("div");
    box.setAttribute("data-frame", frame.getAttribute("data-blogforever-frame"));
    box.textContent = `${token}-${frame.getAttribute("data-blogforever-place")}-`;
    return box;
  };
  const copyChildren = (from, to) => {
    for (const child of from.childNodes) {
      nodes += 1;
      if (nodes > most) {
        cut = true;
        return;
      }
      copyInto(child, to);
    }
  };
  const copyInto = (node, to) => {
    if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.COMMENT_NODE) {
      to.appendChild(output.importNode(node, false));
    }
    if (node.nodeType !== Node.ELEMENT_NODE || isLeftOut(node)) return;
    if (node.hasAttribute("data-blogforever-place")) {
      to.appendChild(placeFor(node));
      return;
    }
    const copy = output.importNode(node, node.localName === "template");
    if (part) makeAbsolute(node, copy);
    to.appendChild(copy);
    if (node.localName === "template") return;
    if (node.shadowRoot) {
      shadows = true;
      const box = output.createElement("div");
      box.setAttribute("data-shadow", "");
      copyChildren(node.shadowRoot, box);
      copy.appendChild(box);
    }
    copyChildren(node, copy);
  };

  const holder = output.createElement("div");
  const top = part ? document.body : document.documentElement;
  if (part && top) copyChildren(top, holder);
  else if (top) copyInto(top, holder);
  const doctype = !part && document.doctype ? "<!DOCTYPE html>" : "";
  const text = shadows || Boolean(document.body && document.body.innerText.trim());
  return { html: doctype + holder.innerHTML, text, cut };
}
