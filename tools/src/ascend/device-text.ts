import type { CaptureOptions } from './options.js';

/** MindSpore's tracker names the pool where other tables name the device. */
const POOLS: readonly string[] = ['Common mem', 'Persistent mem'];

/** Number of the NPU behind a capture's `device`th device. */
export function deviceNumber(options: CaptureOptions, device: number): number {
  return options.rank * options.devices + device;
}

/** The device as the capture's table of allocations names it. */
export function deviceText(options: CaptureOptions, device: number): string {
  if (options.variant === 'MS9') return POOLS[device] as string;
  return `NPU:${deviceNumber(options, device)}`;
}
