/** The parts of what exports call a globalTid; of a globalPid, with a thread id of 0. */
export interface GlobalId {
  readonly hardwareId: number;
  readonly vmId: number;
  readonly processId: number;
  readonly threadId: number;
}

/**
 * Takes a serialised global id apart: from the lowest bit on 24 of the thread, 24 of the process, 8
 * of the virtual machine, 8 of the hardware. With a hardware id of 128 or more SQLite has it as a
 * negative number.
 */
export function splitGlobalId(id: bigint): GlobalId {
  const bits = BigInt.asUintN(64, id);
  return {
    hardwareId: Number(bits >> 56n),
    vmId: Number((bits >> 48n) & 0xffn),
    processId: Number((bits >> 24n) & 0xffffffn),
    threadId: Number(bits & 0xffffffn),
  };
}

/** The id of the process that a thread belongs to, as exports write it (signed). */
export function globalPidOf(globalTid: bigint): bigint {
  return BigInt.asIntN(64, (globalTid >> 24n) << 24n);
}
