import type { TracedDevice } from './traced-device.js';

const LOW_BITS = 0xffffffffn;

/** Addresses of the blocks; null where an event's is none. */
export function addresses({ data, paired }: TracedDevice) {
  const { address } = data.memory;
  const values = new BigUint64Array(paired.blocks.length);
  const valid = new Uint8Array(paired.blocks.length);
  const halves = new Uint32Array(values.buffer);
  const known = new Map<number, bigint | undefined>();
  paired.blocks.forEach(({ allocation, release }, i) => {
    const code = address[allocation < 0 ? release : allocation];
    if (!known.has(code)) known.set(code, addressOf(data.text(code)));
    const found = known.get(code);
    if (found === undefined) return;
    valid[i] = 1;
    halves[2 * i] = Number(found & LOW_BITS);
    halves[2 * i + 1] = Number(found >> 32n);
  });
  return { values, valid };
}

/** Some writers of JSON take an address beyond 2^63 for a negative number. */
function addressOf(text: string): bigint | undefined {
  return /^-?(?:\d{1,20}|0x[0-9a-f]{1,16})$/i.test(text)
    ? BigInt.asUintN(64, BigInt(text))
    : undefined;
}
