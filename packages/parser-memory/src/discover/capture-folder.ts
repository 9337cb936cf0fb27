import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the profiler's analysis puts what people read. */
export const ANALYSED_FOLDER = 'ASCEND_PROFILER_OUTPUT';
/** What is in a capture before it is analysed. */
const RAW_FOLDER = /^(FRAMEWORK|PROF_.+)$/;
const CAPTURE_NAME = /_ascend_(pt|ms)$/;
const INFO_FILE = /^profiler_info(?:_(\d{1,9}))?\.json$/;

/** What a folder looks like from its entries. */
export interface FolderShape {
  readonly namedAsCapture: boolean;
  readonly analysed: boolean;
  readonly raw: boolean;
  /** `profiler_info.json` and `profiler_info_<rank>.json`, sorted. */
  readonly infoFiles: readonly string[];
}

export function shapeOf(name: string, entries: readonly Dirent[]): FolderShape {
  return {
    namedAsCapture: CAPTURE_NAME.test(name),
    analysed: entries.some((entry) => entry.name === ANALYSED_FOLDER),
    raw: entries.some((entry) => RAW_FOLDER.test(entry.name)),
    infoFiles: entries
      .map((entry) => entry.name)
      .filter((file) => INFO_FILE.test(file))
      .sort(),
  };
}

/**
 * Whether a folder is a capture: by its name and content, or by content alone, since people rename
 * folders.
 */
export function isCapture(shape: FolderShape): boolean {
  if (shape.analysed) return true;
  return shape.namedAsCapture && (shape.raw || shape.infoFiles.length > 0);
}

/** The rank in the name of a `profiler_info_<rank>.json`; undefined where it has none. */
export function rankInName(file: string): number | undefined {
  const rank = INFO_FILE.exec(file)?.[1];
  return rank === undefined ? undefined : Number(rank);
}

/** The tables and the trace of an analysed capture; absent files are undefined or none. */
export interface CaptureFiles {
  readonly operatorMemory: readonly string[];
  readonly memoryRecord: readonly string[];
  readonly moduleMemory: readonly string[];
  readonly trace: string | undefined;
  readonly databases: readonly string[];
  /** The empty file that newer versions leave when analysis has finished. */
  readonly done: boolean;
}

/** A file itself, or the slices and time-stamped copies that CANN writes of it. */
function slicesOf(names: readonly string[], stem: string): string[] {
  if (names.includes(`${stem}.csv`)) return [`${stem}.csv`];
  const slice = new RegExp(`^${stem}(?:_slice_(\\d+))?_\\d+\\.csv$`);
  return names
    .filter((name) => slice.test(name))
    .sort((a, b) => Number(slice.exec(a)?.[1] ?? 0) - Number(slice.exec(b)?.[1] ?? 0));
}

export async function captureFiles(capture: string): Promise<CaptureFiles> {
  const folder = join(capture, ANALYSED_FOLDER);
  const names = (await readdir(folder).catch(() => [])).sort();
  const paths = (found: readonly string[]) => found.map((name) => join(folder, name));
  return {
    operatorMemory: paths(slicesOf(names, 'operator_memory')),
    memoryRecord: paths(slicesOf(names, 'memory_record')),
    moduleMemory: paths(slicesOf(names, 'npu_module_mem')),
    trace: names.includes('trace_view.json') ? join(folder, 'trace_view.json') : undefined,
    databases: paths(names.filter((name) => name.endsWith('.db'))),
    done: names.includes('analyse.done'),
  };
}
