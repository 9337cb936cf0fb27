import { numberOf, textOrNull } from '../cells.js';
import type { ReadOnlyDatabase } from '../database/database.js';

/** What a function of CUDA does to memory, where it succeeds. */
export type CallEffect = 'allocate' | 'release';

/** A function of CUDA that can allocate or release memory. */
export interface MemoryFunction {
  /** Without the suffixes of its version and of per-thread streams: `cudaMalloc`. */
  readonly name: string;
  readonly effect: CallEffect;
}

const SUFFIXES = /(_ptsz|_ptds|_v\d+)+$/;

/** From the reference of the runtime and the driver API of CUDA 13. */
const ALLOCATES =
  /^(cudaMalloc(3D|3DArray|Array|Async|FromPoolAsync|Host|Managed|MipmappedArray|Pitch)?|cudaHostAlloc|cuMemAlloc(Async|FromPoolAsync|Host|Managed|Pitch)?|cuMemHostAlloc|cuMemCreate|cu(Array|Array3D|MipmappedArray)Create)$/;
const RELEASES =
  /^(cudaFree(Array|Async|Host|MipmappedArray)?|cuMemFree(Async|Host)?|cuMemRelease|cu(Array|MipmappedArray)Destroy)$/;

export function memoryFunction(fullName: string): MemoryFunction | undefined {
  const name = fullName.replace(SUFFIXES, '');
  if (ALLOCATES.test(name)) return { name, effect: 'allocate' };
  return RELEASES.test(name) ? { name, effect: 'release' } : undefined;
}

/** The functions that the export names, by the number of the name. */
export function memoryFunctions(database: ReadOnlyDatabase): Map<number, MemoryFunction> {
  const functions = new Map<number, MemoryFunction>();
  if (database.columns('StringIds').size === 0) return functions;
  const sql = "SELECT id, value FROM StringIds WHERE value GLOB 'cu*'";
  for (const { id, value } of database.rows(sql)) {
    const found = memoryFunction(textOrNull(value) ?? '');
    if (found !== undefined) functions.set(numberOf(id), found);
  }
  return functions;
}
