const NS_PER_DAY = 86_400_000_000_000;
/**
 * Threads write their rows a little after they took the time, so a row may be earlier than the one
 * before it. A clock that falls by more than this has passed midnight.
 */
const MOST_LATE_NS = 60_000_000_000;

/** Times of day as times that never fall: the order of the log is that of its events. */
export class LogClock {
  #now = Number.NaN;
  #dayNs = 0;

  /** ns since midnight of the first day; that of the row before where the row has no time. */
  at(timeOfDayNs: number): number {
    const last = this.#now;
    if (Number.isNaN(timeOfDayNs)) return last;
    let time = timeOfDayNs + this.#dayNs;
    if (time < last) {
      if (last - time <= MOST_LATE_NS) return last;
      this.#dayNs += NS_PER_DAY;
      time += NS_PER_DAY;
    } else if (time - last >= NS_PER_DAY - MOST_LATE_NS) {
      // A late row from before midnight, the first rows after it being there already.
      return last;
    }
    this.#now = time;
    return time;
  }
}
