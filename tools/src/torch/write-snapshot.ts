import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { TORCH_DEFAULTS, TORCH_FILE, type TorchFileOptions, type TorchOptions } from './options.js';
import { type PickleData, PickleWriter } from './pickle-writer.js';
import { simulateTorch, type TorchEntry, type TorchRun } from './simulate.js';
import { entryData, segmentData } from './snapshot-data.js';
import { torchStacks } from './stacks.js';
import type { TorchTruth } from './truth.js';

/** A range that the program marks with record_function. */
export interface TorchAnnotation {
  readonly name: string;
  readonly stage: 'START' | 'END';
  readonly device: number;
  /** Share of the time from the first entry to the last. */
  readonly at: number;
}

export interface TorchSnapshotRequest {
  readonly options?: Partial<TorchOptions>;
  readonly file?: Partial<TorchFileOptions>;
  readonly devices?: number;
  /** Whether pinned memory of the host was recorded too. */
  readonly host?: boolean;
  readonly annotations?: readonly TorchAnnotation[];
  /** The text that the program has set at an entry (`user_metadata`). */
  readonly metadata?: (device: number, entry: number) => string;
}

/** What is true of a snapshot, by device; of the host, if it has one. */
export interface TorchSnapshotTruth {
  readonly devices: readonly TorchTruth[];
  readonly host: TorchTruth | undefined;
}

/** Writes a snapshot entry by entry, in any size, and tells what is true of it. */
export function writeTorchSnapshot(
  path: string,
  request: TorchSnapshotRequest = {},
): TorchSnapshotTruth {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'w');
  try {
    return pickleTorchSnapshot((bytes) => {
      writeSync(file, bytes);
    }, request);
  } finally {
    closeSync(file);
  }
}

/** The same, handing over bytes that are used again afterwards. */
export function pickleTorchSnapshot(
  write: (bytes: Uint8Array) => void,
  request: TorchSnapshotRequest = {},
): TorchSnapshotTruth {
  return new SnapshotWriter(write, request).run();
}

class SnapshotWriter {
  readonly #request: TorchSnapshotRequest;
  readonly #file: TorchFileOptions;
  readonly #options: TorchOptions;
  readonly #stacks: ReturnType<typeof torchStacks>;
  readonly #writer: PickleWriter;

  constructor(write: (bytes: Uint8Array) => void, request: TorchSnapshotRequest) {
    this.#request = request;
    this.#file = { ...TORCH_FILE, ...request.file };
    this.#options = { ...TORCH_DEFAULTS, ...request.options };
    this.#stacks = torchStacks(this.#options);
    this.#writer = new PickleWriter(write, this.#file);
  }

  run(): TorchSnapshotTruth {
    const writer = this.#writer;
    const { devices = 1, host = false, annotations = [] } = this.#request;
    writer.open('dict');
    writer.mark();
    writer.value('device_traces');
    const runs = this.#traces(devices, (device) => `${this.#options.seed}/${device}`);
    writer.value('segments');
    writer.value(this.#segments(runs));
    const { format } = this.#file;
    if (format !== '2022' && format !== '2023') {
      writer.value('allocator_settings');
      writer.value(settings(this.#options.expandable));
      writer.value('external_annotations');
      writer.value(annotations.map((annotation) => this.#annotation(annotation, runs)));
    }
    let hostRun: TorchRun | undefined;
    if (host) {
      writer.value('host_traces');
      [hostRun] = this.#traces(1, () => `${this.#options.seed}/host`);
      writer.value('host_segments');
      writer.value(this.#segments([hostRun]));
    }
    writer.closeDict();
    writer.finish();
    return { devices: runs.map(({ truth }) => truth), host: hostRun?.truth };
  }

  #traces(devices: number, seed: (device: number) => string): TorchRun[] {
    const writer = this.#writer;
    const runs: TorchRun[] = [];
    writer.open('list');
    for (let device = 0; device < devices; device++) {
      // Each is put into the list by itself, since how many items follow is told before them.
      writer.open('list');
      runs.push(this.#trace(device, seed(device)));
      writer.closeList();
      writer.append();
    }
    return runs;
  }

  #trace(device: number, seed: string): TorchRun {
    const { metadata } = this.#request;
    let entries = 0;
    return simulateTorch({ ...this.#options, seed }, (entry: TorchEntry) => {
      const text = metadata?.(device, entries++) ?? '';
      this.#writer.item();
      const frames = this.#stacks[entry.stack] ?? [];
      this.#writer.passing(entryData(entry, { frames, metadata: text, format: this.#file.format }));
    });
  }

  #segments(runs: readonly TorchRun[]): PickleData {
    return runs.flatMap(({ segments }, device) =>
      segments.map((segment) =>
        segmentData(segment, {
          device,
          format: this.#file.format,
          isExpandable: this.#options.expandable,
          stacks: this.#stacks,
        }),
      ),
    );
  }

  #annotation({ at, ...annotation }: TorchAnnotation, runs: readonly TorchRun[]): PickleData {
    const { startUs, endUs } = runs[annotation.device].truth;
    return { ...annotation, time_us: startUs + Math.round(at * (endUs - startUs)) };
  }
}

function settings(isExpandable: boolean): PickleData {
  return {
    PYTORCH_CUDA_ALLOC_CONF: isExpandable ? 'expandable_segments:True' : '',
    max_split_size: -1,
    expandable_segments: isExpandable,
  };
}
