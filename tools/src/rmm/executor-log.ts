import type { Random } from '../ascend/random.js';

/** Lines of a Spark executor, some of which look like rows at first sight. */
const LINES = [
  '24/11/30 14:21:19 INFO Executor: Running task 3.0 in stage 7.0 (TID 99)',
  '24/11/30 14:21:19 WARN DeviceMemoryEventHandler: Device allocation of 1048576 bytes failed, device store has 25165824 total and 0 spillable bytes. Attempt 1.',
  '24/11/30 14:21:20 INFO RapidsBufferCatalog: 12, 34, free, 56',
  '#',
  '',
  'java.lang.OutOfMemoryError: GPU OutOfMemory: could not allocate, 14:21:19.998533, allocate',
  '\tat ai.rapids.cudf.Rmm.allocInternal(Native Method)',
];

/** Lines that others write between two rows: mostly none. */
export function linesOfOthers(random: Random): readonly string[] {
  return random.chance(0.1) ? [random.pick(LINES)] : [];
}
