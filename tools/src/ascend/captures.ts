import { join } from 'node:path';
import { type FormatRequest, type WrittenCapture, writeCapture } from './capture.js';
import type { CaptureRequest } from './options.js';
import { type SimulatedCapture, simulateCapture } from './scenario.js';
import { timestampText } from './timestamp-text.js';

export interface CapturesRequest {
  /** What each capture holds; rank, seed and time are set for each. */
  capture?: Omit<CaptureRequest, 'rank'>;
  format?: FormatRequest;
  /** Default: rank 0. */
  ranks?: readonly number[];
  /** RL roles, such as `actor_update`; none: one capture a rank. */
  roles?: readonly string[];
  /** Steps, a folder each; none: no step folders. */
  steps?: readonly number[];
  /** Where the role stands: in a folder of its name, in profiler_metadata.json, or both. */
  roleIn?: 'folder' | 'metadata' | 'both';
  /** Start of the folder names, before process id and time. */
  worker?: string;
}

/** One capture of a job: where it is, what it is of, what is true of it. */
export interface JobCapture extends WrittenCapture {
  step: number | null;
  role: string | null;
  rank: number;
  simulated: SimulatedCapture;
}

const STEP_NS = 60_000_000_000n;
const ROLE_NS = 15_000_000_000n;
const RANK_NS = 3_210n;
const DEFAULT_START_NS = 1_779_785_515_000_000_000n;

interface Plan {
  step: number | null;
  role: string | null;
  rank: number;
  startNs: bigint;
}

function* plans(request: CapturesRequest): Generator<Plan> {
  const startNs = request.capture?.startNs ?? DEFAULT_START_NS;
  const steps = request.steps?.length ? request.steps : [null];
  const roles = request.roles?.length ? request.roles : [null];
  for (const [stepIndex, step] of steps.entries()) {
    for (const [roleIndex, role] of roles.entries()) {
      for (const rank of request.ranks ?? [0]) {
        const sinceStart =
          BigInt(stepIndex) * STEP_NS + BigInt(roleIndex) * ROLE_NS + BigInt(rank) * RANK_NS;
        yield { step, role, rank, startNs: startNs + sinceStart };
      }
    }
  }
}

function simulate({ step, role, rank, startNs }: Plan, request: CapturesRequest): SimulatedCapture {
  const capture = request.capture ?? {};
  const { trace } = capture;
  // A capture in a step's folder is of that step, unless the caller wants other ranges.
  const profilerSteps = step === null ? {} : { profilerSteps: [step] };
  return simulateCapture({
    ...capture,
    rank,
    startNs,
    seed: [capture.seed ?? 1, step, role, rank].join('/'),
    trace: trace === false ? false : { ...profilerSteps, ...trace },
  });
}

function formatOf({ role }: Plan, request: CapturesRequest): FormatRequest {
  const format = request.format ?? {};
  const { metadata } = format;
  if (role === null || request.roleIn === 'folder' || metadata === false) return format;
  return { ...format, metadata: { ...metadata, role } };
}

/**
 * Writes a job's captures as verl lays them out: `<root>/<step>/<role>/<worker>_<pid>_<time>_ascend_pt/`, without the
 * step's or role's folder where there is none. Yields each as it is written, so that one at a time is in memory.
 */
export async function* eachCapture(
  root: string,
  request: CapturesRequest = {},
): AsyncGenerator<JobCapture> {
  const worldSize = Math.max(...(request.ranks ?? [0])) + 1;
  for (const plan of plans(request)) {
    const { step, role, rank } = plan;
    const simulated = simulate(plan, request);
    const worker = `${request.worker ?? 'node0'}_${simulated.processId}`;
    const dir = join(
      root,
      step === null ? '' : String(step),
      role === null || request.roleIn === 'metadata' ? '' : role,
      `${worker}_${timestampText(plan.startNs)}_ascend_pt`,
    );
    const written = await writeCapture(dir, simulated, formatOf(plan, request), worldSize);
    yield { ...written, step, role, rank, simulated };
  }
}

/** Writes a job's captures and returns all of them with their truth. */
export async function writeCaptures(
  root: string,
  request: CapturesRequest = {},
): Promise<JobCapture[]> {
  const captures: JobCapture[] = [];
  for await (const capture of eachCapture(root, request)) captures.push(capture);
  return captures;
}
