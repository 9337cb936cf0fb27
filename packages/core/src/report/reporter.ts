import type { RlInsightError } from '../errors/error.js';
import { type Notice, NoticeLog } from './notice.js';
import type { ProgressEvent, ProgressListener } from './progress.js';

/** Something that was there and could not be read; the run went on without it. */
export interface Failure {
  /** E.g. a rank, or a file. */
  readonly subject: string;
  readonly error: RlInsightError;
}

/** Where a plugin tells of what it meets. */
export interface Logger {
  /** Tells of something that did not stop the run; notices of one kind are shown as one, with a count. */
  notice(notice: Omit<Notice, 'count'> & { readonly count?: number }): void;
  /** Tells of something that was there and could not be read: the run will end as partial. */
  failure(failure: Failure): void;
  /** For whoever looks for a fault; shown with `--debug` only. */
  debug(message: string): void;
}

export interface ReporterListeners {
  readonly onNotice?: (notice: Omit<Notice, 'count'>) => void;
  readonly onFailure?: (failure: Failure) => void;
  readonly onProgress?: ProgressListener;
  readonly onDebug?: (message: string) => void;
}

/** Where stages tell what they meet and how far they are. */
export class Reporter implements Logger {
  readonly #notices = new NoticeLog();
  readonly #failures: Failure[] = [];
  readonly #listeners: ReporterListeners;

  constructor(listeners: ReporterListeners = {}) {
    this.#listeners = listeners;
  }

  notice(notice: Omit<Notice, 'count'> & { readonly count?: number }): void {
    this.#notices.add(notice);
    this.#listeners.onNotice?.(notice);
  }

  failure(failure: Failure): void {
    this.#failures.push(failure);
    this.#listeners.onFailure?.(failure);
  }

  debug(message: string): void {
    this.#listeners.onDebug?.(message);
  }

  progress(event: ProgressEvent): void {
    this.#listeners.onProgress?.(event);
  }

  get notices(): readonly Notice[] {
    return this.#notices.list();
  }

  get failures(): readonly Failure[] {
    return this.#failures;
  }
}
