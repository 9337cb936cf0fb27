import { DictView } from '../pickle/dict-view.js';
import { KIND, KIND_MASK } from '../pickle/handles.js';
import type { PickleHeap } from '../pickle/heap.js';
import { PickleReader } from '../pickle/read-pickle.js';
import type { TextTable } from '../pickle/texts.js';
import { type AllocatorSettings, readSettings } from './allocator-settings.js';
import type { CallStacks } from './call-stacks.js';
import { DeviceState, StateReader } from './device-state.js';
import { internKeys } from './keys.js';
import { SnapshotClaims } from './snapshot-claims.js';
import { Trace } from './trace.js';
import { type Annotation, readAnnotations } from './user-ranges.js';

/** Memory of one device, or of the host, in a snapshot. */
export interface SnapshotDevice {
  /** Ordinal; 0 for the host. */
  readonly ordinal: number;
  readonly isHost: boolean;
  readonly trace: Trace;
  /** Undefined where the file has no segments at all. */
  readonly state: DeviceState | undefined;
}

/** A snapshot that was read: its texts and call stacks, each once, and what its devices hold. */
export interface Snapshot {
  readonly texts: TextTable;
  readonly callStacks: CallStacks;
  readonly devices: readonly SnapshotDevice[];
  readonly annotations: readonly Annotation[];
  /** Entries of `external_annotations` that are no begin and no end. */
  readonly otherAnnotations: number;
  /** Entries that the ring of a device had no room for. */
  readonly hasOverflowed: boolean;
  readonly settings: AllocatorSettings;
  /** Whether it is of an Ascend NPU, as far as its settings tell. */
  readonly isNpu: boolean;
}

/** What is wrong with a pickle that is read and is no snapshot. */
export class NoSnapshotError extends Error {}

/** Bytes of the file for each block, roundly: its allocation and release, with call stacks. */
const BYTES_A_BLOCK = 400;
const MOST_ROOM = 1 << 22;

/** Reads a snapshot that comes in pieces. */
export class SnapshotReader {
  readonly #claims: SnapshotClaims;
  readonly #pickle: PickleReader;

  /** @param fileBytes how large the file is, roundly; what is larger than that takes longer */
  constructor(fileBytes = 0) {
    const room = Math.min(MOST_ROOM, Math.ceil(fileBytes / BYTES_A_BLOCK));
    this.#claims = new SnapshotClaims(() => new Trace(room));
    this.#pickle = new PickleReader(this.#claims);
    internKeys(this.#pickle.machine.heap.texts);
  }

  /**
   * Takes the next piece, which is not kept.
   *
   * @throws PickleError
   */
  push(piece: Uint8Array): void {
    this.#pickle.push(piece);
  }

  /**
   * The snapshot, once all pieces were pushed.
   *
   * @throws PickleError where the file ends too early, NoSnapshotError where it is something else
   */
  finish(): Snapshot {
    const root = this.#pickle.finish();
    const { heap } = this.#pickle.machine;
    return new SnapshotParts(heap, this.#claims).read(root);
  }
}

/** Takes a snapshot apart that is in the heap. */
class SnapshotParts {
  readonly #heap: PickleHeap;
  readonly #claims: SnapshotClaims;

  constructor(heap: PickleHeap, claims: SnapshotClaims) {
    this.#heap = heap;
    this.#claims = claims;
  }

  read(root: number): Snapshot {
    const top = new DictView(this.#heap, root);
    const isList = (root & KIND_MASK) === KIND.list;
    // `torch.cuda.memory_snapshot()` is the list of segments alone.
    const segments = isList ? this.#heap.items(root) : top.items('segments');
    const hasSegments = isList ? segments.length > 0 : top.has('segments');
    if (!hasSegments && !top.has('device_traces') && !top.has('host_traces')) {
      throw new NoSnapshotError('it has neither segments nor device_traces');
    }
    const settings = top.dict('allocator_settings');
    const { annotations, others } = readAnnotations(this.#heap, top.items('external_annotations'));
    return {
      texts: this.#heap.texts,
      callStacks: this.#claims.callStacks,
      devices: [
        ...this.#devices(hasSegments ? segments : undefined, this.#tracesOf(top, 'device_traces')),
        ...this.#host(top),
      ],
      annotations,
      otherAnnotations: others,
      hasOverflowed: settings.isTrue('trace_alloc_overflowed'),
      settings: readSettings(settings),
      isNpu: settings.has('PYTORCH_NPU_ALLOC_CONF'),
    };
  }

  #states(segments: readonly number[]): Map<number, DeviceState> {
    const reader = new StateReader(this.#heap, this.#claims);
    try {
      reader.read(segments);
    } catch (error) {
      if (error instanceof RangeError) throw new NoSnapshotError(error.message);
      throw error;
    }
    return reader.devices;
  }

  #devices(segments: readonly number[] | undefined, traces: readonly Trace[]): SnapshotDevice[] {
    const states = segments === undefined ? undefined : this.#states(segments);
    const ordinals = new Set(states?.keys());
    traces.forEach(({ events }, ordinal) => {
      if (events > 0) ordinals.add(ordinal);
    });
    return [...ordinals]
      .sort((a, b) => a - b)
      .map((ordinal) => ({
        ordinal,
        isHost: false,
        trace: traces[ordinal] ?? new Trace(),
        state: states?.get(ordinal) ?? (states && new DeviceState()),
      }));
  }

  /** Pinned memory of the host: one trace, as a list of entries or as one of lists. */
  #host(top: DictView): SnapshotDevice[] {
    const [trace] = this.#tracesOf(top, 'host_traces').filter(({ events }) => events > 0);
    const segments = top.items('host_segments');
    if (trace === undefined && segments.length === 0) return [];
    const states = top.has('host_segments') ? this.#states(segments) : undefined;
    const state = states && (states.values().next().value ?? new DeviceState());
    return [{ ordinal: 0, isHost: true, trace: trace ?? new Trace(), state }];
  }

  /** The traces under a key, by device: lists that no entry is in are traces too. */
  #tracesOf(top: DictView, key: string): Trace[] {
    const handle = top.get(key);
    const own = this.#claims.traceOf(this.#heap.claimOf(handle));
    if (own !== undefined) return [own as Trace];
    return top.items(key).map((item) => {
      const trace = this.#claims.traceOf(this.#heap.claimOf(item));
      if (trace !== undefined) return trace as Trace;
      if ((item & KIND_MASK) !== KIND.list || this.#heap.items(item).length > 0) {
        throw new NoSnapshotError(`${key} has something that is no trace`);
      }
      return new Trace();
    });
  }
}
