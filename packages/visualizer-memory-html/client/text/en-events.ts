/** Texts that are others where events are counted instead of time, in English. */
export const EN_EVENTS = {
  units: 'The axis counts events; 1 KiB = 1,024 bytes.',
  readFields: 'Left and Right take numbers of events; Enter shows the range.',
  tablePeakTime: 'at event',
  eventAt: 'Event {number} of {all}: {what}',
  rangeUnit: 'events',
  rangeHelp: 'Numbers of events; Enter shows the range',
  rangeNotNumber: 'That is not a number of an event.',
  overlapItem: '{size}, events {start} – {end}',
  overlapItemOpen: '{size}, event {start} – not released',
  holderAllocation: '{size}, since event {time}',
  leastHeldHelp: '100 events',
  threadPeak: 'peak {size} at event {time}',
  scopeWhere: 'where, and at which event',
  failureTime: 'at event',
  columnPeakTime: 'at event',
} as const;
