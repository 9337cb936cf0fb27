import type { Notice } from '@rl-insight/memory-contract';
import type { NsysExport } from '@rl-insight/nsys-export';
import type { GroupEvents } from './events/group-events.js';
import { ALLOCATORS } from './events/memory-class.js';
import type { ExportEvents } from './events/read-events.js';

/** What the profiler says where it could not keep everything. */
const LOST =
  /\b(lost|dropp?ed|discarded|incomplete|overflow\w*|truncated|missing|not all|exceeded)\b/i;
const MIB = 1 << 20;

/** Collects notices. */
class Told {
  readonly notices: Notice[] = [];

  tell(code: string, message: string, more: Partial<Notice> = {}): void {
    this.notices.push({ code, message, ...more });
  }
}

/** What whoever reads the result of an export should know, whatever process it is of. */
export function exportNotices(events: ExportEvents, rangesLeftOut: number): Notice[] {
  const { exported } = events;
  const told = new Told();
  tellLoss(exported, told);
  if (exported.clock === null) {
    told.tell(
      'nsys-no-clock',
      'the export does not tell when its session began: times are those of its own clock',
    );
  }
  if (!exported.columns('CUDA_GPU_MEMORY_USAGE_EVENTS').has('correlationId')) {
    told.tell(
      'nsys-no-calls',
      'this version of the export does not join events with calls: no threads are known',
    );
  } else if (events.withoutCall > 0) {
    told.tell(
      'nsys-no-call',
      'events of memory whose call is not in the export (recorded without --trace=cuda, or lost): their thread is not known',
      { count: events.withoutCall },
    );
  }
  if (events.otherOperations > 0) {
    told.tell(
      'nsys-other-operations',
      'events that are neither allocation nor release were passed over',
      {
        count: events.otherOperations,
      },
    );
  }
  if (rangesLeftOut > 0) {
    told.tell(
      'nsys-ranges-left-out',
      'NVTX ranges of threads that allocate nothing were left out',
      {
        count: rangesLeftOut,
      },
    );
  }
  if (events.guessedDevices > 0) {
    told.tell(
      'nsys-failed-device',
      'the export does not tell on which device an allocation failed: of threads that had allocated nothing, the process’s first is taken',
      { count: events.guessedDevices },
    );
  }
  return told.notices;
}

function tellLoss({ diagnostics }: NsysExport, told: Told): void {
  const lost = diagnostics.filter(({ severity, text }) => severity === 'error' || LOST.test(text));
  for (const text of new Set(lost.map((diagnostic) => diagnostic.text))) {
    const count = lost.filter((diagnostic) => diagnostic.text === text).length;
    told.tell('nsys-diagnostic', `the profiler says: “${text.trim()}”`, { count });
  }
}

/** The same of the memory of one process on one device. */
export function groupNotices(group: GroupEvents): Notice[] {
  const told = new Told();
  if (group.failures.length > 0) {
    told.tell(
      'nsys-failed-sizes',
      'the export has no sizes of allocations that failed: how much was asked for is not known',
    );
  }
  tellBlocksFromBefore(group, told);
  const { count: reused, example: reusedAddress } = group.reusedAddresses;
  if (reused > 0) {
    told.tell(
      'nsys-address-reused',
      'blocks whose address was allocated again without a release: events are missing; they are taken to end there',
      { count: reused, ...(reusedAddress === undefined ? {} : { example: reusedAddress }) },
    );
  }
  const { count: others, example: otherAddress } = group.otherSizes;
  if (others > 0) {
    told.tell(
      'nsys-other-size',
      'releases that tell another size than their allocation, which counts',
      {
        count: others,
        ...(otherAddress === undefined ? {} : { example: otherAddress }),
      },
    );
  }
  if (group.allocatorsMet.has(ALLOCATORS.indexOf('managed'))) {
    told.tell(
      'nsys-managed',
      'managed memory is counted for the device that allocated it, as the allocator “managed”: where its pages lie the export does not tell',
    );
  }
  const { slabs } = group;
  if (slabs.areSlabs) {
    told.tell(
      'nsys-slabs',
      `nearly all memory is in ${slabs.slabs} blocks of whole MiB (${Math.round(slabs.slabBytes / MIB)} MiB) that are hardly ever released, as a pool, an arena or a caching allocator takes them: which thread or range holds what inside them is not known; a log of RMM with memory.parser.ranges=<this file> knows`,
    );
  }
  return told.notices;
}

function tellBlocksFromBefore(group: GroupEvents, told: Told): void {
  const { blocksFromBefore, blocks } = group;
  if (blocksFromBefore === 0) return;
  const isAll = blocksFromBefore === blocks.rows && Number.isNaN(group.startNs);
  told.tell(
    'nsys-from-before',
    isAll
      ? 'all blocks are from before the capture, and nothing is released in it (--capture-range): there is no timeline of memory'
      : 'blocks without a time were there before the capture (--capture-range)',
    { count: blocksFromBefore },
  );
}
