/** Viridis, which reads the same to the colour-blind and in grey: its lightness only rises. */
const ANCHORS = [
  '#440154',
  '#472f7d',
  '#39568c',
  '#287c8e',
  '#1fa188',
  '#4ac16d',
  '#a0da39',
  '#fde725',
];
const STEPS = 128;

/** Colours of low to high values; most contrast with the ground is for the high ones. */
export class HeatColours {
  /** 32-bit pixels as canvases have them. */
  readonly pixels: Uint32Array;
  readonly low: number;
  readonly high: number;

  constructor(low: number, high: number, isDark: boolean) {
    this.low = low;
    this.high = Math.max(high, low + 1);
    this.pixels = Uint32Array.from({ length: STEPS }, (_, i) => {
      const share = i / (STEPS - 1);
      return pixelOf(mixed(isDark ? share : 1 - share));
    });
  }

  pixel(bytes: number): number {
    return this.pixels[this.#step(bytes)];
  }

  css(bytes: number): string {
    const pixel = this.pixel(bytes);
    return `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;
  }

  #step(bytes: number): number {
    const share = (bytes - this.low) / (this.high - this.low);
    return Math.min(STEPS - 1, Math.max(0, Math.round(share * (STEPS - 1))));
  }
}

function mixed(share: number): number[] {
  const at = share * (ANCHORS.length - 1);
  const from = Math.min(ANCHORS.length - 2, Math.floor(at));
  const [a, b] = [channels(ANCHORS[from]), channels(ANCHORS[from + 1])];
  return a.map((value, i) => Math.round(value + (b[i] - value) * (at - from)));
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

function pixelOf([red, green, blue]: readonly number[]): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
