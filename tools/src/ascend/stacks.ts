import { Random } from './random.js';

/** Where libraries are installed in the simulated job. */
export const SITE_PACKAGES = '/opt/conda/lib/python3.10/site-packages';

const TORCH = `${SITE_PACKAGES}/torch`;

/** How one module calls the next: innermost first. */
const MODULE_CALL: readonly string[] = [
  `${TORCH}/nn/modules/module.py(1527): _call_impl`,
  `${TORCH}/nn/modules/module.py(1518): _wrapped_call_impl`,
];

/** Modules around an operator, from the inside out; each is called through MODULE_CALL. */
const CALLERS: readonly (readonly string[])[] = [
  [
    `${SITE_PACKAGES}/transformers/models/qwen2/modeling_qwen2.py(258): forward`,
    `${SITE_PACKAGES}/transformers/models/qwen2/modeling_qwen2.py(231): forward`,
    `${TORCH}/nn/modules/container.py(215): forward`,
  ],
  [
    `${SITE_PACKAGES}/transformers/models/qwen2/modeling_qwen2.py(561): forward`,
    `${SITE_PACKAGES}/transformers/models/qwen2/modeling_qwen2.py(704): forward`,
  ],
  [`${TORCH}/distributed/fsdp/fully_sharded_data_parallel.py(849): forward`],
];

interface UserFile {
  path: string;
  functionName: string;
}

const USER_FILES: readonly UserFile[] = [
  { path: '/workspace/train/actor.py', functionName: 'update_policy' },
  { path: '/workspace/train/critic.py', functionName: 'update_critic' },
  { path: '/workspace/train/rollout.py', functionName: 'generate_sequences' },
  { path: '/workspace/train/reward.py', functionName: 'compute_rm_score' },
  { path: '/workspace/train/losses.py', functionName: 'policy_loss' },
];

const ODD_USER_FILES: readonly UserFile[] = [
  { path: '/workspace/训练/演员.py', functionName: '更新策略' },
  { path: '/workspace/train/an "odd", path </script>.py', functionName: '<lambda>' },
  { path: '/workspace/train/<img src=x onerror=alert(1)>.py', functionName: '<listcomp>' },
];

const ENTRY_FRAMES: readonly string[] = [
  '/workspace/train/main_ppo.py(212): main',
  '<string>(1): <module>',
];

/** How frames are joined where traces and tables keep a call stack, innermost first. */
export const FRAME_SEPARATOR = ';\r\n';

/**
 * The call stacks of the program, by number. A stack is computed from its number, not stored: two numbers differ in
 * their user frame, whatever the depth.
 */
export class StackCatalogue {
  readonly #seed: string;
  readonly #depth: number;
  readonly #userFiles: readonly UserFile[];
  readonly #innermost: (id: number) => readonly string[];

  /** `innermost` gives the frames nearest to the operators that a stack leads to. */
  constructor(
    options: { seed: string | number; stackDepth: number; oddNames: boolean },
    innermost: (id: number) => readonly string[],
  ) {
    this.#seed = String(options.seed);
    this.#depth = options.stackDepth;
    this.#userFiles = options.oddNames ? [...USER_FILES, ...ODD_USER_FILES] : USER_FILES;
    this.#innermost = innermost;
  }

  /** Frames of a stack, innermost first: libraries, the user's frame, the entry. */
  frames(id: number): string[] {
    const count = this.#userFiles.length;
    const file = this.#userFiles[id % count] as UserFile;
    const user = `${file.path}(${31 + Math.floor(id / count)}): ${file.functionName}`;
    const entryCount = Math.min(ENTRY_FRAMES.length, Math.max(0, this.#depth - 2));
    const entry = ENTRY_FRAMES.slice(ENTRY_FRAMES.length - entryCount);
    return [...this.#libraries(id, this.#depth - 1 - entryCount), user, ...entry];
  }

  text(id: number): string {
    return this.frames(id).join(FRAME_SEPARATOR);
  }

  #libraries(id: number, count: number): string[] {
    const random = new Random(`${this.#seed}/stack/${id}`);
    const frames = [...this.#innermost(id)];
    for (let level = 0; frames.length < count; level++) {
      const callers = CALLERS[level % CALLERS.length] as readonly string[];
      frames.push(...MODULE_CALL, random.pick(callers));
    }
    return frames.slice(0, Math.max(0, count));
  }
}
