import { BYTES_PER_UNIT } from './allocation-log.js';
import { NS_PER_TICK } from './clock.js';
import { deviceText } from './device-text.js';
import type { SimulatedCapture } from './scenario.js';
import { GE_START_UNITS } from './task-queue.js';

/** Live bytes of one allocator on one device. */
export interface LiveLevels {
  device: string;
  allocator: 'PTA' | 'GE';
  /** Just before the first row's allocation. */
  startLiveBytes: number;
  /** Highest level after any event of the capture, releases of blocks from before it included. */
  peakLiveBytes: number;
  /** When that level was first reached. */
  peakTimeNs: bigint;
  endLiveBytes: number;
}

/** A change of an allocator's level: units of 512 bytes, negative for a release. */
interface Changes {
  ticks: number[];
  units: number[];
}

type Capture = Omit<SimulatedCapture, 'truth'>;

function startUnits(capture: Capture, allocator: 'PTA' | 'GE', device: number): number {
  if (allocator === 'GE') return GE_START_UNITS;
  const blocks = capture.earlierBlocks.filter((block) => block.device === device);
  return blocks.reduce((sum, block) => sum + block.units, 0);
}

/** The tick at which a block's bytes leave the allocated total: the earlier of release and active release. */
function leaves(release: number | null, activeRelease: number | null): number | null {
  if (release === null || activeRelease === null) return release ?? activeRelease;
  return Math.min(release, activeRelease);
}

function changesOf(capture: Capture, allocator: 'PTA' | 'GE', device: number): Changes {
  const log = capture.allocations[allocator];
  const changes: Changes = { ticks: [], units: [] };
  const add = (tick: number | null, units: number): void => {
    if (tick === null) return;
    changes.ticks.push(tick);
    changes.units.push(units);
  };
  for (let row = 0; row < log.length; row++) {
    if (log.device.at(row) !== device) continue;
    const units = log.units.at(row);
    add(log.tick(row, 'allocation'), units);
    add(leaves(log.tick(row, 'release'), log.tick(row, 'activeRelease')), -units);
  }
  if (allocator === 'PTA') {
    for (const block of new Set(capture.unlistedEvents.map((event) => event.block))) {
      if (block.device !== device) continue;
      add(leaves(block.release?.tick ?? null, block.activeRelease?.tick ?? null), -block.units);
    }
  }
  return changes;
}

/** Sorts all changes by time, releases before allocations at one time, and adds them up. */
function levelsOf(capture: Capture, allocator: 'PTA' | 'GE', device: number): LiveLevels | null {
  const { ticks, units } = changesOf(capture, allocator, device);
  const at = (values: readonly number[], index: number): number => values[index] as number;
  const order = Uint32Array.from(ticks.keys()).sort(
    (a, b) => at(ticks, a) - at(ticks, b) || at(units, a) - at(units, b),
  );
  const first = order.findIndex((change) => at(units, change) > 0);
  if (first < 0) return null;
  let level = startUnits(capture, allocator, device);
  let start = level;
  let peak = -Infinity;
  let peakTick = 0;
  for (const [place, change] of order.entries()) {
    if (place === first) start = level;
    level += at(units, change);
    if (level > peak) {
      peak = level;
      peakTick = at(ticks, change);
    }
  }
  return {
    device: deviceText(capture.options, device),
    allocator,
    startLiveBytes: start * BYTES_PER_UNIT,
    peakLiveBytes: peak * BYTES_PER_UNIT,
    peakTimeNs: capture.options.startNs + BigInt(peakTick) * BigInt(NS_PER_TICK),
    endLiveBytes: level * BYTES_PER_UNIT,
  };
}

/** Live bytes by brute force: from the moments of the blocks, not from the totals that the allocators kept. */
export function liveLevels(capture: Capture): LiveLevels[] {
  const levels: LiveLevels[] = [];
  for (let device = 0; device < capture.options.devices; device++) {
    for (const allocator of ['PTA', 'GE'] as const) {
      const found = levelsOf(capture, allocator, device);
      if (found !== null) levels.push(found);
    }
  }
  return levels;
}
