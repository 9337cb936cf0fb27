import { NS_PER_TICK } from './clock.js';
import { type JsonValue, pythonJson } from './python-json.js';
import type { SimulatedCapture } from './scenario.js';

/** How profiler_info.json is written. */
export interface ProfilerInfoText {
  /** `profiler_info_<rank>.json`; without the rank for a job of a single device. */
  rankInName: boolean;
  /** A number from torch.distributed, a string from the environment, absent for a single device. */
  rankId: 'number' | 'string' | 'absent';
  /** The switches that the capture was made with. */
  profileMemory: boolean;
  withStack: boolean;
}

/** What profiler_metadata.json says beside the environment. */
export interface MetadataText {
  role?: string;
  parallelGroupInfo: boolean;
  distributedArgs: boolean;
}

/** ns since boot when the capture starts: far beyond 2^53, so that readers must not lose digits. */
const MONOTONIC_START_NS = 18_554_100_820_288_240n;

/** File name of the profiler's settings. */
export function profilerInfoName(rank: number, text: ProfilerInfoText): string {
  return text.rankInName ? `profiler_info_${rank}.json` : 'profiler_info.json';
}

function rankId(rank: number, text: ProfilerInfoText): { rank_id?: JsonValue } {
  if (text.rankId === 'absent') return {};
  return { rank_id: text.rankId === 'string' ? String(rank) : rank };
}

/** profiler_info.json: the switches, the clock and the rank. */
export function profilerInfo(capture: SimulatedCapture, text: ProfilerInfoText): string {
  const { options } = capture;
  const steps = options.trace === false ? 1 : Math.max(1, options.trace.profilerSteps.length);
  const isOld = options.variant === 'V10';
  const schedule = { wait: 0, active: steps, warmup: 1, repeat: 1, skip_first: 0 };
  const entries = Object.entries(schedule).map(([key, value]) => [isOld ? `_${key}` : key, value]);
  const durationNs = BigInt(capture.endTick * NS_PER_TICK);
  const started = {
    syscnt_enable: true,
    freq: 100,
    start_cnt: MONOTONIC_START_NS / 10n,
    start_monotonic: MONOTONIC_START_NS,
  };
  return pythonJson(
    {
      config: {
        common_config: {
          activities: ['ProfilerActivity.CPU', 'ProfilerActivity.NPU'],
          schedule: Object.fromEntries(entries) as Record<string, number>,
          record_shapes: true,
          profile_memory: text.profileMemory,
          with_stack: text.withStack,
          with_flops: false,
          with_modules: false,
        },
        experimental_config: {
          _profiler_level: 'Level1',
          _aic_metrics: 'ACL_AICORE_PIPE_UTILIZATION',
          _l2_cache: false,
          _msprof_tx: false,
          _data_simplification: true,
          record_op_args: false,
          ...(isOld ? {} : { _export_type: ['text'], _op_attr: false, _gc_detect_threshold: null }),
        },
      },
      ...(isOld ? {} : { start_info: started }),
      end_info: {
        collectionTimeEnd: options.startNs + durationNs,
        MonotonicTimeEnd: MONOTONIC_START_NS + durationNs,
      },
      ...(isOld ? {} : { torch_npu_version: '2.7.1', cann_version: '8.3.RC1' }),
      ...rankId(options.rank, text),
    },
    4,
  );
}

/** profiler_metadata.json: environment, and what the job told about itself, in one line. */
export function profilerMetadata(
  capture: SimulatedCapture,
  text: MetadataText,
  worldSize: number,
): string {
  const { rank } = capture.options;
  const everyone = Array.from({ length: worldSize }, (_, index) => index);
  const args = {
    tensor_model_parallel_size: 1,
    pipeline_model_parallel_size: 1,
    data_parallel_size: worldSize,
    context_parallel_size: 1,
    expert_model_parallel_size: 1,
    sequence_parallel: false,
    rank,
    world_size: worldSize,
  };
  const groups = {
    group_name_0: { group_name: 'default_group', group_rank: rank, global_ranks: everyone },
    group_name_5: { group_name: 'dp_cp', group_rank: rank, global_ranks: everyone },
    group_name_15: { group_name: 'tp', group_rank: 0, global_ranks: [rank] },
  };
  return pythonJson(
    {
      ...(text.role === undefined ? {} : { role: text.role }),
      ...(text.distributedArgs ? { distributed_args: args } : {}),
      ENV_VARIABLES: {
        ASCEND_GLOBAL_LOG_LEVEL: '3',
        HCCL_RDMA_TC: '',
        HCCL_RDMA_SL: '',
        ACLNN_CACHE_LIMIT: '',
        HOST_CACHE_CAPACITY: '',
        ASCEND_ENHANCE_ENABLE: '',
        PYTORCH_NPU_ALLOC_CONF: 'expandable_segments:True',
        ASCEND_LAUNCH_BLOCKING: '',
        HCCL_ALGO: '',
      },
      ...(text.parallelGroupInfo ? { parallel_group_info: groups } : {}),
    },
    null,
  );
}
