import { deviceNumber } from './device-text.js';
import { Random } from './random.js';
import type { SimulatedCapture } from './scenario.js';
import type { TraceWriter } from './trace-writer.js';

/** Lanes of the hardware's half: name and place in the order of processes. */
const LANES = {
  CANN: 7,
  'Ascend Hardware': 13,
  'AI Core Freq': 14,
  HBM: 17,
  'NPU MEM': 19,
  'Acc PMU': 21,
  'Overlap Analysis': 23,
} as const;

interface CounterKind {
  lane: keyof typeof LANES;
  name: string;
  args: (random: Random) => string[];
}

const COUNTERS: readonly CounterKind[] = [
  { lane: 'NPU MEM', name: 'APP/DDR', args: () => ['"KB": 0.0'] },
  { lane: 'NPU MEM', name: 'APP/HBM', args: (random) => [`"KB": ${random.below(2 ** 24)}.0`] },
  { lane: 'HBM', name: 'HBM 0/Read', args: (random) => [`"Read(MB/s)": ${random.below(9e4)}.5`] },
  { lane: 'HBM', name: 'HBM 0/Write', args: (random) => [`"Write(MB/s)": ${random.below(9e4)}.0`] },
  { lane: 'AI Core Freq', name: 'AI Core Freq', args: () => ['"MHz": 1800.0'] },
  {
    lane: 'Acc PMU',
    name: 'read_bandwidth',
    args: (random) => [`"value": ${random.below(4000)}`, `"acc_id": ${random.below(8)}`],
  },
];

/** CANN makes process ids of the process, the lane and the device. */
function laneId(capture: SimulatedCapture, lane: keyof typeof LANES): number {
  return capture.processId * 1024 + LANES[lane] * 32 + (deviceNumber(capture.options, 0) % 32);
}

/** Names of the hardware's lanes. These events, like all of the hardware's, have no `cat`. */
export function* hardwareMetadata(writer: TraceWriter): Generator<string> {
  for (const lane of Object.keys(LANES) as (keyof typeof LANES)[]) {
    const about = (name: string, args: string): string =>
      writer.style.event(
        [`"name": "${name}"`, `"pid": ${laneId(writer.capture, lane)}`, '"tid": 0'],
        [args],
        '"ph": "M"',
      );
    yield about('process_name', `"name": "${lane}"`);
    yield about('process_labels', `"labels": "${lane === 'CANN' ? 'CPU' : 'NPU'}"`);
    yield about('process_sort_index', `"sort_index": ${LANES[lane]}`);
  }
}

/** Endless counter events, one after the other from the capture's start on, `spacing` ticks apart. */
export function* counterEvents(
  writer: TraceWriter,
  spacing: number,
  label: string,
): Generator<string> {
  const random = new Random(writer.capture.options.seed).fork(label);
  for (let index = 0; ; index++) {
    const kind = COUNTERS[index % COUNTERS.length] as CounterKind;
    yield writer.style.event(
      [
        `"name": "${kind.name}"`,
        writer.ts(index * spacing),
        `"pid": ${laneId(writer.capture, kind.lane)}`,
        '"tid": 0',
      ],
      kind.args(random),
      '"ph": "C"',
    );
  }
}

/** `count` kernels on the device, each with the flow from the operator that started it. */
export function* kernelEvents(writer: TraceWriter, count: number): Generator<string> {
  const { capture } = writer;
  const { main } = capture.operators;
  const pid = laneId(capture, 'Ascend Hardware');
  const spacing = Math.max(2, Math.floor(main.length / Math.max(1, count)));
  for (let index = 0; index < count && index * spacing < main.length; index++) {
    const row = index * spacing;
    const start = main.end.at(row) + 400;
    const where = [`"pid": ${pid}`, '"tid": 2'];
    const kernel = [
      '"Model Id": 4294967295',
      '"Task Type": "AI_CORE"',
      '"Physic Stream Id": 2',
      `"Task Id": ${11051 + index}`,
      '"Batch Id": 0',
      '"Subtask Id": 4294967295',
      `"connection_id": ${263 + index}`,
    ];
    yield writer.style.event(
      ['"name": "MatMulV2"', ...where, writer.ts(start), '"dur": 15.4799375'],
      kernel,
      '"ph": "X"',
    );
    yield writer.style.event([
      '"name": "Computing"',
      `"pid": ${laneId(capture, 'Overlap Analysis')}`,
      '"tid": 0',
      writer.ts(start),
      '"dur": 15.48',
      '"ph": "X"',
    ]);
    yield* flow(writer, main.start.at(row), start, where);
  }
}

/** Flow events whose id is the kernel's start in ns: beyond 2^53, so a reader of floats loses its digits. */
function* flow(
  writer: TraceWriter,
  from: number,
  to: number,
  kernelPlace: readonly string[],
): Generator<string> {
  const { capture } = writer;
  const id = capture.options.startNs + BigInt(to) * 10n;
  const main = [`"pid": ${capture.processId}`, `"tid": ${capture.threadIds.main}`];
  for (const [phase, tick, where] of [
    ['s', from, main],
    ['f', to, kernelPlace],
  ] as const) {
    yield writer.style.event([
      `"ph": "${phase}"`,
      '"bp": "e"',
      '"name": "torch_to_npu"',
      `"id": ${id}`,
      ...where,
      writer.ts(tick),
      '"cat": "async_npu"',
    ]);
  }
}
