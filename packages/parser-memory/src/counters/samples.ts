/**
 * What allocators and modules report of themselves over time, in the order of the file. Times are
 * ns after the origin of the capture's clock; bytes are NaN where a cell is empty.
 */
export interface CounterSamples {
  readonly rows: number;
  readonly timeNs: Float64Array;
  /** Index into {@link components}. */
  readonly component: Int32Array;
  readonly components: readonly string[];
  /** Index into {@link devices}. */
  readonly device: Int32Array;
  readonly devices: readonly string[];
  readonly allocatedBytes: Float64Array;
  readonly reservedBytes: Float64Array;
  readonly activeBytes: Float64Array;
}
