import { mixedPixel, pixelOf } from '../dom/pixel-canvas.js';
import type { Theme } from '../style/theme.js';

/** How strong the colour is of cells that are filled to a quarter, a half, three quarters, wholly. */
export const DENSE_SHARES = [0.4, 0.6, 0.8, 1];
const HATCH_SHARE = 0.66;

/** The pixels of bars of one colour. */
export interface BarInk {
  readonly plain: number;
  readonly overlapping: number;
  readonly hatch: number;
  /** By {@link DENSE_SHARES}. */
  readonly dense: readonly number[];
}

let known: { readonly theme: Theme; readonly inks: readonly BarInk[] } | undefined;

/** By the place of a colour. */
export function inksOf(theme: Theme): readonly BarInk[] {
  if (known?.theme === theme) return known.inks;
  const ground = pixelOf(theme.plotGround);
  const inks = theme.bars.map(({ plain, overlapping }) => {
    const full = pixelOf(overlapping);
    return {
      plain: pixelOf(plain),
      overlapping: full,
      hatch: mixedPixel(full, ground, HATCH_SHARE),
      dense: DENSE_SHARES.map((share) => mixedPixel(full, ground, share)),
    };
  });
  known = { theme, inks };
  return inks;
}
