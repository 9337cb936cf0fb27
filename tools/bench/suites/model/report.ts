import { programCommand, summaryCommand } from '../../measure/commands.js';
import { runContenders } from '../../measure/contenders.js';
import type { Case } from '../suite.js';
import { requireRows } from './require-rows.js';

/** The report of a table against the least that any program does which reads it. */
export const reportOfMillion: Case = {
  id: 'report-million',
  async measure(bench) {
    const { what, file, rows } = await bench.inputs.table('million-rows');
    const measured = await runContenders(
      [
        { name: 'reading all columns', command: () => programCommand('read-columns', file) },
        { name: '`memoryReport`', command: () => programCommand('report-table', file) },
        { name: '`rl-insight summary --json`', command: () => summaryCommand(file) },
      ],
      bench,
    );
    const [reading, report] = measured;
    requireRows([reading, report], rows);
    return {
      question: 'What does a report take beside reading its table?',
      input: what,
      measured,
      notes: [
        '“reading” opens the file with `apache-arrow` and takes each value of each column out of it; both times are without starting Node',
      ],
      targets: [
        {
          what: 'report of 1,000,000 allocations, against reading all columns of their table',
          bound: 'at most',
          limit: 5,
          unit: 'times',
          value:
            reading.insideSeconds &&
            report.insideSeconds &&
            report.insideSeconds.median / reading.insideSeconds.median,
        },
      ],
    };
  },
};

/** 4 GiB in the MB of the document. */
const LIMIT_MB = Math.floor((4 * 2 ** 30) / 1e6);

/** Whether a table that is as large as they get can be reported on. */
export const reportOfTenMillion: Case = {
  id: 'report-ten-million',
  async measure(bench) {
    const { what, file, rows } = await bench.inputs.table('ten-million-rows');
    const measured = await runContenders(
      [
        {
          name: '`memoryReport`',
          command: () => programCommand('report-table', file),
          mostRuns: 2,
        },
        { name: '`rl-insight summary --json`', command: () => summaryCommand(file), mostRuns: 2 },
      ],
      bench,
    );
    requireRows([measured[0]], rows);
    return {
      question: 'Can ten million allocations be reported on?',
      input: what,
      measured,
      notes: [],
      targets: measured.map(({ name, peakBytes }) => ({
        what: `report of 10,000,000 allocations, peak memory of ${name}`,
        bound: 'at most',
        limit: LIMIT_MB,
        unit: 'MB',
        value: peakBytes && peakBytes.median / 1e6,
      })),
    };
  },
};
