import { TextDecoding } from '../text-decoding.js';
import type { TextPool } from '../text-pool.js';
import type { KernelExports } from './exports.js';

/** Bytes of an entry in the kernel's list of texts: address, length, hash, escaped. */
const ENTRY_BYTES = 16;

/** The texts that the kernel has met, and those that the host hands over. */
export class KernelTexts implements TextPool {
  readonly #exports: KernelExports;
  readonly #decoding: TextDecoding;

  constructor(exports: KernelExports, resolve: (text: string) => string) {
    this.#exports = exports;
    this.#decoding = new TextDecoding(resolve);
  }

  get size(): number {
    return this.#exports.textCount();
  }

  get damaged(): ReadonlySet<number> {
    return this.#decoding.damaged;
  }

  /** @throws RangeError when the memory that WebAssembly can have is used up. */
  code(bytes: Uint8Array, _words: DataView, start: number, end: number, escaped: boolean): number {
    const length = end - start;
    const address = this.#exports.scratch(length);
    if (address !== 0 || length === 0) {
      new Uint8Array(this.#exports.memory.buffer, address).set(bytes.subarray(start, end));
      const code = this.#exports.intern(address, length, escaped ? 1 : 0);
      if (code >= 0) return code;
    }
    throw new RangeError('the different texts of the trace do not fit the memory');
  }

  text(code: number): string {
    const known = this.#decoding.known(code);
    if (known !== undefined) return known;
    const { bytes, escaped } = this.bytes(code);
    return this.#decoding.decode(code, bytes, escaped);
  }

  bytes(code: number): { bytes: Uint8Array; escaped: boolean } {
    const { buffer } = this.#exports.memory;
    const entry = new DataView(buffer, this.#exports.textEntries() + code * ENTRY_BYTES);
    const bytes = new Uint8Array(buffer, entry.getUint32(0, true), entry.getUint32(4, true));
    return { bytes, escaped: entry.getUint32(12, true) === 1 };
  }
}
