import { cliCommand, pickleCommand } from '../../measure/commands.js';
import { type Contender, runContenders } from '../../measure/contenders.js';
import { findPlainPython } from '../../measure/plain-python.js';
import type { Case } from '../suite.js';

/** 1 GiB in the MB of the document. */
const LIMIT_MB = Math.floor(2 ** 30 / 1e6);
/** Of what Python takes for its objects. */
const SHARE = 0.25;

/** A snapshot from file to pages, against loading it in Python and nothing else. */
export const pagesOfOneGigabyte: Case = {
  id: 'pages',
  async measure(bench) {
    const python = await findPlainPython();
    const { what, file } = await bench.inputs.torchSnapshot('gigabyte-snapshot');
    const contenders: Contender[] = [
      {
        name: '`rl-insight run`: file to pages',
        command: (output) =>
          cliCommand('run', file, 'memory.parser.type=torch_snapshot', `output.path=${output}`),
      },
      {
        name: '`rl-insight summary --json`',
        command: () => cliCommand('summary', file, 'memory.parser.type=torch_snapshot', '--json'),
      },
    ];
    if (python !== undefined) {
      contenders.push({
        name: 'CPython: `pickle.load` alone',
        command: () => pickleCommand(python, file),
      });
    }
    const measured = await runContenders(contenders, bench);
    const [run, , load] = measured;
    const peakMb = run.peakBytes && run.peakBytes.median / 1e6;
    return {
      question: 'How long is it from a large snapshot to pages that open?',
      input: what,
      measured,
      notes: python === undefined ? ['Python is not installed: nothing is compared'] : [],
      targets: [
        {
          what: '`run` of a snapshot of 1 GB, against `pickle.load` in CPython alone',
          bound: 'at least',
          limit: 1,
          aim: 2,
          unit: 'times',
          value: load && load.wallSeconds.median / run.wallSeconds.median,
        },
        {
          what: 'the same, peak memory',
          bound: 'at most',
          limit: LIMIT_MB,
          unit: 'MB',
          value: peakMb,
        },
        {
          what: 'the same, peak memory against that of `pickle.load`',
          bound: 'at most',
          limit: SHARE,
          unit: 'times',
          value: load?.peakBytes && run.peakBytes && run.peakBytes.median / load.peakBytes.median,
        },
      ],
    };
  },
};
