import { open, stat } from 'node:fs/promises';
import type { Finding, Rule } from '@rl-insight/core';
import { inputMissing, inputUnreadable, type RlInsightError } from '@rl-insight/core/errors';
import { missingFiles } from '../capture/missing.js';
import { readTable } from '../csv/read-table.js';
import { type Capture, describeCapture } from '../discover/capture.js';
import { findCaptures } from '../discover/find-captures.js';
import { parserErrors } from '../errors.js';
import { OperatorMemoryReader } from '../operator-memory/reader.js';

/** Enough of a table to see its header and its first rows. */
const HEAD_BYTES = 64 << 10;
const NEWLINE = 10;

type RuleName = 'analysed' | 'json-objects' | 'has-memory' | 'table-header' | 'table-rows';

/** A capture and what each rule has against it. */
interface JudgedCapture {
  readonly capture: Capture;
  readonly problems: ReadonlyMap<RuleName, Finding>;
}

/**
 * What the rules look at. A capture with problems is no error as long as another one can be used:
 * then the parser reports it and reads the others.
 */
export interface CaptureSubject {
  readonly captures: readonly JudgedCapture[];
  readonly usable: boolean;
}

function finding(error: RlInsightError): Finding {
  const { message, remedy, place } = error;
  return { message, remedy, ...(place.file === undefined ? {} : { file: place.file }) };
}

/** The first rows of a table, without one that may be cut. */
async function headOf(file: string): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    return bytesRead < HEAD_BYTES ? head : head.subarray(0, head.lastIndexOf(NEWLINE) + 1);
  } finally {
    await handle.close();
  }
}

async function judgeTable(capture: Capture, problems: Map<RuleName, Finding>): Promise<void> {
  const [file] = capture.files.operatorMemory;
  if (file === undefined) {
    if (capture.files.memoryRecord.length === 0) {
      problems.set('has-memory', finding(parserErrors.noOperatorMemory(capture)));
    }
    return;
  }
  const reader = new OperatorMemoryReader();
  await readTable(await headOf(file), reader);
  if (reader.badHeader !== undefined) {
    const { problems: found } = reader.badHeader;
    const error = parserErrors.badHeader(file, found, reader.headerTexts ?? []);
    problems.set('table-header', finding(error));
  } else if (reader.rows === 0) {
    const [bad] = reader.badRows.list();
    const error =
      bad === undefined
        ? parserErrors.noRows(file)
        : parserErrors.noUsableRow(file, bad.reason, bad.line, reader.badRows.total);
    problems.set('table-rows', finding(error));
  }
}

async function judge(capture: Capture): Promise<JudgedCapture> {
  const problems = new Map<RuleName, Finding>();
  if (capture.state === 'not-analysed') {
    problems.set('analysed', finding(parserErrors.notAnalysed(capture)));
  } else if (capture.state === 'databases-only') {
    problems.set('analysed', finding(parserErrors.databasesOnly(capture)));
  } else {
    try {
      await judgeTable(capture, problems);
    } catch (error) {
      const [file] = capture.files.operatorMemory;
      const reason = `cannot be read: ${(error as Error).message}`;
      problems.set('has-memory', finding(inputUnreadable(file, reason)));
    }
  }
  return { capture, problems };
}

/** Finds the captures of a path and looks at the head of each. */
export async function prepareCaptures(
  path: string,
  signal: AbortSignal,
): Promise<{ subject: CaptureSubject } | { findings: readonly Finding[] }> {
  const known = await stat(path).catch(() => undefined);
  if (known === undefined) return { findings: [finding(inputMissing(path))] };
  if (!known.isDirectory()) return { findings: [finding(parserErrors.notAFolder(path))] };
  const { folders } = await findCaptures(path, signal);
  if (folders.length === 0) return { findings: [finding(parserErrors.noCapture(path))] };
  const captures: JudgedCapture[] = [];
  for (const folder of folders) {
    signal.throwIfAborted();
    captures.push(await judge(await describeCapture(folder, path)));
  }
  return { subject: { captures, usable: captures.some(({ problems }) => problems.size === 0) } };
}

function rule(name: RuleName, meaning: string): Rule<CaptureSubject> {
  return {
    name,
    meaning,
    *check({ captures, usable }) {
      if (usable) return;
      for (const { problems } of captures) {
        const problem = problems.get(name);
        if (problem !== undefined) yield problem;
      }
    },
  };
}

/** What an Ascend capture must have. */
export const captureRules: readonly Rule<CaptureSubject>[] = [
  rule('analysed', 'the profiler’s analysis has written the text export'),
  rule('has-memory', 'there are allocations, or totals of allocators'),
  rule('table-header', 'operator_memory.csv has the columns that are needed, in known units'),
  rule('table-rows', 'operator_memory.csv has rows, with numbers where numbers must be'),
  {
    name: 'json-objects',
    meaning: 'profiler_info and profiler_metadata are JSON objects',
    *check({ captures, usable }) {
      if (usable) return;
      for (const { capture } of captures) {
        for (const { file, problem } of capture.brokenFiles) {
          yield finding(inputUnreadable(file, problem));
        }
      }
    },
  },
  {
    name: 'complete',
    meaning: 'trace and counters are there; without them less can be said',
    *check({ captures }) {
      for (const { capture, problems } of captures) {
        if (problems.size > 0) continue;
        for (const { code, message } of missingFiles(capture)) {
          yield { severity: 'warning', code, message, subject: capture.label };
        }
      }
    },
  },
];
