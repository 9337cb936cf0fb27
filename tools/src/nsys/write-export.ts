import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { RMM_DEFAULTS } from '../rmm/options.js';
import { simulateRmm } from '../rmm/simulate.js';
import { RmmTruth } from '../rmm/truth.js';
import { NsysExportWriter } from './export-writer.js';
import { NSYS_DEFAULTS, type NsysExportRequest, type NsysSettings } from './options.js';
import type { NsysDeviceTruth } from './truth.js';
import { NSYS_FORMATS } from './versions.js';

/**
 * Writes the export of a recording of the runs that {@link writeRmmLogs} logs with the same options.
 *
 * @returns by device, what is true
 */
export function writeNsysExport(path: string, request: NsysExportRequest = {}): NsysDeviceTruth[] {
  return write(path, request, () => new RmmTruth());
}

/** The same without the truth, which takes too long for millions of events. */
export function writeLargeNsysExport(path: string, request: NsysExportRequest): void {
  write(path, request, () => undefined);
}

function write<Truth extends RmmTruth | undefined>(
  path: string,
  { options, devices = NSYS_DEFAULTS.devices, ...request }: NsysExportRequest,
  makeTruth: () => Truth,
): (Omit<NsysDeviceTruth, 'memory'> & { readonly memory: Truth })[] {
  const settings: NsysSettings = {
    ...NSYS_DEFAULTS,
    format: NSYS_FORMATS['2026.2'],
    ...request,
  };
  const { seed, startUs } = { ...RMM_DEFAULTS, ...options };
  mkdirSync(dirname(path), { recursive: true });
  const writer = new NsysExportWriter(path, settings, startUs);
  const truths = Array.from({ length: devices }, (_, gpuId) => {
    const device = writer.device(gpuId);
    const memory = makeTruth();
    simulateRmm({ ...options, seed: `${seed}/${gpuId}` }, (event) => {
      const told = device.tell(event);
      memory?.tell(told);
    });
    const { startEnd } = device.writer.ranges;
    const { processId, deviceId } = device;
    return { processId, deviceId, memory, startEnd, counts: device.writer.counts };
  });
  writer.close();
  return truths;
}
