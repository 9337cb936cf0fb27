import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, RlInsightError } from '@rl-insight/core/errors';
import type { FailureReport, FollowUpReport } from './log-watch.js';

/** Reports of failed allocations and of what followed them, a line of JSON each. It is made when the first is there. */
export class FailureFile {
  readonly path: string;
  readonly #folder: string;
  #file: FileHandle | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, 'rmm_failures.jsonl');
  }

  /** @throws RlInsightError when it cannot be written. */
  async add(reports: readonly (FailureReport | FollowUpReport)[]): Promise<void> {
    if (reports.length === 0) return;
    try {
      await mkdir(this.#folder, { recursive: true });
      // What an earlier run left there was of another log, or is told again.
      this.#file ??= await open(this.path, 'w');
      await this.#file.appendFile(`${reports.map((one) => JSON.stringify(one)).join('\n')}\n`);
    } catch (error) {
      throw new RlInsightError({
        code: 'output-not-writable',
        exitCode: EXIT.usage,
        message: `${this.path} cannot be written: ${(error as Error).message}.`,
        remedy: 'Choose another output.path.',
        place: { key: 'output.path' },
      });
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}
