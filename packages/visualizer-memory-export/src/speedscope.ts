import { FRAME_SEPARATOR } from '@rl-insight/memory-contract';
import type { PeakReport } from '@rl-insight/memory-model';

/** The parts of speedscope's file format that are used here (its `file-format-spec.ts`, 1.25). */
interface Frame {
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
}
export interface SpeedscopeFile {
  readonly $schema: 'https://www.speedscope.app/file-format-schema.json';
  readonly exporter: string;
  readonly name: string;
  readonly activeProfileIndex: number;
  readonly shared: { readonly frames: readonly Frame[] };
  readonly profiles: readonly {
    readonly type: 'sampled';
    readonly name: string;
    readonly unit: 'bytes';
    readonly startValue: number;
    readonly endValue: number;
    /** Indices of frames, outermost first. */
    readonly samples: readonly (readonly number[])[];
    readonly weights: readonly number[];
  }[];
}

const BEFORE = '(there before the capture)';
const NOT_RECORDED = '(who held it is not recorded)';
/** `model.py(12): forward`, as PyTorch's profiler writes a frame of Python. */
const PYTHON_FRAME = /^(?<file>.+)\((?<line>\d+)\): (?<name>.+)$/s;

function frameOf(text: string): Frame {
  const { file, line, name } = PYTHON_FRAME.exec(text)?.groups ?? {};
  return name === undefined ? { name: text } : { name, file, line: Number(line) };
}

/** What was held at the peak, by call stack and operator, as a sampled profile of bytes. */
export function speedscopeFile(
  peak: PeakReport,
  { name, exporter }: { readonly name: string; readonly exporter: string },
): SpeedscopeFile {
  const places = new Map<string, number>();
  const place = (text: string) => {
    const known = places.get(text) ?? places.size;
    places.set(text, known);
    return known;
  };
  // Where nobody tells who held it, it is one frame.
  const unknown =
    peak.holders === null ? [{ name: NOT_RECORDED, call_stack: '', bytes: peak.live_bytes }] : [];
  const held = peak.holders ?? unknown;
  const samples = held.map(({ name: operator, call_stack }) => {
    const frames = call_stack === '' ? [] : call_stack.split(FRAME_SEPARATOR).reverse();
    return [...frames, operator].map(place);
  });
  const weights = held.map(({ bytes }) => bytes);
  const before = peak.before_capture_bytes ?? 0;
  if (before > 0) {
    samples.push([place(BEFORE)]);
    weights.push(before);
  }
  const endValue = weights.reduce((sum, bytes) => sum + bytes, 0);
  return {
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    exporter,
    name,
    activeProfileIndex: 0,
    shared: { frames: [...places.keys()].map(frameOf) },
    profiles: [{ type: 'sampled', name, unit: 'bytes', startValue: 0, endValue, samples, weights }],
  };
}
