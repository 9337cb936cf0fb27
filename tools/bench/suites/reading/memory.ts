import { runContenders } from '../../measure/contenders.js';
import type { Case } from '../suite.js';
import { parseCommand } from './commands.js';

/** Whether memory grows with the trace. */
export const memory: Case = {
  id: 'memory',
  async measure(bench) {
    const short = await bench.inputs.input('one-rank');
    const long = await bench.inputs.input('long-trace');
    const measured = await runContenders(
      [short, long].map(({ what, folder }) => ({
        name: `\`parse\`, ${what}`,
        command: (output) => parseCommand(folder, output),
      })),
      bench,
    );
    const [ofShort, ofLong] = measured.map(({ peakBytes }) => peakBytes);
    return {
      question: 'Does memory grow with the trace?',
      measured,
      notes: [],
      targets: [
        {
          what: 'peak memory of `parse` at a ten times larger trace',
          bound: 'at most',
          limit: 1.2,
          unit: 'times',
          value: ofShort && ofLong && ofLong.median / ofShort.median,
        },
      ],
    };
  },
};
