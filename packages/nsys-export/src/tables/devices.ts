import { numberOf, numberOrNull, textOrNull } from '../cells.js';
import type { ReadOnlyDatabase } from '../database/database.js';
import { Table } from '../database/table.js';

/** A GPU of the machine. */
export interface NsysGpu {
  readonly id: number;
  readonly vmId: number | null;
  readonly name: string | null;
  readonly busLocation: string | null;
  readonly totalMemoryBytes: number | null;
  readonly uuid: string | null;
  /** The number that CUDA gives it where all are visible. */
  readonly cudaDevice: number | null;
}

/** What a process calls a GPU: with CUDA_VISIBLE_DEVICES two may both have a device 0. */
export interface NsysCudaDevice {
  readonly processId: number;
  /** The `deviceId` of the process's rows. */
  readonly deviceId: number;
  readonly gpuId: number;
  readonly uuid: string | null;
}

export class Devices {
  readonly gpus: readonly NsysGpu[];
  readonly cudaDevices: readonly NsysCudaDevice[];

  private constructor(gpus: readonly NsysGpu[], cudaDevices: readonly NsysCudaDevice[]) {
    this.gpus = gpus;
    this.cudaDevices = cudaDevices;
  }

  static read(database: ReadOnlyDatabase): Devices {
    return new Devices(readGpus(database), readCudaDevices(database));
  }

  /**
   * The GPU behind a process's device; undefined where the export does not tell.
   *
   * @param processId as the system numbers processes
   * @param deviceId as in batches of memory events
   */
  gpuOf(processId: number, deviceId: number): NsysGpu | undefined {
    const own = this.cudaDevices.find(
      (device) => device.processId === processId && device.deviceId === deviceId,
    );
    if (own !== undefined) return this.gpus.find(({ id }) => id === own.gpuId);
    return this.gpus.find(({ cudaDevice }) => cudaDevice === deviceId);
  }
}

function readGpus(database: ReadOnlyDatabase): NsysGpu[] {
  const table = Table.find(database, 'TARGET_INFO_GPU', ['id']);
  if (table === undefined) return [];
  const columns = table.columns(
    ...['id', 'vmId', 'name', 'busLocation', 'totalMemory', 'uuid', 'cuDevice'],
  );
  return [...database.rows(`SELECT ${columns} FROM TARGET_INFO_GPU`)].map((row) => ({
    id: numberOf(row.id),
    vmId: numberOrNull(row.vmId),
    name: textOrNull(row.name),
    busLocation: textOrNull(row.busLocation),
    totalMemoryBytes: numberOrNull(row.totalMemory),
    uuid: textOrNull(row.uuid),
    cudaDevice: numberOrNull(row.cuDevice),
  }));
}

function readCudaDevices(database: ReadOnlyDatabase): NsysCudaDevice[] {
  const table = Table.find(database, 'TARGET_INFO_CUDA_DEVICE', ['gpuId', 'cudaId', 'pid']);
  if (table === undefined) return [];
  const columns = table.columns('gpuId', 'cudaId', 'pid', 'uuid');
  return [...database.rows(`SELECT ${columns} FROM TARGET_INFO_CUDA_DEVICE`)].map((row) => ({
    processId: numberOf(row.pid),
    deviceId: numberOf(row.cudaId),
    gpuId: numberOf(row.gpuId),
    uuid: textOrNull(row.uuid),
  }));
}
