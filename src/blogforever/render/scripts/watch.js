// Runs in every document before its own scripts: watches how long the document has been still,
// and keeps it from opening windows.
(() => {
  if (window.__blogforever) return;
  const OFTEN = 10;
  const now = performance.now.bind(performance); // the page may set its clock later
  let changed = now();
  let changes = 0;
  const seen = new WeakMap();

  // A clock, a typing headline or a carousel changes the same element for ever and adds nothing to it:
  // after some rounds only growth counts as a change.
  const matters = (target) => {
    const size = target.childElementCount || 0;
    const known = seen.get(target) || { rounds: 0, size: 0 };
    const grew = size > known.size;
    seen.set(target, { rounds: known.rounds + 1, size: Math.max(size, known.size) });
    return grew || known.rounds < OFTEN;
  };
  const observer = new MutationObserver((records) => {
    const targets = new Set(records.map((record) => record.target));
    let counts = false;
    for (const target of targets) counts = matters(target) || counts;
    if (!counts) return;
    changed = now();
    changes += 1;
  });
  const observe = (root) => observer.observe(root, { childList: true, characterData: true, subtree: true });
  observe(document);

  // Shadow trees are not below the document: each is observed as it is made.
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(options) {
    const root = attach.call(this, options);
    observe(root);
    return root;
  };
  window.open = () => null;

  // Milliseconds since the last change, and how many there were.
  const watched = () => [document.readyState === "loading" ? 0 : now() - changed, changes];
  Object.defineProperty(window, "__blogforever", { value: Object.freeze({ watched }) });
})();
