import { channelsOf } from './channels.js';

/** Colours that canvases and Plotly draw with; the style sheet names them, for light and dark. */
export interface Theme {
  readonly text: string;
  readonly mutedText: string;
  readonly ground: string;
  readonly plotGround: string;
  readonly grid: string;
  readonly border: string;
  readonly accent: string;
  readonly live: string;
  readonly liveFill: string;
  readonly allocated: string;
  readonly reserved: string;
  readonly active: string;
  readonly unreleased: string;
  readonly gap: string;
  readonly laneStripe: string;
  readonly barText: string;
  readonly overlappingBarText: string;
  /** Bars by the place of their colour, those beyond the palette included. */
  readonly bars: readonly BarColours[];
  /** Of groups of allocations, the largest first. */
  readonly palette: readonly string[];
  readonly otherBlocks: string;
  readonly dimmedBlocks: string;
  /** What was there before the capture. */
  readonly beforeBlocks: string;
  /** What stretches of the allocator's segments are. */
  readonly spanAllocated: string;
  readonly spanRounding: string;
  readonly spanPending: string;
  readonly spanFree: string;
  readonly spanOutline: string;
}

export interface BarColours {
  readonly plain: string;
  readonly overlapping: string;
}

const PALETTE_COLOURS = 12;
/** How much of their colour bars have that overlap no others. */
const PLAIN_SHARE = 0.62;

function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const palette = Array.from({ length: PALETTE_COLOURS }, (_, i) => colour(`group-${i}`));
  return {
    text: colour('text'),
    mutedText: colour('muted-text'),
    ground: colour('ground'),
    plotGround: colour('plot-ground'),
    grid: colour('grid'),
    border: colour('border'),
    accent: colour('accent'),
    live: colour('live'),
    liveFill: colour('live-fill'),
    allocated: colour('allocated'),
    reserved: colour('reserved'),
    active: colour('active'),
    unreleased: colour('unreleased'),
    gap: colour('gap'),
    laneStripe: colour('lane-stripe'),
    barText: colour('bar-text'),
    overlappingBarText: colour('overlapping-bar-text'),
    bars: [...palette, colour('group-others'), colour('group-dimmed')].map((full) => ({
      plain: mixed(full, colour('plot-ground'), PLAIN_SHARE),
      overlapping: full,
    })),
    palette,
    otherBlocks: colour('group-others'),
    dimmedBlocks: colour('group-dimmed'),
    beforeBlocks: colour('before'),
    spanAllocated: colour('span-allocated'),
    spanRounding: colour('span-rounding'),
    spanPending: colour('span-pending'),
    spanFree: colour('span-free'),
    spanOutline: colour('span-outline'),
  };
}

/** Of two opaque colours, one that has a share of the first. */
function mixed(first: string, second: string, share: number): string {
  const other = channelsOf(second);
  const mix = channelsOf(first).map((part, i) => Math.round(part * share + other[i] * (1 - share)));
  return `#${mix
    .slice(0, 3)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** The colours of the reader's scheme, now and when it changes. */
export class Themes {
  #current = readTheme();

  constructor(onChange: () => void) {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.#current = readTheme();
      onChange();
    });
  }

  get current(): Theme {
    return this.#current;
  }
}
