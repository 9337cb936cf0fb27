import { Random } from '../ascend/random.js';
import type { TorchOptions } from './options.js';
import type { PickleData } from './pickle-writer.js';

/** A frame as PyTorch writes it. */
export type TorchFrame = { readonly [key: string]: string | number };

const FILES = ['train.py', 'model/attention.py', 'model/mlp.py', 'data/loader.py', 'optim/adam.py'];
const FUNCTIONS = [
  'forward',
  '__call__',
  'step',
  '_wrapped_call_impl',
  'main',
  'backward',
  'collate',
];
const OPERATORS = ['mm', 'empty_memory_format', 'bmm', 'add_Tensor', 'native_layer_norm', 'cat'];
const TORCH = '/opt/venv/lib/python3.12/site-packages/torch';

function frame(name: string, filename: string, line: number): TorchFrame {
  return { name, filename, line };
}

/** What comes before the Python frames where C++ stacks are recorded. */
function compiledFrames(random: Random): TorchFrame[] {
  const operator = random.pick(OPERATORS);
  return [
    frame('torch::unwind::unwind()', '??', 0),
    frame('torch::CapturedTraceback::gather(bool, bool, bool)', '??', 0),
    frame(
      'c10::cuda::CUDACachingAllocator::Native::NativeCachingAllocator::allocate(unsigned long)',
      '',
      0,
    ),
    frame('at::_ops::empty_memory_format::redispatch(c10::DispatchKeySet)', '??', 0),
    frame(`at::_ops::${operator}::call(at::Tensor const&)`, '??', 0),
    frame('_PyEval_EvalFrameDefault', '/usr/local/src/conda/python-3.12/Python/ceval.c', 4646),
  ];
}

/** The call stacks of a run, innermost frame first; frames of one place are one object. */
export function torchStacks(options: TorchOptions): (readonly PickleData[])[] {
  if (options.stacks === 'none') return [];
  const random = new Random(`${options.seed}/stacks`);
  const known = new Map<string, TorchFrame>();
  const shared = (made: TorchFrame) => {
    const key = JSON.stringify(made);
    const before = known.get(key) ?? made;
    known.set(key, before);
    return before;
  };
  return Array.from({ length: options.distinctStacks }, () => {
    const frames = Array.from({ length: options.stackDepth }, (_, depth) => {
      const isTorch = depth % 3 === 1;
      const folder = isTorch ? `${TORCH}/nn/modules` : '/home/user/job';
      const line = 1 + random.below(60) * 7;
      return frame(random.pick(FUNCTIONS), `${folder}/${random.pick(FILES)}`, line);
    });
    const all = options.stacks === 'all' ? [...compiledFrames(random), ...frames] : frames;
    return all.map(shared);
  });
}
