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
  /** Bars by allocator: plain, and those that overlap others of their operator. */
  readonly bars: readonly BarColours[];
}

export interface BarColours {
  readonly plain: string;
  readonly overlapping: string;
}

/** Allocators beyond these share the last colour. */
export const BAR_COLOURS = 4;

function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
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
    bars: Array.from({ length: BAR_COLOURS }, (_, i) => ({
      plain: colour(`bar-${i}`),
      overlapping: colour(`bar-${i}-overlapping`),
    })),
  };
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
