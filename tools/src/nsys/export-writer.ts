import type { RmmEvent } from '../rmm/events.js';
import { DatabaseWriter } from './database-writer.js';
import { DeviceWriter, type RecordedProcess } from './device-writer.js';
import type { NsysSettings } from './options.js';
import { Session } from './session.js';

const FIRST_PROCESS = 1_979_900;
const VM_ID = 1n;
/** Between the thread ids of devices that share a process. */
const THREADS_APART = 1000;
const GPU_BYTES = 80 * 2 ** 30;

/** A device, as what records it knows it. */
export interface RecordedDevice {
  readonly processId: number;
  readonly deviceId: number;
  readonly writer: DeviceWriter;
  /** Threads that have done something. */
  readonly threadIds: ReadonlySet<number>;
  readonly globalTid: (threadId: number) => bigint;
  /** @returns the event as the export has it */
  readonly tell: (event: RmmEvent) => RmmEvent;
}

/** Writes an export, device by device. */
export class NsysExportWriter {
  readonly #database: DatabaseWriter;
  readonly #settings: NsysSettings;
  readonly #session: Session;
  readonly #processes = new Map<number, RecordedProcess>();
  readonly #devices: RecordedDevice[] = [];

  /** @param startUs when the runs begin, µs since midnight, local time */
  constructor(path: string, settings: NsysSettings, startUs: number) {
    this.#settings = settings;
    this.#database = new DatabaseWriter(path, settings.format);
    this.#session = new Session(startUs, settings.zoneOffsetMinutes);
  }

  /** Begins with a device; its events follow in the order of their times. */
  device(gpuId: number): RecordedDevice {
    const isShared = this.#settings.processes === 'shared';
    const processId = FIRST_PROCESS + (isShared ? 0 : gpuId);
    const deviceId = isShared ? gpuId : 0;
    const process = this.#process(processId, gpuId);
    this.#writeDevice(gpuId, deviceId, processId);
    const writer = new DeviceWriter(
      ...([this.#database, this.#settings, this.#session, process, deviceId] as const),
    );
    const apart = isShared ? gpuId * THREADS_APART : 0;
    const threadIds = new Set<number>();
    const tell = (event: RmmEvent) => {
      const own = { ...event, threadId: event.threadId + apart };
      threadIds.add(own.threadId);
      return writer.tell(own);
    };
    writer.ranges.begin(processId, this.#session.startNs);
    const { globalTid } = process;
    const device = { processId, deviceId, writer, tell, threadIds, globalTid };
    this.#devices.push(device);
    return device;
  }

  /** Writes what is known at the end. */
  close(): void {
    for (const { writer } of this.#devices) writer.ranges.end();
    for (const { threadIds, globalTid } of this.#devices) {
      for (const threadId of threadIds) {
        const nameId = this.#database.stringId(`worker-${threadId}`);
        const row = { nameId, priority: 20, globalTid: globalTid(threadId) };
        this.#database.add('ThreadNames', row);
      }
    }
    const lastNs = Math.max(...this.#devices.map(({ writer }) => writer.dayNs));
    this.#session.write(this.#database, this.#settings.format, this.#session.timeOf(lastNs));
    if (this.#settings.format.productVersion !== null) {
      const value = String(this.#settings.memoryTable);
      this.#database.add('META_DATA_CAPTURE', { name: 'COLLECT_GPU_MEMORY_USAGE', value });
    }
    this.#diagnostic(1, 'Profiling has started.');
    this.#diagnostic(2, 'CUDA events were lost.');
    this.#database.close();
  }

  #process(processId: number, rank: number): RecordedProcess {
    const known = this.#processes.get(processId);
    if (known !== undefined) return known;
    const head = (BigInt(this.#settings.hardwareId) << 56n) | (VM_ID << 48n);
    const globalPid = BigInt.asIntN(64, head | (BigInt(processId) << 24n));
    let calls = 0;
    const process = {
      globalPid,
      globalTid: (threadId: number) => globalPid | BigInt(threadId),
      correlate: () => ++calls,
    };
    this.#processes.set(processId, process);
    this.#database.add('PROCESSES', { globalPid, pid: processId, name: 'program' });
    this.#database.add('MPI_RANKS', { globalTid: process.globalTid(processId), rank });
    return process;
  }

  #writeDevice(gpuId: number, deviceId: number, processId: number): void {
    const uuid = `GPU-${gpuId}`;
    this.#database.add('TARGET_INFO_GPU', {
      ...{ vmId: VM_ID, id: gpuId, name: 'NVIDIA H100 80GB HBM3', isDiscrete: 1, uuid },
      ...{ busLocation: `0000:0${gpuId}:00.0`, totalMemory: GPU_BYTES, cuDevice: gpuId },
    });
    this.#database.add('TARGET_INFO_CUDA_DEVICE', {
      ...{ gpuId, cudaId: deviceId, pid: processId, uuid, numMultiprocessors: 132 },
    });
  }

  #diagnostic(severity: number, text: string): void {
    const timestamp = this.#session.startNs;
    const row = { timestamp, timestampType: 1, source: 1, severity, text };
    this.#database.add('DIAGNOSTIC_EVENT', row);
  }
}
