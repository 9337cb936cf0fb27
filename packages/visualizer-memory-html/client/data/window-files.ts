import { detailFile } from '../../src/page-data/files.js';
import type { WindowData } from '../../src/page-data/format.js';

interface Waiting {
  readonly resolve: (data: WindowData) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Loads the data files of windows. A page from a disk may not fetch files, but it may have scripts
 * that it did not have at first; each calls back with its data.
 */
export class WindowFiles {
  readonly #waiting = new Map<number, Waiting>();
  /** Data that came before anyone asked: the page's own, while the group is being decoded. */
  readonly #early = new Map<number, WindowData>();
  readonly #requested = new Map<number, Promise<WindowData>>();

  /** The data of a window; the file of the page's own window is loaded by the page itself. */
  request(window: number, inPage: boolean): Promise<WindowData> {
    const known = this.#requested.get(window);
    if (known !== undefined) return known;
    const promise = this.#receive(window, inPage);
    this.#requested.set(window, promise);
    return promise;
  }

  /** A data file has called. */
  arrived(data: WindowData): void {
    const waiting = this.#waiting.get(data.window);
    if (waiting === undefined) this.#early.set(data.window, data);
    else waiting.resolve(data);
    this.#waiting.delete(data.window);
  }

  #receive(window: number, inPage: boolean): Promise<WindowData> {
    const early = this.#early.get(window);
    this.#early.delete(window);
    if (early !== undefined) return Promise.resolve(early);
    return new Promise((resolve, reject) => {
      this.#waiting.set(window, { resolve, reject });
      if (!inPage) this.#addScript(window);
    });
  }

  /** A data file could not be loaded. It is tried again when it is asked for again. */
  failed(window: number): void {
    this.#waiting.get(window)?.reject(new Error(`${detailFile(window)} could not be loaded`));
    this.#waiting.delete(window);
    this.#requested.delete(window);
  }

  #addScript(window: number): void {
    const script = document.createElement('script');
    script.src = detailFile(window);
    script.dataset.segment = String(window);
    script.addEventListener('error', () => {
      script.remove();
      this.failed(window);
    });
    script.addEventListener('load', () => script.remove());
    document.body.append(script);
  }
}
