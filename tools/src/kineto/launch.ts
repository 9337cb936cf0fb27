import type { Random } from '../ascend/random.js';

/** An event of a launch: when it begins after the launch, and its thread, if it is not the launching one. */
export interface LaunchEvent {
  readonly after: number;
  readonly thread?: { readonly pid: number; readonly tid: number };
  readonly ph: string;
  readonly cat: string;
  readonly name: string;
  readonly id?: number;
  readonly bp?: string;
  readonly durNs?: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

const STREAM = { pid: 0, tid: 7 };
/** As long as names of kernels are. */
const KERNELS = [
  'void simulated::elementwise_kernel<4, simulated::MultiplyFunctor<float>, simulated::Array<char*, 3> >(int, simulated::MultiplyFunctor<float>, simulated::Array<char*, 3>)',
  'void simulated::reduce_kernel<512, 1, simulated::ReduceOp<float, simulated::MeanOps<float, float, float, float>, unsigned int, float, 4> >(simulated::ReduceOp<float>)',
  'simulated_gemm_fp16_128x128_ldg8_stages_32x5_tn',
  'void simulated::layer_norm_kernel<float, float>(int, float, float const*, float const*, float const*, float*, float*, float*)',
];

/** The call that launches a kernel, the kernel, and the flow from one to the other. */
export function launchOf(id: number, random: Random): LaunchEvent[] {
  const after = 4000 + random.below(90_000);
  const lasts = 1000 + random.below(50_000);
  const flow = { cat: 'ac2g', name: 'ac2g', id };
  return [
    {
      ...{ after: 0, ph: 'X', cat: 'cuda_runtime', name: 'cudaLaunchKernel', durNs: 3100 },
      args: { 'External id': id, cbid: 211, correlation: id },
    },
    { after: 0, ph: 's', ...flow },
    {
      ...{ after, thread: STREAM, ph: 'X', cat: 'kernel', durNs: lasts },
      name: KERNELS[random.below(KERNELS.length)],
      args: {
        ...{ 'External id': id, queued: 0, device: 0, context: 1, stream: 7, correlation: id },
        ...{ 'registers per thread': 16 + random.below(200), 'shared memory': 0 },
        ...{ 'blocks per SM': 0.3, 'warps per SM': 1.2 },
        ...{ grid: [24 + random.below(5000), 1, 1], block: [128, 1, 1] },
        'est. achieved occupancy %': random.below(100),
      },
    },
    { after, thread: STREAM, ph: 'f', ...flow, bp: 'e' },
  ];
}
