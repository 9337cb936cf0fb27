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
  readonly hatch: string;
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
  const brush = document.createElement('canvas').getContext('2d');
  // A canvas gives each colour back as `#rrggbb` or `rgba(…)`, however the style sheet writes it.
  const colour = (name: string) => {
    const text = style.getPropertyValue(`--${name}`).trim();
    if (brush === null) return text;
    brush.fillStyle = text;
    return String(brush.fillStyle);
  };
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
    hatch: colour('hatch'),
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
  };
}

/** Of two colours `#rrggbb`, one that has a share of the first. */
function mixed(first: string, second: string, share: number): string {
  const parts = (colour: string) =>
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const other = parts(second);
  const mix = parts(first).map((part, i) => Math.round(part * share + other[i] * (1 - share)));
  return `#${mix.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
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
