import { baselineCommand } from '../../measure/commands.js';
import { type Contender, runContenders } from '../../measure/contenders.js';
import { NO_PYTHON } from '../../measure/python.js';
import type { Case } from '../suite.js';
import { parseCommand } from './commands.js';

/** It takes as long as all the others of the case. */
const BASELINE_RUNS = 2;

/** Whether memory and time grow with the trace. */
export const memory: Case = {
  id: 'memory',
  async measure(bench) {
    const short = await bench.inputs.input('one-rank');
    const long = await bench.inputs.input('long-trace');
    const { python } = bench;
    const contenders = [short, long].map(
      ({ what, folder }): Contender => ({
        name: `\`parse\`, ${what}`,
        command: (output) => parseCommand(folder, output),
      }),
    );
    if (python !== undefined) {
      contenders.push({
        name: 'Python: `ijson` + `csv`, the longer trace',
        command: () => baselineCommand(python.program, 'parse', long.folder),
        mostRuns: BASELINE_RUNS,
      });
    }
    const measured = await runContenders(contenders, bench);
    const [ofShort, ofLong] = measured.map(({ peakBytes }) => peakBytes);
    return {
      question: 'Do memory and time grow with the trace?',
      measured,
      notes: python === undefined ? [NO_PYTHON] : [],
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
