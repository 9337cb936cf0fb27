import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Facts, measureChild, type Sample } from './child.js';
import type { Command } from './commands.js';
import { type Summary, summarize } from './statistics.js';

/** A program that is compared with others which do the same. */
export interface Contender {
  readonly name: string;
  /** `output` is a path that does not exist; what is left there is removed after the run. */
  command(output: string): Command;
  /** A slow one is not run as often as the others. */
  readonly mostRuns?: number;
  /** Facts of what the first run left at `output`. */
  inspect?(output: string): Promise<Facts>;
}

/** A contender's runs. */
export interface Measured {
  readonly name: string;
  readonly runs: number;
  readonly wallSeconds: Summary;
  readonly peakBytes: Summary | undefined;
  /** Time of the loop that does the work, without starting the program: where it tells (`seconds`). */
  readonly insideSeconds: Summary | undefined;
  /** Bytes per second of that loop, where the program tells how many `bytes` it read. */
  readonly bytesPerSecond: Summary | undefined;
  /** Of the first run. */
  readonly facts: Facts;
  /** Of all runs, of what each of them told. */
  readonly factSummaries: Readonly<Record<string, Summary>>;
}

export interface RunOptions {
  readonly runs: number;
  /** Folder for outputs. */
  readonly workFolder: string;
  readonly log: (line: string) => void;
}

/**
 * Runs the contenders in turns (A B A B …), so that whatever slows the machine for a while slows all
 * of them.
 */
export async function runContenders(
  contenders: readonly Contender[],
  { runs, workFolder, log }: RunOptions,
): Promise<Measured[]> {
  const samples = contenders.map((): Sample[] => []);
  for (let turn = 0; turn < runs; turn++) {
    for (const [i, contender] of contenders.entries()) {
      const wanted = Math.min(runs, contender.mostRuns ?? runs);
      if (turn >= wanted) continue;
      const sample = await runOnce(contender, workFolder, turn === 0);
      samples[i].push(sample);
      log(`  ${contender.name}, ${turn + 1} of ${wanted}: ${sample.wallSeconds.toFixed(2)} s`);
    }
  }
  return contenders.map(({ name }, i) => measured(name, samples[i]));
}

async function runOnce(contender: Contender, folder: string, isFirst: boolean): Promise<Sample> {
  const output = join(folder, 'output');
  try {
    const sample = await measureChild(contender.command(output), join(folder, 'peak'));
    const more = isFirst ? await contender.inspect?.(output) : undefined;
    return { ...sample, facts: { ...sample.facts, ...more } };
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

/** A summary where every run has the value. */
function summaryOf(
  samples: readonly Sample[],
  value: (sample: Sample) => number | undefined,
): Summary | undefined {
  const values = samples.map(value).filter((number) => number !== undefined);
  return values.length === samples.length ? summarize(values) : undefined;
}

function measured(name: string, samples: readonly Sample[]): Measured {
  return {
    name,
    runs: samples.length,
    wallSeconds: summarize(samples.map(({ wallSeconds }) => wallSeconds)),
    peakBytes: summaryOf(samples, ({ peakBytes }) => peakBytes),
    insideSeconds: summaryOf(samples, ({ facts }) => facts.seconds),
    bytesPerSecond: summaryOf(samples, ({ facts: { bytes, seconds } }) =>
      bytes === undefined || seconds === undefined ? undefined : bytes / seconds,
    ),
    facts: samples[0].facts,
    factSummaries: Object.fromEntries(
      Object.keys(samples[0].facts).flatMap((name) => {
        const summary = summaryOf(samples, ({ facts }) => facts[name]);
        return summary === undefined ? [] : [[name, summary]];
      }),
    ),
  };
}
