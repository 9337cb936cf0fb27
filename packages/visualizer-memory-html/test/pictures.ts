import { inflateSync } from 'node:zlib';

/** Pixels of a picture, four bytes each: red, green, blue, opacity. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Reads a PNG as browsers write screenshots: 8 bits a channel, with or without opacity. */
export function readPng(file: Buffer): Picture {
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const channels = file[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') {
      parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
    }
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const lines = new Uint8Array(stride * height);
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; i++) {
      const left = i < channels ? 0 : lines[y * stride + i - channels];
      const up = y === 0 ? 0 : lines[(y - 1) * stride + i];
      const corner = y === 0 || i < channels ? 0 : lines[(y - 1) * stride + i - channels];
      const value = raw[y * (stride + 1) + 1 + i] + predicted(filter, left, up, corner);
      lines[y * stride + i] = value;
      pixels[(y * width + Math.floor(i / channels)) * 4 + (i % channels)] = value;
    }
  }
  return { width, height, pixels };
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const estimate = left + up - corner;
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(estimate - value));
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Share of an area that has strong colour: bars, and neither ground, grid nor text. */
export function inkShare(
  { width, pixels }: Picture,
  area: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  },
): number {
  let ink = 0;
  let all = 0;
  for (let y = Math.round(area.top); y < Math.round(area.bottom); y++) {
    for (let x = Math.round(area.left); x < Math.round(area.right); x++) {
      const at = (y * width + x) * 4;
      const channels = [pixels[at], pixels[at + 1], pixels[at + 2]];
      if (Math.max(...channels) - Math.min(...channels) > 60) ink++;
      all++;
    }
  }
  return ink / all;
}
