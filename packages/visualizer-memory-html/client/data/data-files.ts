import { detailFile, type GroupPart } from '../../src/page-data/files.js';
import {
  type GroupPartData,
  PAGE_DATA_VERSION,
  type WindowData,
} from '../../src/page-data/format.js';

type FileData = WindowData | GroupPartData[GroupPart];

interface Waiting {
  readonly resolve: (data: FileData) => void;
  readonly reject: (error: Error) => void;
}

/** A window's file, or one beside the group's. */
export type FileKey = number | GroupPart;

/**
 * Loads data files. A page from a disk may not fetch files, but it may have scripts that it did not
 * have at first; each calls back with its data.
 */
export class DataFiles {
  readonly #waiting = new Map<FileKey, Waiting>();

  window(window: number): Promise<WindowData> {
    return this.#load(window, detailFile(window)) as Promise<WindowData>;
  }

  /** @param path of the file, from the page */
  part<Part extends GroupPart>(part: Part, path: string): Promise<GroupPartData[Part]> {
    return this.#load(part, path) as Promise<GroupPartData[Part]>;
  }

  /** A data file has called. */
  arrived(key: FileKey, data: FileData): void {
    // One of another version is as good as missing: its loading ends without an answer.
    if (data.version !== PAGE_DATA_VERSION) return;
    this.#waiting.get(key)?.resolve(data);
    this.#waiting.delete(key);
  }

  #load(key: FileKey, path: string): Promise<FileData> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(key, { resolve, reject });
      const script = document.createElement('script');
      script.src = path;
      script.dataset.asked = '';
      script.addEventListener('error', () => {
        script.remove();
        this.#waiting.delete(key);
        reject(new Error(path));
      });
      script.addEventListener('load', () => {
        script.remove();
        // A file that has run and not called is not what it should be.
        if (this.#waiting.get(key)?.reject === reject) reject(new Error(path));
      });
      document.body.append(script);
    });
  }
}
