import { expect, test } from 'vitest';
import { globalPidOf, splitGlobalId } from './index.js';

test('a global id comes apart', () => {
  expect(splitGlobalId(0x0001_0000_6f00_006fn)).toEqual({
    ...{ hardwareId: 0, vmId: 1, processId: 111, threadId: 111 },
  });
});

test('also where the upper bit is set, which SQLite has as a negative number', () => {
  const id = BigInt.asIntN(64, 0xff20_0000_6f00_0070n);
  expect(id).toBeLessThan(0n);
  expect(splitGlobalId(id)).toEqual({
    ...{ hardwareId: 255, vmId: 32, processId: 111, threadId: 112 },
  });
  expect(globalPidOf(id)).toBe(BigInt.asIntN(64, 0xff20_0000_6f00_0000n));
});
