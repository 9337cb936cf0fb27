import type { Selection } from '@rl-insight/trace-scan';

/** Name of what tells of an allocation (positive bytes) or a release. */
export const MEMORY = '[memory]';
/** Name of what tells of an allocation that failed. */
export const OUT_OF_MEMORY = '[OutOfMemory]';

/** Categories of the ranges that say where memory came from; `Operator` is what 2021's files have. */
export const SPAN_KINDS = {
  cpu_op: 0,
  Operator: 0,
  python_function: 1,
  user_annotation: 2,
} as const;
export type SpanCategory = keyof typeof SPAN_KINDS;
export const OPERATOR = 0;
export const PYTHON = 1;
export const ANNOTATION = 2;

/**
 * What is read of a trace. Instants of 2021 have no category. `Addr` may need 64 bits, which a time has
 * room for: it is a whole number of millionths, see `MemoryEvents.setAddress`. `Bytes` and totals fit a double. Source: libkineto's output_json.cpp and torch's collection.cpp.
 */
export const SELECTION: Selection = {
  phases: ['i', 'X'],
  categories: ['', 'cpu_instant_event', ...Object.keys(SPAN_KINDS)],
  fields: {
    cat: 'text',
    name: 'text',
    ts: 'time',
    dur: 'time',
    pid: 'scalar',
    tid: 'scalar',
    'args.Ev Idx': 'number',
    'args.Device Type': 'number',
    'args.Device Id': 'number',
    'args.Addr': 'time',
    'args.Bytes': 'number',
    'args.Total Allocated': 'number',
    'args.Total Reserved': 'number',
    'args.Call stack': 'text',
  },
};

/** Kinds of devices by PyTorch's numbers (c10/core/DeviceType.h); what it has no number for is told by it. */
const DEVICES: Readonly<Record<number, string>> = {
  0: 'CPU',
  1: 'GPU',
  6: 'GPU',
  12: 'XPU',
  13: 'MPS',
  15: 'HPU',
  19: 'MTIA',
  20: 'NPU',
};

/** What a device is called, e.g. `GPU:1`; all memory of the host is `CPU`. */
export function deviceName(type: number, id: number, kind: 'auto' | 'GPU' | 'NPU'): string {
  if (type === 0) return 'CPU';
  const name = kind === 'auto' ? (DEVICES[type] ?? `DEVICE${type}`) : kind;
  return `${name}:${Math.max(0, id)}`;
}
