// Everything in view that could be a button for more, with what it says. What it means is decided outside.
// In: { known: CSS of known buttons, most: how many to tell of }. Out: [{ place, known, text, hint }].
({ known, most }) => {
  const CLICKABLE = "button, [role=button], summary, input[type=button], input[type=submit], a, [onclick]";
  const ELSEWHERE =
    "nav, [role=navigation], [role=menu], [role=menubar], [role=dialog], [role=alertdialog], [role=tablist]," +
    "[class*=cookie i], [id*=cookie i], [class*=consent i], [id*=consent i], [class*=gdpr i], [id*=gdpr i]";

  const inView = (element) => {
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return false;
    const style = getComputedStyle(element);
    return style.visibility !== "hidden" && style.pointerEvents !== "none" && !element.disabled;
  };
  const leadsAway = (element) => {
    const link = element.closest("a[href]");
    if (!link) return false;
    const target = (link.getAttribute("href") || "").trim();
    return !(target === "" || target.startsWith("#") || target.toLowerCase().startsWith("javascript:"));
  };
  const roots = [document];
  for (let next = 0; next < roots.length; next += 1) {
    for (const element of roots[next].querySelectorAll("*")) if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  const all = (css) => roots.flatMap((root) => Array.from(root.querySelectorAll(css)));

  const found = new Map();
  for (const element of known ? all(known) : []) found.set(element, true);
  for (const element of all(CLICKABLE)) {
    if (!found.has(element) && !leadsAway(element) && !element.closest(ELSEWHERE)) found.set(element, false);
  }
  const presses = (window.__blogforever_presses = window.__blogforever_presses || new WeakMap());
  const places = (window.__blogforever_places = []);
  const told = [];
  for (const [element, isKnown] of found) {
    if (told.length >= most) break;
    if ((presses.get(element) || 0) >= 2 || !inView(element)) continue;
    const text = (element.innerText || element.value || element.getAttribute("aria-label") || "").trim();
    if (!isKnown && (!text || text.length > 80)) continue;
    const hint = `${element.id} ${element.getAttribute("class") || ""}`;
    told.push({ place: places.length, known: isKnown, text: text.slice(0, 80), hint: hint.slice(0, 200) });
    places.push(element);
  }
  return told;
}
