/**
 * What the numbers of a page count, which is decided once, before anything is drawn: nanoseconds, or
 * events. Sources without a clock number their events, and a reader may want to see any by number.
 */
export type AxisUnit = 'ns' | 'events';

let unit: AxisUnit = 'ns';
let isTimeless = false;

/** @param timeless whether the source has no clock, so that there is no time to tell either */
export function decideAxis(decided: AxisUnit, timeless: boolean): void {
  unit = decided;
  isTimeless = timeless;
}

/** Whether the axis counts events. */
export function countsEvents(): boolean {
  return unit === 'events';
}

/** Whether the source counts events, instead of time. */
export function hasNoClock(): boolean {
  return isTimeless;
}
