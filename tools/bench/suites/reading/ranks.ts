import { runContenders } from '../../measure/contenders.js';
import type { Case } from '../suite.js';
import { parseCommand } from './commands.js';

/** What a second worker thread brings. */
export const ranks: Case = {
  id: 'ranks',
  async measure(bench) {
    const { what, folder } = await bench.inputs.input('eight-ranks');
    const measured = await runContenders(
      [2, 1].map((workers) => ({
        name: `\`parse\`, \`runtime.workers=${workers}\``,
        command: (output) => parseCommand(folder, output, `runtime.workers=${workers}`),
      })),
      bench,
    );
    const [two, one] = measured;
    return {
      question: 'What does a second worker bring?',
      input: what,
      measured,
      notes: [],
      targets: [
        {
          what: '8 ranks, 2 workers against 1',
          bound: 'at least',
          limit: 1.7,
          unit: 'times',
          value: one.wallSeconds.median / two.wallSeconds.median,
        },
      ],
    };
  },
};
