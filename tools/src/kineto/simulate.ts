import { Random } from '../ascend/random.js';
import { launchOf } from './launch.js';
import type { KinetoOptions, KinetoTruth } from './options.js';

/** An event as it is written, but for times, which are whole ns after the begin. */
export interface KinetoEvent {
  readonly startNs: number;
  readonly event: Record<string, unknown>;
}

export const MAIN_THREAD = 4242;
export const BACKWARD_THREAD = 4300;
const OPERATORS = ['aten::mm', 'aten::add', 'aten::empty', 'aten::conv2d', 'aten::softmax'];
const FUNCTIONS = ['train.py(90): main', 'train.py(41): train_step', 'model.py(17): forward'];
const CALLED = ['aten::t', 'aten::transpose', 'aten::as_strided'];
const EARLIER_BLOCKS = 12;
const MOST_SECTORS = 1024;

interface Held {
  readonly address: number;
  readonly bytes: number;
  readonly isEarlier: boolean;
}

/** The memory of one device. */
class Device {
  readonly truth: KinetoTruth;
  readonly held: Held[] = [];
  level = 0;
  readonly #type: number;
  readonly #id: number;
  #next = 0x7f00_0000_0000;

  constructor(type: number, id: number, random: Random) {
    this.#type = type;
    this.#id = id;
    for (let i = 0; i < EARLIER_BLOCKS; i++)
      this.#hold(512 * (1 + random.below(MOST_SECTORS)), true);
    this.truth = {
      startBytes: this.level,
      peakBytes: this.level,
      endBytes: 0,
      allocations: 0,
      released: 0,
      releasesOfUnknown: 0,
      places: [],
    };
  }

  #hold(bytes: number, isEarlier: boolean): Held {
    const block = { address: this.#next, bytes, isEarlier };
    this.#next += bytes;
    this.held.push(block);
    this.level += bytes;
    return block;
  }

  allocate(bytes: number): Record<string, unknown> {
    const { address } = this.#hold(bytes, false);
    this.truth.allocations++;
    this.truth.peakBytes = Math.max(this.truth.peakBytes, this.level);
    return this.args(address, bytes);
  }

  release(place: number): Record<string, unknown> {
    const [{ address, bytes, isEarlier }] = this.held.splice(place, 1);
    this.level -= bytes;
    if (isEarlier) this.truth.releasesOfUnknown++;
    else this.truth.released++;
    return this.args(address, -bytes);
  }

  args(address: number, bytes: number): Record<string, unknown> {
    return {
      'Device Type': this.#type,
      'Device Id': this.#id,
      Addr: address,
      Bytes: bytes,
      'Total Allocated': this.level,
      'Total Reserved': 2 ** 30,
    };
  }
}

/** Simulates a training; events come in order of time. */
export function simulateKineto(
  options: KinetoOptions,
  onEvent: (event: KinetoEvent) => void,
): Map<string, KinetoTruth> {
  const random = new Random(options.seed);
  const sources = [{ type: 0, id: -1 }, ...options.devices];
  const devices = sources.map(({ type, id }) => new Device(type, id, random));
  const perStep = Math.ceil(options.operators / options.steps);
  const failAt = Math.floor(options.operators / 2);
  let [now, index, failed] = [0, 0, 0];
  // Where times are whole µs, nothing of one µs is told apart.
  const unitNs = options.era === '2025' ? 1 : 1000;
  const pass = (most: number) => {
    now += (1 + random.below(most)) * unitNs;
  };
  const common = (tid: number) => ({ pid: 4242, tid });
  const memory = (tid: number, args: Record<string, unknown>, name = '[memory]') => {
    pass(900);
    const event = { ph: 'i', s: 't', cat: 'cpu_instant_event', name, ...common(tid) };
    onEvent({ startNs: now, event: { ...event, args: { 'Ev Idx': index++, ...args } } });
  };
  /** A range is told at its begin; its length is known by then, since what is in it takes as long as it is told to. */
  const range = (cat: string, name: string, tid: number, within: () => void, args = {}) => {
    pass(300);
    const event: Record<string, unknown> = {
      ph: 'X',
      cat,
      name,
      ...common(tid),
      args: { 'Ev Idx': index++, ...args },
    };
    const startNs = now;
    const told: KinetoEvent = { startNs, event };
    within();
    pass(300);
    event.durNs = now - startNs;
    onEvent(told);
  };
  const functions = (tid: number, depth: number, within: () => void): void => {
    if (!options.withStack || depth === FUNCTIONS.length) within();
    else range('python_function', FUNCTIONS[depth], tid, () => functions(tid, depth + 1, within));
  };
  /** What an operator calls, and the kernel that it launches. */
  const called = (tid: number) => {
    for (const name of CALLED) range('cpu_op', name, tid, () => {});
    pass(300);
    const launch = launchOf(index++, random);
    for (const { after, thread, ...event } of launch) {
      onEvent({ startNs: now + after, event: { ...event, ...(thread ?? common(tid)) } });
    }
  };
  let done = 0;
  for (let step = 1; step <= options.steps; step++) {
    range('user_annotation', `ProfilerStep#${step}`, MAIN_THREAD, () => {
      for (let i = 0; i < perStep && done < options.operators; i++, done++) {
        const tid = random.below(4) === 0 ? BACKWARD_THREAD : MAIN_THREAD;
        const isMain = tid === MAIN_THREAD;
        const operator = OPERATORS[random.below(OPERATORS.length)];
        const work = () =>
          range('cpu_op', operator, tid, () => {
            if (options.withKernels) called(tid);
            if (options.withKernels && random.below(5) < 2) return;
            const device = devices[random.below(devices.length)];
            const stack = options.withStack && isMain ? [...FUNCTIONS].reverse() : [];
            for (let blocks = 1 + random.below(2); blocks > 0; blocks--) {
              const bytes = 512 * (1 + random.below(4096));
              memory(tid, device.allocate(bytes));
              if (options.keepsPlaces) device.truth.places.push({ operator, stack, step, bytes });
            }
            while (device.held.length > EARLIER_BLOCKS + random.below(20)) {
              memory(tid, device.release(random.below(device.held.length)));
            }
            if (done >= failAt && failed < options.failures) {
              failed++;
              memory(tid, { ...device.args(0, 2 ** 34), Addr: undefined }, '[OutOfMemory]');
            }
          });
        if (isMain) functions(tid, 0, work);
        else work();
      }
    });
  }
  const truths = new Map<string, KinetoTruth>();
  sources.forEach(({ type, id }, i) => {
    devices[i].truth.endBytes = devices[i].level;
    truths.set(`${type}:${id}`, devices[i].truth);
  });
  return truths;
}
