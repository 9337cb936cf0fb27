import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { OutputFolder } from '../plugin/stages.js';
import { runErrors } from './errors.js';

/** Lists the files of the last run that wrote to a folder, so that the next replaces them as a set. */
export const MANIFEST = 'rl_insight_run.json';
const STAGING = /^\.rl-insight-(\d+)-[0-9a-f]+\.partial$/;

/**
 * Collects the files of a run beside their final place. They appear all at once with
 * {@link commit}, in place of those of the run before; {@link discard} leaves the folder as it was.
 */
export class OutputStaging implements OutputFolder {
  readonly path: string;
  readonly #staging: string;
  readonly #files = new Set<string>();
  /** The outermost folder that was made for the output; undefined when it was there. */
  #made: string | undefined;

  private constructor(path: string, staging: string, made: string | undefined) {
    this.path = path;
    this.#staging = staging;
    this.#made = made;
  }

  /** @throws RlInsightError when nothing can be written there. */
  static async open(path: string): Promise<OutputStaging> {
    const output = resolve(path);
    const name = `.rl-insight-${process.pid}-${randomBytes(4).toString('hex')}.partial`;
    const staging = join(output, name);
    try {
      const known = await stat(output).catch(() => undefined);
      if (known !== undefined && !known.isDirectory()) throw runErrors.outputIsFile(path);
      const made = await mkdir(output, { recursive: true });
      await removeAbandoned(output);
      await mkdir(staging);
      return new OutputStaging(output, staging, made);
    } catch (error) {
      throw error instanceof Error && 'errno' in error
        ? runErrors.outputNotWritable(path, error)
        : error;
    }
  }

  /**
   * Does work on an output. When it fails, or the process ends while it goes on, the folder is left
   * as it was.
   *
   * @throws RlInsightError when nothing can be written there; what the work throws.
   */
  static async use<Result>(
    path: string,
    work: (staging: OutputStaging) => Promise<Result>,
  ): Promise<Result> {
    const staging = await OutputStaging.open(path);
    const leave = () => staging.discardNow();
    process.once('exit', leave);
    try {
      return await work(staging);
    } catch (error) {
      // What is left the next run removes; what went wrong must be told.
      await staging.discard().catch(() => undefined);
      throw error;
    } finally {
      process.removeListener('exit', leave);
    }
  }

  /** Paths of the files so far, relative to the output, sorted. */
  get files(): string[] {
    return [...this.#files].sort();
  }

  async write(path: string, content: Uint8Array | string | Iterable<Uint8Array>): Promise<void> {
    await this.#guarded(async () => writeFile(await this.#place(path), content));
  }

  async copy(from: string, path: string): Promise<void> {
    await this.#guarded(async () => copyFile(from, await this.#place(path)));
  }

  async read(path: string): Promise<Uint8Array> {
    return readFile(join(this.#staging, path));
  }

  /** Moves a file to another place of the output. */
  async move(from: string, to: string): Promise<void> {
    const target = await this.#place(to);
    await rename(join(this.#staging, from), target);
    this.#files.delete(from);
  }

  /** Takes a file out again. */
  async remove(path: string): Promise<void> {
    await rm(join(this.#staging, path), { force: true });
    this.#files.delete(path);
  }

  /**
   * Puts the files in place; those of the run before are removed.
   *
   * @param kept files of the run before that stay as they are and belong to this one too.
   * @throws RlInsightError when one of them would be replaced.
   */
  async commit(
    manifest: Readonly<Record<string, unknown>>,
    kept: readonly string[] = [],
  ): Promise<void> {
    const files = [...this.files, MANIFEST];
    if (files.some((file) => kept.includes(file))) throw runErrors.outputIsInput(this.path);
    const all = { ...manifest, files: [...files, ...kept].sort() };
    await this.write(MANIFEST, `${JSON.stringify(all, null, 2)}\n`);
    await this.#guarded(async () => {
      const former = (await formerFiles(this.path)).filter((file) => !kept.includes(file));
      const backup = join(this.#staging, '.former');
      const moved: string[] = [];
      const placed: string[] = [];
      try {
        for (const file of new Set([...former, ...files])) {
          if (await moveIfThere(join(this.path, file), join(backup, file))) moved.push(file);
        }
        for (const file of files) {
          await mkdir(dirname(join(this.path, file)), { recursive: true });
          await rename(join(this.#staging, file), join(this.path, file));
          placed.push(file);
        }
      } catch (error) {
        for (const file of placed) await rm(join(this.path, file), { force: true });
        for (const file of moved) await moveIfThere(join(backup, file), join(this.path, file));
        throw error;
      }
      await removeEmptyFolders(this.path, former);
    });
    this.#made = undefined;
    await rm(this.#staging, { recursive: true, force: true });
  }

  /** Removes what was written, and the output folder if it was made for this run. */
  async discard(): Promise<void> {
    // When one file could not be written, others may still be on their way.
    const retry = { maxRetries: 10, retryDelay: 20 };
    await rm(this.#made ?? this.#staging, { recursive: true, force: true, ...retry });
  }

  /** {@link discard} for when the process is about to end. */
  discardNow(): void {
    rmSync(this.#made ?? this.#staging, { recursive: true, force: true });
  }

  async #place(path: string): Promise<string> {
    if (path.split('/').some((part) => part === '..' || part === '') || path.includes('\\')) {
      throw new RangeError(`${path} is no relative path of an output file`);
    }
    const target = join(this.#staging, path);
    await mkdir(dirname(target), { recursive: true });
    this.#files.add(path);
    return target;
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Error && 'errno' in error) {
        throw runErrors.outputNotWritable(this.path, error);
      }
      throw error;
    }
  }
}

/** Removes what a run left that was killed. */
async function removeAbandoned(output: string): Promise<void> {
  for (const name of await readdir(output)) {
    const process = STAGING.exec(name)?.[1];
    if (process !== undefined && !isRunning(Number(process))) {
      await rm(join(output, name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The files that the run before listed; only such as can be its own. */
export async function formerFiles(output: string): Promise<string[]> {
  try {
    const { files } = JSON.parse(await readFile(join(output, MANIFEST), 'utf8')) as {
      files?: unknown;
    };
    if (!Array.isArray(files)) return [];
    return files.filter(
      (file): file is string =>
        typeof file === 'string' &&
        file.split('/').every((part) => part !== '..' && part !== '' && !part.includes('\\')),
    );
  } catch {
    return [];
  }
}

async function moveIfThere(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Removes folders that the run before filled and that are empty now. */
async function removeEmptyFolders(output: string, files: readonly string[]): Promise<void> {
  const folders = new Set<string>();
  for (const file of files) {
    const parts = file.split('/').slice(0, -1);
    for (let depth = parts.length; depth > 0; depth--) folders.add(parts.slice(0, depth).join('/'));
  }
  const deepestFirst = [...folders].sort((a, b) => b.split('/').length - a.split('/').length);
  for (const folder of deepestFirst) {
    const path = join(output, folder);
    const names = await readdir(path).catch(() => ['?']);
    if (names.length === 0) await rm(path, { recursive: true, force: true });
  }
}
