import type { AllocationLog } from './allocation-log.js';
import type { ThreadRole } from './execution.js';
import { Model } from './model.js';
import { ModelPasses } from './model-pass.js';
import type { NameTable } from './names.js';
import type { ForwardOperators, OperatorTable } from './operator-table.js';
import { type CaptureOptions, type CaptureRequest, resolveOptions } from './options.js';
import { Random } from './random.js';
import { StackCatalogue } from './stacks.js';
import type { QueueTable } from './task-queue.js';
import type { EarlierBlock, UnlistedEvent } from './torch-memory.js';
import { TrainingJob } from './training-job.js';
import { TrainingSteps } from './training-step.js';
import { CaptureTruth } from './truth.js';

/** Steps of a job whose trace has no step ranges. */
const PLAIN_STEPS = 2;
/** The capture goes on for this long after the last event, 20 ms. */
const TAIL_TICKS = 2_000_000;

/** A capture in memory, before any text is made of it. Times in ticks of 10 ns since `options.startNs`. */
export interface SimulatedCapture {
  readonly options: CaptureOptions;
  readonly names: NameTable;
  readonly stacks: StackCatalogue;
  /** Operators of the main thread and of autograd's. */
  readonly operators: { readonly main: OperatorTable; readonly backward: OperatorTable };
  readonly forwardOperators: ForwardOperators;
  readonly queue: QueueTable;
  readonly allocations: { readonly PTA: AllocationLog; readonly GE: AllocationLog };
  /** Blocks of PTA that were there when the capture started. */
  readonly earlierBlocks: readonly EarlierBlock[];
  /** Moments of blocks from before the capture, which the log of PTA refers to. */
  readonly unlistedEvents: readonly UnlistedEvent[];
  readonly processId: number;
  readonly threadIds: Readonly<Record<ThreadRole, number>>;
  /** Stream pointers of the tables: the usual one, and that of blocks that another stream still used. */
  readonly streams: readonly [string, string];
  readonly endTick: number;
  readonly truth: CaptureTruth;
}

/** Runs the job under the profiler. Pure: the same options give the same capture. */
export function simulateCapture(request: CaptureRequest = {}): SimulatedCapture {
  const options = resolveOptions(request);
  const job = new TrainingJob(options);
  const model = new Model(options);
  const steps = new TrainingSteps(job, model, new ModelPasses(job, model));
  const numbers = stepNumbers(options);
  let rows = 0;
  for (const [index, number] of numbers.entries()) {
    const done = (index + 1) / numbers.length;
    const untilHere = Math.round(options.allocations * done);
    steps.run(number, untilHere - rows, Math.round(options.geAllocations * done));
    rows = untilHere;
  }
  steps.finish();

  const random = new Random(options.seed).fork('process');
  const processId = 3_016_828 + options.rank * 64;
  const pointer = 1_400_000_000 + random.below(2 ** 26) * 16;
  const simulated = {
    options,
    names: job.names,
    stacks: new StackCatalogue(options, (stack) => model.innermostFrames(stack)),
    operators: job.execution,
    forwardOperators: job.execution.forwardOperators,
    queue: job.queue.table,
    allocations: { PTA: job.memory.log, GE: job.queue.log },
    earlierBlocks: job.memory.earlierBlocks,
    unlistedEvents: job.memory.unlistedEvents,
    processId,
    threadIds: { main: processId, backward: processId + 9763, queue: processId + 3575 },
    streams: [String(pointer), String(pointer + 7_305_200)] as const,
    endTick: job.endTick + TAIL_TICKS,
  };
  return { ...simulated, truth: new CaptureTruth(simulated) };
}

function stepNumbers({ trace }: CaptureOptions): readonly (number | null)[] {
  if (trace !== false && trace.profilerSteps.length > 0) return trace.profilerSteps;
  return Array.from({ length: PLAIN_STEPS }, () => null);
}
