/**
 * Both charts have their plots between the same two edges, so that a moment is at the same place in
 * both: names stand left of them, the scroll bar of the lanes right of them. The style sheet has the
 * same numbers.
 */
export const GUTTER_PX = 232;
export const RIGHT_PX = 18;

/** Height of the strip with the labels of the time axis. */
export const AXIS_PX = 20;

/** Width of a plot in a chart of this width. */
export function plotWidth(chartWidth: number): number {
  return Math.max(50, chartWidth - GUTTER_PX - RIGHT_PX);
}
