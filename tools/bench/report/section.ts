import type { SuiteReport } from '../suites/run.js';
import type { CaseReport } from '../suites/suite.js';
import { runTable, targetTable } from './tables.js';

export interface Circumstances {
  /** One sentence. */
  readonly machine: string;
  readonly runs: number;
  /** `2026-03-01`. */
  readonly date: string;
  /** Share of the size of the inputs. */
  readonly scale: number;
}

function caseText(report: CaseReport): string[] {
  const { question, input, notes } = report;
  const sentences = [...(input === undefined ? [] : [`Input: ${input}`]), ...notes];
  const text = sentences.map((sentence) => `${sentence}.`).join(' ');
  return [`### ${question}`, ...(text === '' ? [] : [text]), runTable(report)];
}

/** A suite's section of the document. */
export function sectionText(
  { suite, cases, failures }: SuiteReport,
  { machine, runs, date, scale }: Circumstances,
): string {
  const targets = cases.flatMap((report) => report.targets);
  const small =
    scale === 1 ? '' : ` **Inputs at ${scale} of their size: numbers to try the bench.**`;
  return [
    `## ${suite.title}`,
    `${date}, ${runs} ${runs === 1 ? 'run' : 'runs'} each.${small} ${machine}`,
    ...(targets.length === 0 ? [] : [targetTable(targets)]),
    ...cases.flatMap(caseText),
    ...failures.map(({ id, error }) => `**${id} failed:** ${error.message.split('\n')[0]}`),
  ].join('\n\n');
}
