import { cliCommand } from '../../measure/commands.js';
import { type Contender, runContenders } from '../../measure/contenders.js';
import { findSqlite } from '../../measure/sqlite.js';
import type { Case } from '../suite.js';

/** 2 GiB in the MB of the document. */
const LIMIT_MB = Math.floor((2 * 2 ** 30) / 1e6);
/** What a report has to know of each event: itself, and the call of its process with its number. */
const JOIN = `SELECT m.start, m.globalPid, m.deviceId, m.contextId, m.address, m.bytes, m.memKind,
  m.memoryOperationType, m.streamId, c.start, c."end", c.globalTid, c.nameId, c.returnValue
  FROM CUDA_GPU_MEMORY_USAGE_EVENTS AS m LEFT JOIN CUPTI_ACTIVITY_KIND_RUNTIME AS c
  ON c.correlationId = m.correlationId AND c.globalTid >> 24 = m.globalPid >> 24`;

/** Everything that is said of an export, against the join of its two large tables and nothing else. */
export const summaryOfTenMillionEvents: Case = {
  id: 'summary',
  async measure(bench) {
    const sqlite = await findSqlite();
    const { what, file } = await bench.inputs.nsysExport('ten-million-memory-events');
    const contenders: Contender[] = [
      {
        name: '`rl-insight summary --json`',
        command: () => cliCommand('summary', file, 'memory.parser.type=nsys', '--json'),
      },
    ];
    if (sqlite !== undefined) {
      const args = [file, '.output /dev/null', JOIN];
      contenders.push({
        name: '`sqlite3`: the join, printed to /dev/null',
        command: () => ({ program: sqlite, args, answers: false }),
      });
    }
    const measured = await runContenders(contenders, bench);
    const [summary, join] = measured;
    return {
      question: 'What does a report of an export take beside joining its events with their calls?',
      input: what,
      measured,
      notes: sqlite === undefined ? ['`sqlite3` is not installed: nothing is compared'] : [],
      targets: [
        {
          what: '`summary` of 10,000,000 events of memory, against the time of `sqlite3` joining and printing them',
          bound: 'at most',
          limit: 2,
          unit: 'times',
          value: join && summary.wallSeconds.median / join.wallSeconds.median,
        },
        {
          what: '`summary` of 10,000,000 events of memory, peak memory',
          bound: 'at most',
          limit: LIMIT_MB,
          unit: 'MB',
          value: summary.peakBytes && summary.peakBytes.median / 1e6,
        },
      ],
    };
  },
};
