import { NS_PER_TICK } from './clock.js';

const UNITS_PER_MB = 2048;
const UNITS_PER_KB = 2;

/** A number as Python's `str` writes a float: `74.75`, `1452.0`. For the sizes met here the digits are JavaScript's. */
export function pythonFloat(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

const MB_FRACTIONS: readonly string[] = Array.from({ length: UNITS_PER_MB }, (_, units) =>
  pythonFloat(units / UNITS_PER_MB).slice(1),
);

/** Units of 512 bytes in MB (2^20 bytes), as a Python float. */
export function mbText(units: number): string {
  const whole = Math.floor(units / UNITS_PER_MB);
  return whole + (MB_FRACTIONS[units - whole * UNITS_PER_MB] as string);
}

/** Units of 512 bytes in KB (2^10 bytes), as a Python float; negative ones too. */
export function kbText(units: number): string {
  return pythonFloat(units / UNITS_PER_KB);
}

const THREE_DIGITS: readonly string[] = Array.from({ length: 1000 }, (_, value) =>
  String(value).padStart(3, '0'),
);

/** Ticks as µs with three decimals, `675873.770`. */
export function microseconds(ticks: number): string {
  const ns = ticks * NS_PER_TICK;
  const whole = Math.floor(ns / 1000);
  return `${whole}.${THREE_DIGITS[ns - whole * 1000]}`;
}

/** Ticks as µs as Python writes the float, `115.97`, `50.0`. */
export function shortMicroseconds(ticks: number): string {
  return trimDecimals(microseconds(ticks));
}

/** Drops zeros at the end, but keeps one decimal, as Python's floats do. */
export function trimDecimals(text: string): string {
  return text.replace(/0{1,2}$/, '');
}

const NS_PER_SECOND = 1e9;

/**
 * Times of a capture as exact decimal text in µs since the epoch. Seconds and the ns below them are kept apart, so
 * nothing is rounded, and no large number is formatted for each event.
 */
export class TimeText {
  readonly #seconds: number;
  readonly #restNs: number;
  #lastSecond = -1;
  #lastText = '';

  constructor(startNs: bigint) {
    this.#seconds = Number(startNs / BigInt(NS_PER_SECOND));
    this.#restNs = Number(startNs % BigInt(NS_PER_SECOND));
  }

  /** A tick of the capture with three decimals, `1764246877074330.300`; `extraNs` is added to it. */
  at(tick: number, extraNs = 0): string {
    const ns = this.#restNs + tick * NS_PER_TICK + extraNs;
    const second = Math.floor(ns / NS_PER_SECOND);
    if (second !== this.#lastSecond) {
      this.#lastSecond = second;
      this.#lastText = String(this.#seconds + second);
    }
    const below = ns - second * NS_PER_SECOND;
    const micro = Math.floor(below / 1000);
    const milli = Math.floor(micro / 1000);
    const digits = THREE_DIGITS;
    return `${this.#lastText}${digits[milli]}${digits[micro - milli * 1000]}.${digits[below - micro * 1000]}`;
  }
}
