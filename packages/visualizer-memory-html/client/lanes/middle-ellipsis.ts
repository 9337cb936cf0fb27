/** A text no wider than `width`, its middle left out: names differ at both of their ends. */
export function middleEllipsis(
  text: string,
  width: number,
  measure: (text: string) => number,
): string {
  if (measure(text) <= width) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const kept = (low + high + 1) >>> 1;
    if (measure(shortened(text, kept)) <= width) low = kept;
    else high = kept - 1;
  }
  return shortened(text, low);
}

function shortened(text: string, kept: number): string {
  const head = Math.ceil(kept / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (kept - head))}`;
}
