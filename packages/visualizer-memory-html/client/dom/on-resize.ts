/** Calls when the size of an element changes; not for the size that it has now. */
export function onResize(node: Element, changed: () => void): void {
  let width = node.clientWidth;
  let height = node.clientHeight;
  new ResizeObserver(() => {
    if (node.clientWidth === width && node.clientHeight === height) return;
    width = node.clientWidth;
    height = node.clientHeight;
    changed();
  }).observe(node);
}
