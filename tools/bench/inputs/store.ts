import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from '../measure/child.js';
import { TOOLS } from '../paths.js';
import { diskBytes, generatorFlags, type InputName, PLANS } from './plans.js';

/** Captures that are there to be read. */
export interface Input {
  readonly what: string;
  readonly folder: string;
  /** Of the first rank. */
  readonly traceFile: string;
  readonly tableFile: string;
}

const GENERATOR = join(TOOLS, 'dist', 'bin', 'make-capture.js');
const PIECE_BYTES = 1 << 20;

export interface InputStoreOptions {
  readonly folder: string;
  readonly scale: number;
  readonly log: (line: string) => void;
}

/** Generates inputs when they are asked for first. A folder's name tells what made it. */
export class InputStore {
  readonly #options: InputStoreOptions;
  readonly #made: string[] = [];

  constructor(options: InputStoreOptions) {
    this.#options = options;
  }

  /** The input, generated if need be, and read once so that the system has its files in memory. */
  async input(name: InputName): Promise<Input> {
    const { folder, scale, log } = this.#options;
    const flags = generatorFlags(PLANS[name], scale);
    const path = join(folder, `${name}-${await fingerprint(flags)}`);
    if (!existsSync(path)) {
      log(`generating ${PLANS[name].what}${scale === 1 ? '' : `, times ${scale}`}`);
      await mkdir(folder, { recursive: true });
      await this.#requireSpace(diskBytes(PLANS[name], scale));
      this.#made.push(path);
      const unfinished = `${path}.unfinished`;
      await rm(unfinished, { recursive: true, force: true });
      await runChild(process.execPath, [GENERATOR, unfinished, ...flags]);
      await rename(unfinished, path);
    }
    const files = await filesBelow(path);
    for (const file of files) await readThrough(file);
    const fileOf = (ending: string) => files.find((file) => file.endsWith(ending)) ?? '';
    return {
      what: PLANS[name].what,
      folder: path,
      traceFile: fileOf('trace_view.json'),
      tableFile: fileOf('operator_memory.csv'),
    };
  }

  /** Removes what this store has generated; at once, so that a process that ends can still do it. */
  removeMade(): void {
    for (const path of this.#made) {
      rmSync(path, { recursive: true, force: true });
      rmSync(`${path}.unfinished`, { recursive: true, force: true });
    }
  }

  async #requireSpace(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#options.folder);
    if (bavail * bsize > bytes * 1.2) return;
    const gigabytes = (count: number): string => (count / 1e9).toFixed(1);
    throw new Error(
      `${this.#options.folder} has ${gigabytes(bavail * bsize)} GB left, and the input takes ${gigabytes(bytes)}: give another folder with --data`,
    );
  }
}

/** Tells inputs of different flags apart, and those of different states of the generator. */
async function fingerprint(flags: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(flags.join(' '));
  for (const folder of ['ascend', 'bin']) {
    const path = join(TOOLS, 'dist', folder);
    for (const name of (await readdir(path)).sort()) {
      if (name.endsWith('.js')) hash.update(await readFile(join(path, name)));
    }
  }
  return hash.digest('hex').slice(0, 8);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

async function readThrough(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const buffer = new Uint8Array(PIECE_BYTES);
    while ((await file.read(buffer)).bytesRead > 0);
  } finally {
    await file.close();
  }
}
