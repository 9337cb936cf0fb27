import { Reporter } from '@rl-insight/core';
import { readStreams } from '@rl-insight/core/run';
import {
  ALLOCATED,
  type EventBatch,
  FAILED,
  MEMORY_EVENTS,
  RELEASED,
} from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import type { CaseMaker, ConformanceCase } from '../suite/cases.js';
import { Nonconformity } from '../suite/nonconformity.js';
import type { TestedParser } from './subject.js';

/** What streams and tables both tell. */
interface Totals {
  allocations: number;
  bytes: number;
  releases: number;
  failures: number;
}

/** The case of a parser that hands over streams of `memory_events/1`; none of others. */
export async function streamsCases(
  tested: TestedParser,
  make: CaseMaker,
): Promise<ConformanceCase[]> {
  const contract = await tested.withParser(async ({ streams }) => streams?.contract);
  if (contract !== MEMORY_EVENTS) return [];
  return [make('streams: they tell the same as the tables', () => checkStreams(tested))];
}

async function checkStreams(tested: TestedParser): Promise<void> {
  const streamed = await streamTotals(tested);
  if (streamed === undefined) return;
  const tables = totalsOf(await tested.sets());
  for (const name of Object.keys(tables) as (keyof Totals)[]) {
    if (streamed[name] === tables[name]) continue;
    throw new Nonconformity({
      problem: `Streams and tables have other ${name}`,
      where: { file: tested.input },
      found: `${streamed[name]} in streams`,
      expected: `${tables[name]}, as in the tables`,
      remedy: 'Make both of the same reader.',
    });
  }
}

async function streamTotals(tested: TestedParser): Promise<Totals | undefined> {
  const host = await tested.host();
  const { registry, domain } = host;
  const config = await host.config({
    'input.path': tested.input,
    [`${domain}.parser.type`]: tested.type,
  });
  const totals: Totals = { allocations: 0, bytes: 0, releases: 0, failures: 0 };
  const signal = new AbortController().signal;
  const report = new Reporter();
  const request = { command: 'check', registry, domain, config, report, signal } as const;
  const read = await readStreams(request, MEMORY_EVENTS, async ({ batches }) => {
    for await (const batch of batches) addBatch(totals, batch as EventBatch);
  });
  return read === undefined ? undefined : totals;
}

function addBatch(totals: Totals, { count, kind, bytes }: EventBatch): void {
  for (let i = 0; i < count; i++) {
    if (kind[i] === ALLOCATED) {
      totals.allocations++;
      totals.bytes += bytes[i];
    } else if (kind[i] === RELEASED) totals.releases++;
    else if (kind[i] === FAILED) totals.failures++;
  }
}

function totalsOf(sets: readonly { readonly tables: Readonly<Record<string, Table>> }[]): Totals {
  const totals: Totals = { allocations: 0, bytes: 0, releases: 0, failures: 0 };
  for (const { tables } of sets) {
    totals.failures += tables.memory_failures?.numRows ?? 0;
    const summary = tables.memory_summary;
    const bytes = summary.getChild('size_bytes');
    const held = summary.getChild('duration_ns');
    const before = summary.getChild('before_capture');
    for (let row = 0; row < summary.numRows; row++) {
      if (before?.get(row) === true) continue;
      totals.allocations++;
      totals.bytes += Number(bytes?.get(row) ?? 0);
      if (held !== null && held.get(row) !== null) totals.releases++;
    }
  }
  return totals;
}
