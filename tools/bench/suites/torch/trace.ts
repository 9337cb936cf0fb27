import { baselineCommand, cliCommand, programCommand } from '../../measure/commands.js';
import { type Contender, runContenders } from '../../measure/contenders.js';
import { NO_PYTHON } from '../../measure/python.js';
import type { Case } from '../suite.js';

/** A trace from file to tables and to an answer, against ijson reading its events and nothing else. */
export const traceOfOneGigabyte: Case = {
  id: 'trace',
  async measure(bench) {
    const { what, file } = await bench.inputs.kinetoTrace('gigabyte-trace');
    const { python } = bench;
    const contenders: Contender[] = [
      {
        name: '`rl-insight parse`: file to tables',
        command: (output) =>
          cliCommand('parse', file, 'memory.parser.type=torch_trace', `output.path=${output}`),
      },
      {
        name: '`rl-insight summary --json`',
        command: () => cliCommand('summary', file, 'memory.parser.type=torch_trace', '--json'),
      },
      {
        name: '`trace-scan`, two threads: the events that they read',
        command: () => programCommand('read-kineto', file),
      },
    ];
    if (python !== undefined) {
      contenders.push({
        name: '`ijson`: its events alone',
        command: () => baselineCommand(python.program, 'events', file),
      });
    }
    const measured = await runContenders(contenders, bench);
    const [parse, , scan, ijson] = measured;
    return {
      question: 'How long is it from a large trace of PyTorch’s profiler to tables?',
      input: what,
      measured,
      notes: [
        `${scan.facts.selected} events are read, ${scan.facts.memory} of them about memory`,
        ...(python === undefined ? [NO_PYTHON] : []),
      ],
      targets: [
        {
          what: '`parse` of a Kineto trace of 1 GB, against `ijson` reading its events',
          bound: 'at least',
          limit: 5,
          unit: 'times',
          value: ijson && ijson.wallSeconds.median / parse.wallSeconds.median,
        },
        {
          what: 'reading the events that it takes, against `ijson` reading its events',
          bound: 'at least',
          limit: 5,
          unit: 'times',
          value:
            ijson?.bytesPerSecond &&
            scan.bytesPerSecond &&
            scan.bytesPerSecond.median / ijson.bytesPerSecond.median,
        },
      ],
    };
  },
};
