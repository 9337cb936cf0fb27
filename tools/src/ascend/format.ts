import type { TableText } from './csv-text.js';
import type { MetadataText, ProfilerInfoText } from './profiler-info.js';
import type { TraceText } from './trace-text.js';

/** How npu_module_mem.csv is written. */
export interface ModuleMemText {
  /** 1: `npu_module_mem.csv`; more: `npu_module_mem_slice_<n>_<timestamp>.csv`, counted from 0. */
  slices: number;
  /** A leading `Device_id` column, as newer producers write it. */
  deviceId: boolean;
  unit: 'MB' | 'KB';
}

/** How a simulated capture is written. */
export interface CaptureFormat {
  eol: TableText['eol'];
  bom: boolean;
  /** Times in quotes, as a spreadsheet saves cells that end with a tab. */
  quoteTimes: boolean;
  /** A tab after times. */
  tabs: boolean;
  /** What is not known: as the variant's producer writes it, or `N/A` as MindSpore does. */
  missing: 'producer' | 'N/A';
  /** A leading `Device_id` column in CANN's table (M9). */
  deviceId: boolean;
  /** Path of the table of allocations in the capture's folder. */
  operatorMemoryPath: string;
  trace: TraceText;
  memoryRecord: boolean;
  moduleMem: false | ModuleMemText;
  profilerInfo: false | ProfilerInfoText;
  metadata: false | MetadataText;
  /** An empty file that tells that the analysis has ended. */
  analyseDone: boolean;
  /** Characters that are gathered before they go to the disk. */
  chunkChars: number;
}
