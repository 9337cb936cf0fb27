import type { DatabaseWriter } from './database-writer.js';
import type { NsysFormat } from './versions.js';

/** Midnight of the day of the recording, as if its zone were UTC. */
const DAY_NS = BigInt(Date.UTC(2026, 4, 24)) * 1_000_000n;
const SYSTEM_CLOCK_NS = 35_255_823_190n;
/** From the start of the session to the first event. */
const LEAD_NS = 1_000_000_000n;
const NS_PER_MINUTE = 60_000_000_000n;

/** When a recorded session began, and how its times follow from the time of day that RMM logs. */
export class Session {
  readonly utcEpochNs: bigint;
  /** When it began, in the export's time. */
  readonly startNs = Number(SYSTEM_CLOCK_NS);
  readonly #localStartNs: bigint;
  readonly #zeroNs: number;

  /** @param startUs when the run begins, µs since midnight, local time */
  constructor(startUs: number, zoneOffsetMinutes: number) {
    this.#localStartNs = DAY_NS + BigInt(startUs) * 1000n - LEAD_NS;
    this.utcEpochNs = this.#localStartNs - BigInt(zoneOffsetMinutes) * NS_PER_MINUTE;
    this.#zeroNs = Number(SYSTEM_CLOCK_NS + LEAD_NS) - startUs * 1000;
  }

  /** The export's time of a moment, ns since the first midnight. */
  timeOf(dayNs: number): number {
    return dayNs + this.#zeroNs;
  }

  write(database: DatabaseWriter, format: NsysFormat, lastNs: number): void {
    database.add('TARGET_INFO_SESSION_START_TIME', {
      utcEpochNs: this.utcEpochNs,
      utcTime: wallTime(this.utcEpochNs),
      localTime: wallTime(this.#localStartNs),
      systemClockNs: SYSTEM_CLOCK_NS,
    });
    database.add('ANALYSIS_DETAILS', {
      globalVid: 1n << 48n,
      duration: BigInt(lastNs) - SYSTEM_CLOCK_NS,
      startTime: SYSTEM_CLOCK_NS,
      stopTime: BigInt(lastNs),
    });
    if (format.productVersion === null) return;
    const exported = {
      EXPORT_PRODUCT_NAME: 'NVIDIA Nsight Systems',
      EXPORT_PRODUCT_VERSION: format.productVersion,
      EXPORT_SCHEMA_VERSION: format.schemaVersion,
      EXPORT_PARAM_TIME_NORMALIZE: 'false',
      EXPORT_PARAM_TIME_SHIFT: '0',
    };
    for (const [name, value] of Object.entries(exported)) {
      database.add('META_DATA_EXPORT', { name, value });
    }
  }
}

function wallTime(ns: bigint): string {
  return new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 19);
}
