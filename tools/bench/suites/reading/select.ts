import { baselineCommand, programCommand } from '../../measure/commands.js';
import { type Contender, runContenders } from '../../measure/contenders.js';
import { NO_PYTHON } from '../../measure/python.js';
import type { Case } from '../suite.js';
import { requireSameFacts } from './same-facts.js';

/** It takes some ten times as long as the others. */
const STREAM_JSON_RUNS = 2;
const FACTS = ['bytes', 'selected', 'characters', 'durationMicros', 'lastMicros'];

/** Operators and their call stacks out of a trace, on one thread. */
export const select: Case = {
  id: 'select',
  async measure(bench) {
    const { what, traceFile } = await bench.inputs.input('one-rank');
    const { python } = bench;
    const contenders: Contender[] = [
      { name: '`trace-scan`', command: () => programCommand('select-trace-scan', traceFile) },
      {
        name: '`stream-json`',
        command: () => programCommand('select-stream-json', traceFile),
        mostRuns: STREAM_JSON_RUNS,
      },
      { name: 'reading only', command: () => programCommand('read-plain', traceFile) },
    ];
    if (python !== undefined) {
      contenders.splice(1, 0, {
        name: '`ijson`',
        command: () => baselineCommand(python.program, 'select', traceFile),
      });
    }
    const measured = await runContenders(contenders, bench);
    requireSameFacts(measured.slice(0, -1), FACTS);
    const [ours] = measured;
    const ijson = measured.find(({ name }) => name === '`ijson`');
    return {
      question: 'How fast do operators and their call stacks come out of a trace, on one thread?',
      input: what,
      measured,
      notes: [
        `${ours.facts.selected} events are selected, by all the same, with the same texts and times`,
        ...(python === undefined ? [NO_PYTHON] : []),
      ],
      targets: [
        {
          what: 'trace-scan selecting stacks, one thread, against `ijson`',
          bound: 'at least',
          limit: 5,
          aim: 10,
          unit: 'times',
          value:
            ijson?.bytesPerSecond &&
            ours.bytesPerSecond &&
            ours.bytesPerSecond.median / ijson.bytesPerSecond.median,
        },
      ],
    };
  },
};
