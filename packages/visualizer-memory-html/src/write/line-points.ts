import { CurveThinner, type LevelCurve } from '@rl-insight/memory-model';

/** The points of a line in memory that is used again for the next. Between its parts are gaps. */
export class LinePoints {
  count = 0;
  readonly breaks: number[] = [];
  #timeNs = new Float64Array(1024);
  #value = new Float64Array(1024);
  #part = 0;

  /** Points of all parts, and room for more. */
  get timeNs(): Float64Array {
    return this.#timeNs;
  }

  get value(): Float64Array {
    return this.#value;
  }

  clear(): void {
    this.count = 0;
    this.breaks.length = 0;
    this.#part = 0;
  }

  /** What comes now is apart from what came before. */
  beginPart(): void {
    this.#part = this.count;
    if (this.count > 0) this.breaks.push(this.count);
  }

  get pointsOfPart(): number {
    return this.count - this.#part;
  }

  push(timeNs: number, value: number): void {
    if (this.count === this.#timeNs.length) this.#grow(1);
    this.#timeNs[this.count] = timeNs;
    this.#value[this.count++] = value;
  }

  /** Adds a curve as a part of its own. */
  addPart({ timeNs, bytes }: LevelCurve): void {
    this.beginPart();
    this.add(timeNs, bytes, 0, timeNs.length);
  }

  /** Adds the points from one place of some lists to another. */
  add(timeNs: Float64Array, value: Float64Array, begin: number, end: number): void {
    if (this.count + end - begin > this.#timeNs.length) this.#grow(end - begin);
    this.#timeNs.set(timeNs.subarray(begin, end), this.count);
    this.#value.set(value.subarray(begin, end), this.count);
    this.count += end - begin;
  }

  /** Adds those of the points from one place to another whose value is not the one before. */
  addChanges(
    timeNs: Float64Array,
    value: Float64Array,
    begin: number,
    end: number,
    valueBefore: number,
  ): void {
    if (this.count + end - begin > this.#timeNs.length) this.#grow(end - begin);
    const times = this.#timeNs;
    const values = this.#value;
    let count = this.count;
    let before = valueBefore;
    for (let i = begin; i < end; i++) {
      if (value[i] === before) continue;
      before = value[i];
      times[count] = timeNs[i];
      values[count++] = before;
    }
    this.count = count;
  }

  /** Takes the points of the part at hand away again. */
  dropPart(): void {
    this.count = this.#part;
  }

  /** Leaves at most four points for each of `buckets` parts of the time of the part at hand. */
  thinPart(buckets: number): void {
    const begin = this.#part;
    const extent = {
      points: this.count - begin,
      beginNs: this.#timeNs[begin],
      endNs: this.#timeNs[this.count - 1],
    };
    const thinner = new CurveThinner(extent, buckets);
    thinner.add(this.#timeNs, this.#value, begin, this.count);
    const thinned = thinner.curve();
    this.#timeNs.set(thinned.timeNs, begin);
    this.#value.set(thinned.bytes, begin);
    this.count = begin + thinned.timeNs.length;
  }

  /** Makes all times later. */
  shift(ns: number): void {
    for (let i = 0; i < this.count; i++) this.#timeNs[i] += ns;
  }

  #grow(points: number): void {
    const room = Math.max(this.#timeNs.length * 2, this.count + points);
    this.#timeNs = larger(this.#timeNs, room);
    this.#value = larger(this.#value, room);
  }
}

function larger(from: Float64Array<ArrayBuffer>, room: number): Float64Array<ArrayBuffer> {
  const to = new Float64Array(room);
  to.set(from);
  return to;
}
