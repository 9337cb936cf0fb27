import type { KernelExports } from './exports.js';
import { KERNEL_BASE64 } from './wasm.generated.js';

/** The part of WebAssembly's API that is used; every host that has it at all has this. */
interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<object>;
  Instance: new (module: object) => { readonly exports: unknown };
}

const webAssembly = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly;
let compiled: Promise<object | undefined> | undefined;

async function compile(): Promise<object | undefined> {
  const bytes = Uint8Array.from(atob(KERNEL_BASE64), (character) => character.charCodeAt(0));
  try {
    return await webAssembly?.compile(bytes);
  } catch {
    // A host without SIMD refuses the module; TypeScript reads the same, only slower.
    return undefined;
  }
}

/** A fresh instance of the kernel; undefined where WebAssembly or its SIMD is missing. */
export async function instantiateKernel(): Promise<KernelExports | undefined> {
  compiled ??= compile();
  const module = await compiled;
  if (webAssembly === undefined || module === undefined) return undefined;
  const exports = new webAssembly.Instance(module).exports as KernelExports;
  if (!exports.fits()) throw new Error('the kernel’s constants do not leave its memory alone');
  return exports;
}
