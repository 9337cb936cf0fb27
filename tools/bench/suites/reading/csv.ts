import { programCommand } from '../../measure/commands.js';
import { runContenders } from '../../measure/contenders.js';
import type { Case } from '../suite.js';
import { requireSameFacts } from './same-facts.js';

/** operator_memory.csv to typed columns. */
export const csv: Case = {
  id: 'csv',
  async measure(bench) {
    const { what, tableFile } = await bench.inputs.input('million');
    const measured = await runContenders(
      [
        { name: 'ours', command: () => programCommand('csv-columns', tableFile) },
        { name: '`csv-parse`', command: () => programCommand('csv-csv-parse', tableFile) },
      ],
      bench,
    );
    requireSameFacts(measured, ['rows', 'bytes', 'sizeKb']);
    const [ours, csvParse] = measured;
    return {
      question: 'How fast does `operator_memory.csv` become columns?',
      input: what,
      measured,
      notes: [`${ours.facts.rows} rows; both end with numbers in typed arrays`],
      targets: [
        {
          what: 'CSV to columns, against csv-parse',
          bound: 'at least',
          limit: 6,
          unit: 'times',
          value:
            ours.bytesPerSecond &&
            csvParse.bytesPerSecond &&
            ours.bytesPerSecond.median / csvParse.bytesPerSecond.median,
        },
      ],
    };
  },
};
