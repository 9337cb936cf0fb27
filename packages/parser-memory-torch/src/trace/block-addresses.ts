import type { TracedDevice } from './traced-device.js';

/** Addresses of the blocks. */
export function addresses({ data, paired }: TracedDevice) {
  const { addressLow, addressHigh } = data.memory;
  const { count, allocation, release } = paired;
  const values = new BigUint64Array(count);
  const halves = new Uint32Array(values.buffer);
  for (let i = 0; i < count; i++) {
    const event = allocation[i] < 0 ? release[i] : allocation[i];
    halves[2 * i] = addressLow[event];
    halves[2 * i + 1] = addressHigh[event];
  }
  return { values };
}
