import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { scanTrace } from './index.js';
import { fileBytes, scanTraceFile } from './node.js';
import { CompressionError, packingOf, unpacked } from './unpack.js';

const TEXT =
  '[{"ph":"X","cat":"cpu_op","name":"a","ts":1,"dur":1},{"ph":"X","cat":"cpu_op","name":"b","ts":2,"dur":1}]';
const SELECTION = { phases: ['X'], fields: { name: 'text' } } as const;
/** What zstd 1.5.4 (`-19`) and pzstd, which begins with a frame to skip, make of it. */
const PACKED: Readonly<Record<string, Uint8Array>> = {
  gzip: gzipSync(TEXT),
  zstd: Buffer.from(
    'KLUv/QRo7QEAggMMEaDthWcjf8Y/lY0KsjwIUJWFJBidYO8iuoL9g9fz92kxu75biX2+h3yuF9+rvhwBAwCgCMhu3VFBAft+sSc=',
    'base64',
  ),
  pzstd: Buffer.from(
    'UCpNGAQAAABRAAAAKLUv/QRYJQIAhANbeyJwaCI6IlgiLCJjYXQiOiJjcHVfb3AiLCJuYW1lIjoiYSIsInRzIjoxLCJkdXIiOjF9LGIyXQMAoAjIbt1RQQH7frEn',
    'base64',
  ),
};

function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collected(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  // A piece need not stay as it is.
  for await (const piece of pieces) all.push(Uint8Array.from(piece));
  return Buffer.concat(all);
}

async function fileOf(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rl-insight-unpack-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'trace');
  await writeFile(path, bytes);
  return path;
}

async function namesOf(scan: ReturnType<typeof scanTrace>): Promise<string[]> {
  const names: string[] = [];
  for await (const batch of scan) {
    for (let i = 0; i < batch.count; i++) names.push(scan.text(batch.codes('name')[i]));
  }
  return names;
}

describe.each(Object.entries(PACKED))('%s', (_, packed) => {
  test.each([1, 3, 1000])('is unpacked from pieces of %i bytes', async (size) => {
    expect((await collected(unpacked(inPieces(packed, size)))).toString()).toBe(TEXT);
    expect(await namesOf(scanTrace(inPieces(packed, size), SELECTION))).toEqual(['a', 'b']);
  });

  test('is unpacked from a file', async () => {
    const path = await fileOf(packed);
    expect((await collected(fileBytes(path))).toString()).toBe(TEXT);
    expect(await namesOf(scanTraceFile(path, SELECTION, { threads: 2 }))).toEqual(['a', 'b']);
  });

  test('that is cut is an error, from a file as from pieces', async () => {
    const cut = packed.subarray(0, -3);
    await expect(collected(unpacked(inPieces(cut, 7)))).rejects.toThrow(CompressionError);
    await expect(collected(fileBytes(await fileOf(cut)))).rejects.toThrow(CompressionError);
    const scan = scanTrace(cut, SELECTION);
    await namesOf(scan).catch(() => []);
    expect(scan.report().problems.map(({ kind }) => kind)).toContain('damaged-compression');
  });
});

test('what is not compressed is left as it is, however short', async () => {
  for (const text of ['', '[', '[]', '{"a"', TEXT]) {
    expect((await collected(unpacked(inPieces(Buffer.from(text), 1)))).toString()).toBe(text);
    expect(packingOf(Buffer.from(text))).toBeUndefined();
  }
});

test('zeros are no frame, and damage in the middle is told after what was good', async () => {
  expect(packingOf(new Uint8Array(8))).toBeUndefined();
  const damaged = Uint8Array.from(Buffer.concat([PACKED.zstd, PACKED.zstd]));
  damaged.fill(0xff, PACKED.zstd.length + 4, PACKED.zstd.length + 12);
  const got: Uint8Array[] = [];
  const run = async () => {
    for await (const piece of unpacked([damaged])) got.push(Uint8Array.from(piece));
  };
  await expect(run()).rejects.toThrow(CompressionError);
  expect(Buffer.concat(got).toString().startsWith(TEXT)).toBe(true);
});

const hasZstd = spawnSync('zstd', ['--version']).status === 0;
describe.skipIf(!hasZstd)('what zstd itself writes of a larger text', () => {
  const large = Buffer.from(
    Array.from({ length: 40_000 }, (_, i) => `${i * i} ${(i * 7919) % 1013},`).join('\n'),
  );
  test.each([['-1'], ['-19'], ['--ultra', '-22'], ['--long=27'], ['--no-check']])(
    '%s',
    async (...flags) => {
      const { stdout } = spawnSync('zstd', ['-q', '-c', ...flags], {
        input: large,
        maxBuffer: 1 << 28,
      });
      const twice = Buffer.concat([stdout, stdout]);
      const whole = Buffer.concat([large, large]);
      expect((await collected(fileBytes(await fileOf(twice)))).equals(whole)).toBe(true);
    },
  );
});
