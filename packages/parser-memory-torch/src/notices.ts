import type { Notice } from '@rl-insight/memory-contract';
import type { KnownBlocks } from './blocks/known-blocks.js';
import type { Snapshot, SnapshotDevice } from './snapshot/snapshot.js';
import type { Tally } from './snapshot/tally.js';
import type { OwnedDevice } from './tables/owner.js';

/** Collects notices. */
class Told {
  readonly notices: Notice[] = [];

  tell(code: string, message: string, more: Partial<Notice> = {}): void {
    this.notices.push({ code, message, ...more });
  }

  tally(code: string, message: string, { count, example }: Tally): void {
    if (count > 0)
      this.tell(code, message, { count, ...(example === undefined ? {} : { example }) });
  }
}

/** What whoever reads the result of a snapshot should know, whatever device it is of. */
export function snapshotNotices(snapshot: Snapshot): Notice[] {
  const told = new Told();
  if (snapshot.hasOverflowed) {
    told.tell(
      'torch-overflow',
      'the recording had room for its newest entries alone (max_entries): what came before is in the starting level',
    );
  }
  if (snapshot.otherAnnotations > 0) {
    told.tell('torch-annotations', 'entries of external_annotations that are no begin and no end', {
      count: snapshot.otherAnnotations,
    });
  }
  return told.notices;
}

/** The same of the memory of one device. */
export function deviceNotices(
  { texts }: Pick<Snapshot, 'texts'>,
  { trace, state }: SnapshotDevice,
  { settled, segments, blocks }: Pick<OwnedDevice, 'settled' | 'segments' | 'blocks'>,
): Notice[] {
  const told = new Told();
  if (trace.events > 0 && !trace.hasTimes) {
    told.tell(
      'torch-no-times',
      'entries have no times: their number is taken (PyTorch writes times since 2.1)',
    );
  }
  if (trace.events <= 1 && state !== undefined) {
    told.tell(
      'torch-state-only',
      'it was recorded with enabled="state", or the recording had just begun: what is held is known, what was released before is not',
    );
  }
  if (settled.startBytes !== settled.knownBytes) {
    told.tell(
      'torch-cut',
      `the trace does not end at the snapshot: by its segments ${settled.startBytes} bytes were there at its begin, by its blocks ${settled.knownBytes}; the latter is taken`,
    );
  }
  told.tally(
    'torch-missing',
    'blocks that the trace holds and the segments do not have',
    settled.missing,
  );
  told.tally(
    'torch-other-size',
    'releases, or blocks of the final state, of another size than their allocation, which counts',
    trace.otherSizes.count > 0 ? trace.otherSizes : settled.otherSizes,
  );
  if (settled.uncompleted > 0) {
    told.tell(
      'torch-uncompleted',
      'blocks that were given back and whose free_completed is not recorded end when they were given back',
      { count: settled.uncompleted },
    );
  }
  told.tally(
    'torch-address-reused',
    'blocks whose address was allocated again without a release: entries are missing; they are taken to end there',
    trace.reusedAddresses,
  );
  told.tally(
    'torch-late',
    'entries with a time before that of the entry before get that',
    trace.lateTimes,
  );
  told.tally(
    'torch-notes',
    'notes (annotate) of blocks that are not live were left out',
    trace.notesOfUnknown,
  );
  for (const [action, count] of trace.otherActions) {
    told.tell(
      'torch-other-actions',
      `entries of an action that is not known, “${texts.text(action)}”, were passed over`,
      { count },
    );
  }
  if (segments.startReservedBytes < 0) {
    told.tell(
      'torch-reserved',
      `the segments do not belong to the trace: ${segments.startReservedBytes} bytes would have been reserved at its begin; what was reserved over time is left out`,
    );
  }
  tellState(told, state);
  tellBlocks(told, state, blocks);
  return told.notices;
}

function tellState(told: Told, state: SnapshotDevice['state']): void {
  if (state === undefined) {
    told.tell(
      'torch-no-segments',
      'the file has no segments: what was held all the time is not known',
    );
    return;
  }
  if (state.withoutFrames > 0) {
    told.tell(
      'torch-no-frames',
      'blocks that are held at the end have no call stack: they are older than the recording, or it was without stacks (context, stacks)',
      { count: state.withoutFrames },
    );
  }
}

/** What is told of live bytes is of what was asked for, and not what PyTorch's own numbers are of. */
function tellBlocks(
  told: Told,
  state: SnapshotDevice['state'],
  { sizes, samples, contradictions }: KnownBlocks,
): void {
  if (state === undefined) return;
  if (sizes === undefined) {
    if (state.requestedBytes !== state.activeBytes) {
      told.tell(
        'torch-block-sizes',
        `live bytes are of what was asked for; at the end ${state.requestedBytes} of that took ${state.activeBytes} bytes in sizes of blocks, of which memory_allocated() counts ${state.allocatedBytes}`,
      );
    }
    told.tally(
      'torch-block-rule',
      'blocks of other sizes than PyTorch’s allocator makes: sizes are told of the final state alone',
      contradictions,
    );
    return;
  }
  const most = (of: 'allocated' | 'active') =>
    samples.reduce((bytes, sample) => Math.max(bytes, sample[of]), 0);
  const more =
    sizes.unsure.size === 0
      ? ''
      : `; ${sizes.unsure.size} blocks from before the recording may have taken ${sizes.unsureBytes} bytes more`;
  told.tell(
    'torch-block-sizes',
    `live bytes are of what was asked for; in sizes of blocks, which max_memory_allocated() counts, at most ${most('allocated')} bytes were allocated and ${most('active')} active${more}`,
  );
}
