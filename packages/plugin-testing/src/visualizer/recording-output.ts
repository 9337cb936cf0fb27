import { readFile } from 'node:fs/promises';
import type { OutputFolder } from '@rl-insight/core';

/** What a visualizer writes, in memory, as it was asked for. */
export class RecordingOutput implements OutputFolder {
  readonly files = new Map<string, Uint8Array>();
  readonly #onWrite: (path: string) => void | Promise<void>;

  /** `onWrite` is waited for before anything is written. */
  constructor(onWrite: (path: string) => void | Promise<void> = () => {}) {
    this.#onWrite = onWrite;
  }

  async write(path: string, content: Uint8Array | string | Iterable<Uint8Array>): Promise<void> {
    await this.#onWrite(path);
    this.files.set(path, bytesOf(content));
  }

  async copy(from: string, path: string): Promise<void> {
    await this.#onWrite(path);
    this.files.set(path, await readFile(from));
  }

  /** Paths, sorted. */
  get paths(): string[] {
    return [...this.files.keys()].sort();
  }

  text(path: string): string {
    return new TextDecoder().decode(this.files.get(path));
  }
}

function bytesOf(content: Uint8Array | string | Iterable<Uint8Array>): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  return content instanceof Uint8Array ? content.slice() : Buffer.concat([...content]);
}
