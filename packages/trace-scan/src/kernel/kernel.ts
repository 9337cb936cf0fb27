import { unescapeJson } from '../unescape.js';
import type { KernelExports } from './exports.js';
import { instantiateKernel } from './load.js';
import { KernelTexts } from './texts.js';

/** One instance of the kernel with its memory. It serves one reading after another, not two at once. */
export class Kernel {
  readonly exports: KernelExports;
  readonly texts: KernelTexts;

  constructor(exports: KernelExports, resolve: (text: string) => string = unescapeJson) {
    this.exports = exports;
    this.texts = new KernelTexts(exports, resolve);
  }
}

/**
 * A kernel for {@link TraceScanner}: WebAssembly with SIMD, several times as fast as the same in
 * TypeScript.
 *
 * @returns undefined where that is missing; all is read the same without.
 */
export async function loadKernel(): Promise<Kernel | undefined> {
  const exports = await instantiateKernel();
  return exports && new Kernel(exports);
}
