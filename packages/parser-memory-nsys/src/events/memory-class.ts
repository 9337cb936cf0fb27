/** Who manages a block, and where it lies. */
export interface MemoryClass {
  /** Column `allocator`. */
  readonly allocator: 'device' | 'host' | 'managed' | 'pool' | 'static';
  /** Whether it is memory of the host: the device of its row then says nothing. */
  readonly isHost: boolean;
}

/** Codes of the column `allocator`. */
export const ALLOCATORS: readonly MemoryClass['allocator'][] = [
  'device',
  'host',
  'managed',
  'pool',
  'static',
];

/**
 * What a label of ENUM_CUDA_MEM_KIND stands for. Managed memory moves between host and device, which
 * the export does not show: it is counted for the device of its row, under a name of its own.
 *
 * @param kind e.g. `Device Static`; undefined where the version does not tell
 */
export function memoryClass(kind: string | undefined, isInPool: boolean): MemoryClass {
  const isHost = kind !== undefined && /pinned|pageable/i.test(kind);
  if (isInPool) return { allocator: 'pool', isHost };
  if (isHost) return { allocator: 'host', isHost };
  if (kind !== undefined && /managed/i.test(kind)) return { allocator: 'managed', isHost };
  if (kind !== undefined && /static/i.test(kind)) return { allocator: 'static', isHost };
  return { allocator: 'device', isHost };
}
