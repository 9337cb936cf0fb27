import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REMOVAL = { recursive: true, force: true, maxRetries: 3 } as const;

/** An empty folder that is gone once it is disposed of, or when the process ends before that. */
export class TemporaryFolder {
  readonly path: string;
  readonly #onExit: () => void;

  private constructor(path: string) {
    this.path = path;
    this.#onExit = () => rmSync(path, REMOVAL);
    process.once('exit', this.#onExit);
  }

  static async create(prefix: string): Promise<TemporaryFolder> {
    return new TemporaryFolder(await mkdtemp(join(tmpdir(), prefix)));
  }

  async remove(): Promise<void> {
    await rm(this.path, REMOVAL);
    process.removeListener('exit', this.#onExit);
  }
}
