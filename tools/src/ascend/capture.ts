import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaptureFormat, ModuleMemText } from './format.js';
import { memoryRecordCsv } from './memory-record-csv.js';
import { moduleMemCsv } from './module-mem-csv.js';
import { operatorMemoryCsv } from './operator-memory-csv.js';
import { hasActiveRelease, type Variant } from './options.js';
import {
  type MetadataText,
  type ProfilerInfoText,
  profilerInfo,
  profilerInfoName,
  profilerMetadata,
} from './profiler-info.js';
import type { SimulatedCapture } from './scenario.js';
import { type WrittenFile, writeText } from './text-file.js';
import { timestampText } from './timestamp-text.js';
import { traceJson } from './trace-json.js';
import type { TraceText } from './trace-text.js';

/** A format as a caller gives it: what is left out has its default. */
export type FormatRequest = Partial<
  Omit<CaptureFormat, 'trace' | 'moduleMem' | 'profilerInfo' | 'metadata'>
> & {
  trace?: Partial<TraceText>;
  moduleMem?: false | Partial<ModuleMemText>;
  profilerInfo?: false | Partial<ProfilerInfoText>;
  metadata?: false | Partial<MetadataText>;
};

export interface WrittenCapture {
  /** The capture's folder. */
  dir: string;
  files: WrittenFile[];
}

const OUTPUT = 'ASCEND_PROFILER_OUTPUT';
/** Small enough for a processor cache: larger chunks are slower. */
const CHUNK_CHARS = 1 << 16;

function part<T extends object>(given: false | Partial<T> | undefined, defaults: T): false | T {
  return given === false ? false : { ...defaults, ...given };
}

/** Fills in what the variant's producer does by default. */
export function resolveFormat(request: FormatRequest, variant: Variant): CaptureFormat {
  return {
    eol: variant === 'MS9' ? 'lf' : 'crlf',
    bom: false,
    quoteTimes: false,
    tabs: hasActiveRelease(variant) || variant === 'M9',
    missing: 'producer',
    deviceId: false,
    operatorMemoryPath: `${OUTPUT}/operator_memory.csv`,
    memoryRecord: true,
    analyseDone: true,
    chunkChars: CHUNK_CHARS,
    ...request,
    trace: {
      format: 'compact',
      wrapper: 'array',
      end: 'closed',
      numericTs: variant === 'V10',
      counters: 200,
      pythonFunctions: 100,
      targetBytes: 0,
      ...request.trace,
    },
    moduleMem: part(request.moduleMem, { slices: 1, deviceId: false, unit: 'MB' }),
    profilerInfo: part(request.profilerInfo, {
      rankInName: true,
      rankId: 'number',
      profileMemory: true,
      withStack: true,
    }),
    metadata: part<MetadataText>(request.metadata, {
      parallelGroupInfo: true,
      distributedArgs: true,
    }),
  };
}

function moduleMemNames(capture: SimulatedCapture, { slices }: ModuleMemText): string[] {
  if (slices === 1) return [`${OUTPUT}/npu_module_mem.csv`];
  const stamp = timestampText(capture.options.startNs).slice(0, 14);
  return Array.from(
    { length: slices },
    (_, slice) => `${OUTPUT}/npu_module_mem_slice_${slice}_${stamp}.csv`,
  );
}

/** The files of a capture: path in its folder, and the text in pieces. */
function* captureFiles(
  capture: SimulatedCapture,
  format: CaptureFormat,
  worldSize: number,
): Generator<[path: string, pieces: Iterable<string>]> {
  const { rank, trace } = capture.options;
  // Producers leave a table without rows out.
  if (capture.truth.rowCount > 0) {
    yield [format.operatorMemoryPath, operatorMemoryCsv(capture, format)];
  }
  if (format.memoryRecord) {
    yield [`${OUTPUT}/memory_record.csv`, memoryRecordCsv(capture, format)];
  }
  if (format.moduleMem !== false) {
    const slices = moduleMemCsv(capture, format, format.moduleMem);
    const names = moduleMemNames(capture, format.moduleMem);
    for (const [index, pieces] of slices.entries()) yield [names[index] as string, pieces];
  }
  if (trace !== false) yield [`${OUTPUT}/trace_view.json`, traceJson(capture, format.trace)];
  if (format.analyseDone) yield [`${OUTPUT}/analyse.done`, []];
  if (format.profilerInfo !== false) {
    const name = profilerInfoName(rank, format.profilerInfo);
    yield [name, [profilerInfo(capture, format.profilerInfo)]];
  }
  if (format.metadata !== false) {
    const text = profilerMetadata(capture, format.metadata, worldSize);
    yield ['profiler_metadata.json', [text]];
  }
}

/**
 * Writes a simulated capture into a folder (made if need be). Text goes to the disk in chunks, so the size of the
 * capture does not matter to memory.
 */
export async function writeCapture(
  dir: string,
  capture: SimulatedCapture,
  request: FormatRequest = {},
  worldSize = capture.options.rank + 1,
): Promise<WrittenCapture> {
  const format = resolveFormat(request, capture.options.variant);
  const files: WrittenFile[] = [];
  await mkdir(dir, { recursive: true });
  for (const [path, pieces] of captureFiles(capture, format, worldSize)) {
    files.push({ path, bytes: await writeText(join(dir, path), pieces, format.chunkChars) });
  }
  return { dir, files };
}
