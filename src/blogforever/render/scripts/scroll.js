// One step of scrolling: "down" by most of a screen, or "up" to the top. Out: { height, end }.
(direction) => {
  const root = document.scrollingElement || document.documentElement;
  // Some pages do not scroll: a large box inside them does.
  const scrolls = (element) => element.scrollHeight > element.clientHeight + 50;
  let scroller = root;
  if (!scrolls(root)) {
    for (const element of document.querySelectorAll("main, div, section")) {
      if (element.clientHeight < innerHeight / 2 || element.clientWidth < innerWidth / 3 || !scrolls(element)) continue;
      if (/auto|scroll/.test(getComputedStyle(element).overflowY)) {
        scroller = element;
        break;
      }
    }
  }
  for (const lazy of document.querySelectorAll("img[loading=lazy], iframe[loading=lazy]")) lazy.loading = "eager";
  const top = direction === "up" ? 0 : scroller.scrollTop + innerHeight * 0.9;
  scroller.scrollTo({ top, behavior: "instant" });
  const end = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2;
  return { height: scroller.scrollHeight, end };
}
