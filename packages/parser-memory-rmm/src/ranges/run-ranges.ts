import {
  enclosingRanges,
  type NsysClock,
  NsysExportError,
  openExport,
} from '@rl-insight/nsys-export';
import { rmmErrors } from '../errors.js';

const NS_PER_DAY = 86_400_000_000_000n;

/** A dictionary column that grows. */
export class Texts {
  readonly codes: number[] = [];
  readonly values: string[] = [];
  readonly #known = new Map<string, number>();

  /** Null has the code −1. */
  add(text: string | null): void {
    let code = text === null ? -1 : this.#known.get(text);
    if (code === undefined) {
      code = this.values.push(text as string) - 1;
      this.#known.set(text as string, code);
    }
    this.codes.push(code);
  }
}

/** A thread of the export that has ranges. */
export interface RangeThread {
  readonly processId: number;
  readonly threadId: number;
  readonly name: string | null;
}

/** The user ranges of a recording; times are ns since the UTC midnight before it began. */
export interface RunRanges {
  readonly path: string;
  /** Local time less UTC where it was recorded; null where the export does not tell. */
  readonly zoneOffsetMinutes: number | null;
  readonly startNs: Float64Array;
  /** Infinite for a range that was still open. */
  readonly endNs: Float64Array;
  readonly name: Texts;
  readonly domain: Texts;
  /** Place in {@link threads}. */
  readonly thread: Int32Array;
  /** Place of the enclosing range; −1 for a root. */
  readonly parent: Int32Array;
  readonly threads: readonly RangeThread[];
}

/**
 * Reads the NVTX ranges of an export of Nsight Systems.
 *
 * @throws RlInsightError when it cannot be read, has none, or does not tell when it was recorded.
 */
export function readRunRanges(path: string): RunRanges {
  try {
    const exported = openExport(path);
    try {
      const { clock } = exported;
      if (clock === null) throw rmmErrors.rangesWithoutClock(path);
      const ranges = collect(exported.ranges(), clock);
      if (ranges.startNs.length === 0) throw rmmErrors.noRanges(path);
      return {
        path,
        zoneOffsetMinutes: clock.zoneOffsetMinutes,
        ...ranges,
        parent: enclosingRanges(ranges),
        threads: exported.threads.map(({ processId, threadId, name }) => ({
          processId,
          threadId,
          name,
        })),
      };
    } finally {
      exported.close();
    }
  } catch (error) {
    if (!(error instanceof NsysExportError)) throw error;
    throw rmmErrors.rangesUnreadable(path, error.message);
  }
}

type Batches = ReturnType<ReturnType<typeof openExport>['ranges']>;

function collect(batches: Batches, { utcEpochNs, utcOffsetNs }: NsysClock) {
  const midnight = utcEpochNs - (utcEpochNs % NS_PER_DAY);
  const sinceMidnight = (time: bigint) => Number(time + utcOffsetNs - midnight);
  const startNs: number[] = [];
  const endNs: number[] = [];
  const kind: number[] = [];
  const thread: number[] = [];
  const name = new Texts();
  const domain = new Texts();
  for (const batch of batches) {
    for (let i = 0; i < batch.count; i++) {
      // What is on no thread encloses no allocation.
      if (batch.thread[i] < 0) continue;
      startNs.push(sinceMidnight(batch.startNs[i]));
      endNs.push(batch.isOpen[i] ? Number.POSITIVE_INFINITY : sinceMidnight(batch.endNs[i]));
      kind.push(batch.kind[i]);
      thread.push(batch.thread[i]);
      name.add(batch.names[i]);
      domain.add(batch.domains[i]);
    }
  }
  return {
    startNs: Float64Array.from(startNs),
    endNs: Float64Array.from(endNs),
    kind: Uint8Array.from(kind),
    thread: Int32Array.from(thread),
    name,
    domain,
  };
}
