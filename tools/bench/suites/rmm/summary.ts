import { baselineCommand, cliCommand, programCommand } from '../../measure/commands.js';
import { type Contender, runContenders } from '../../measure/contenders.js';
import { requireRows } from '../model/require-rows.js';
import type { Case } from '../suite.js';

/** 2 GiB in the MB of the document. */
const LIMIT_MB = Math.floor((2 * 2 ** 30) / 1e6);
/** Any Python has `csv`; the bench may have found none with ijson. */
const PYTHON = 'python3';

/** Everything that is said of a log, against going through its rows in Python and nothing else. */
export const summaryOfTenMillion: Case = {
  id: 'summary',
  async measure(bench) {
    const { what, file, rows } = await bench.inputs.log('ten-million-events');
    const contenders: Contender[] = [
      {
        name: '`rl-insight summary --json`',
        command: () => cliCommand('summary', file, 'memory.parser.type=rmm_log', '--json'),
      },
      { name: 'its reading alone', command: () => programCommand('read-rmm-log', file) },
      {
        name: 'Python: `csv.reader`',
        command: () => baselineCommand(bench.python?.program ?? PYTHON, 'iterate', file),
      },
    ];
    const measured = await runContenders(contenders, bench);
    const [summary, reading, python] = measured;
    requireRows([reading], python.facts.rows);
    return {
      question: 'What does a report of a log take beside going through its rows?',
      input: what,
      measured,
      notes: [
        `${python.facts.rows} rows (${rows} were asked for); “reading” ends with the rows of the log in typed arrays, a few thousand at a time`,
      ],
      targets: [
        {
          what: '`summary` of a log of 10,000,000 rows, against Python’s `csv.reader` iterating over it',
          bound: 'at least',
          limit: 2,
          unit: 'times',
          value: python.wallSeconds.median / summary.wallSeconds.median,
        },
        {
          what: '`summary` of a log of 10,000,000 rows, peak memory',
          bound: 'at most',
          limit: LIMIT_MB,
          unit: 'MB',
          value: summary.peakBytes && summary.peakBytes.median / 1e6,
        },
      ],
    };
  },
};
