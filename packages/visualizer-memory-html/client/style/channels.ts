/**
 * Red, green, blue from 0 to 255 and opacity from 0 to 1 of a colour as a style sheet has it: `#rgb`,
 * `#rrggbb`, either with a digit or two of opacity, or `rgb(r g b / a)`. Whoever makes a style sheet
 * small writes one for the other.
 */
export function channelsOf(colour: string): [number, number, number, number] {
  const hex = /^#([\da-f]+)$/i.exec(colour)?.[1];
  if (hex === undefined) {
    const numbers = [...colour.matchAll(/[\d.]+/g)].map(([text]) => Number(text));
    const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
    return [red, green, blue, alpha];
  }
  const digits = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const part = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16);
  return [part(0), part(2), part(4), digits.length === 8 ? part(6) / 255 : 1];
}
