import { grownTo } from '../columns/growing.js';
import type { Totals } from './columns.js';

type Numbers = Float64Array | Int32Array | Uint8Array;

function noTotals() {
  return {
    allocated: new Float64Array(0),
    reserved: new Float64Array(0),
    active: new Float64Array(0),
  };
}

function eachTotal(totals: Totals, change: (column: Float64Array) => Float64Array) {
  return {
    allocated: change(totals.allocated),
    reserved: change(totals.reserved),
    active: change(totals.active),
  };
}

/** The columns of {@link OperatorMemory} while rows are added: room for many is made at a time. */
export class GrowingColumns {
  rows = 0;
  #capacity = 0;
  name = new Int32Array(0);
  sizeBytes = new Float64Array(0);
  startNs = new Float64Array(0);
  releaseNs = new Float64Array(0);
  activeReleaseNs = new Float64Array(0);
  allocated: Totals = noTotals();
  released: Totals = noTotals();
  stream = new Int32Array(0);
  device = new Int32Array(0);
  releaseOnly = new Uint8Array(0);

  /** Makes room for `more` rows. */
  reserve(more: number): void {
    const needed = this.rows + more;
    if (needed <= this.#capacity) return;
    // Half as much again: a column of millions is copied a few times, and a quarter stays unused.
    this.#resize(Math.max(needed, Math.ceil(this.#capacity * 1.5)));
  }

  /** Gives back the room that is not used. */
  trim(): void {
    if (this.rows < this.#capacity * 0.75) this.#cut(this.rows);
  }

  #resize(capacity: number): void {
    this.#capacity = capacity;
    this.#change((column) => grownTo(column, capacity));
  }

  #cut(rows: number): void {
    this.#capacity = rows;
    this.#change((column) => column.slice(0, rows) as typeof column);
  }

  #change(change: <A extends Numbers>(column: A) => A): void {
    this.name = change(this.name);
    this.sizeBytes = change(this.sizeBytes);
    this.startNs = change(this.startNs);
    this.releaseNs = change(this.releaseNs);
    this.activeReleaseNs = change(this.activeReleaseNs);
    this.allocated = eachTotal(this.allocated, change);
    this.released = eachTotal(this.released, change);
    this.stream = change(this.stream);
    this.device = change(this.device);
    this.releaseOnly = change(this.releaseOnly);
  }
}
