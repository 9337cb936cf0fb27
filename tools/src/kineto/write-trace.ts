import { closeSync, openSync, writeSync } from 'node:fs';
import { Random } from '../ascend/random.js';
import type { KinetoEra, KinetoOptions, KinetoTruth } from './options.js';
import { type KinetoEvent, simulateKineto } from './simulate.js';

/** When a trace begins, ns since 1970. */
export const KINETO_BEGIN_NS = 1_735_632_361_000_000_000n;
/** What times of 2025's traces count from. */
export const KINETO_BASE_NS = 1_735_632_360_000_000_000n;
const NS_PER_US = 1000n;
/** Events are shuffled within so many: files are nearly in order. */
const SHUFFLED_AT_ONCE = 64;
const MEMORY_FIELDS_OF_2021 = ['Device Type', 'Device Id', 'Bytes'];

/** µs as they stand in a trace: with nanoseconds, or whole. */
function timeText(ns: bigint, era: KinetoEra): string {
  if (era !== '2025') return String(ns / NS_PER_US);
  const rest = ns % NS_PER_US;
  return `${ns / NS_PER_US}.${String(rest).padStart(3, '0')}`;
}

function eventText({ startNs, event }: KinetoEvent, era: KinetoEra): string {
  const { durNs, args = {}, ...rest } = event as Record<string, unknown> & { args?: object };
  const base = era === '2025' ? KINETO_BASE_NS : 0n;
  const ts = timeText(KINETO_BEGIN_NS + BigInt(startNs) - base, era);
  const dur = durNs === undefined ? '' : `, "dur": ${timeText(BigInt(durNs as number), era)}`;
  const { args: own, ...head } = era === '2021' ? oldFields(rest, args) : { ...rest, args };
  const inner = fieldsText(own as object);
  const tail = inner === '' ? '' : `,\n    "args": {\n      ${inner}\n    }`;
  return `{\n    ${fieldsText(head)},\n    "ts": ${ts}${dur}${tail}\n  }`;
}

/** In lines as libkineto writes them. */
function fieldsText(fields: object): string {
  let text = '';
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    text += `${text === '' ? '' : ', '}"${name}": ${JSON.stringify(value)}`;
  }
  return text;
}

/** Instants had no category and no address in 2021, and operators had their call stacks. */
function oldFields(event: Record<string, unknown>, args: object): Record<string, unknown> {
  if (event.ph === 'i') {
    const { cat: _, ...rest } = event;
    const kept = Object.entries(args).filter(([name]) => MEMORY_FIELDS_OF_2021.includes(name));
    return { ...rest, args: Object.fromEntries(kept) };
  }
  return { ...event, cat: 'Operator', tid: String(event.tid), args };
}

function shuffled<T>(items: T[], random: Random): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

/** The text of a trace in pieces, and what is true of it. */
export function writeKineto(
  options: KinetoOptions,
  write: (text: string) => void,
): Map<string, KinetoTruth> {
  const { era, rank, isShuffled } = options;
  const distributed =
    rank === null
      ? ''
      : `  "distributedInfo": {"backend": "nccl", "rank": ${rank}, "world_size": 8},\n`;
  const base = era === '2025' ? `  "baseTimeNanoseconds": ${KINETO_BASE_NS},\n` : '';
  write(
    `{\n  "schemaVersion": 1,\n  "deviceProperties": [],\n${distributed}${base}  "traceEvents": [\n`,
  );
  const random = new Random(`${options.seed} order`);
  let [waiting, isFirst]: [KinetoEvent[], boolean] = [[], true];
  const flush = () => {
    if (waiting.length === 0) return;
    const events = isShuffled ? shuffled(waiting, random) : waiting;
    write(
      `${isFirst ? '' : ',\n'}${events.map((event) => `  ${eventText(event, era)}`).join(',\n')}`,
    );
    isFirst = false;
    waiting = [];
  };
  const truths = simulateKineto(options, (event) => {
    waiting.push(event);
    if (waiting.length === SHUFFLED_AT_ONCE) flush();
  });
  flush();
  write('\n  ],\n  "traceName": "trace.json"\n}\n');
  return truths;
}

/** Writes a trace to a file. */
export function writeKinetoFile(path: string, options: KinetoOptions): Map<string, KinetoTruth> {
  const file = openSync(path, 'w');
  try {
    return writeKineto(options, (text) => writeSync(file, text));
  } finally {
    closeSync(file);
  }
}
