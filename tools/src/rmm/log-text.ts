import { type AllocationEvent, isLogged, type RmmEvent } from './events.js';
import type { RmmLogFormat } from './log-format.js';

const US_PER_DAY = 86_400_000_000;

function two(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}

/** A time of day; the log has no date. */
export function clockText(timeUs: number, separator: ':' | '.'): string {
  const us = timeUs % US_PER_DAY;
  const seconds = us / 1e6;
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${clock}${separator}${String(us % 1e6).padStart(6, '0')}`;
}

export function headerText({ thread, time }: RmmLogFormat): string {
  const names = [...(thread ? ['Thread'] : []), ...(time === null ? [] : ['Time'])];
  return [...names, 'Action', 'Pointer', 'Size', 'Stream'].join(',');
}

function rowText(event: AllocationEvent, format: RmmLogFormat): string {
  const { threadId, timeUs, kind, address, bytes, stream } = event;
  const action = { allocate: 'allocate', failure: 'allocate failure', free: format.release }[kind];
  return [
    ...(format.thread ? [threadId] : []),
    ...(format.time === null ? [] : [clockText(timeUs, format.time)]),
    action,
    address === 0 ? format.nullPointer : `0x${address.toString(16)}`,
    bytes,
    `${format.streamPrefix ? '0x' : ''}${stream.toString(16)}`,
  ].join(',');
}

/** The row of an event, without its line end; undefined where that version writes none. */
export function logRow(event: RmmEvent, format: RmmLogFormat): string | undefined {
  if (!isLogged(event) || (event.kind === 'failure' && !format.failures)) return undefined;
  return rowText(event, format);
}
