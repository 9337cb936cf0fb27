import type { Block, Segment } from './caching-allocator.js';
import type { TorchFormat } from './options.js';
import { type PickleData, Tuple } from './pickle-writer.js';
import { blocksOf, type TorchEntry } from './simulate.js';

type Dict = { readonly [key: string]: PickleData };

const DEFAULT_POOL = new Tuple(0, 0);

/** An entry of a trace, with the keys that PyTorch had at that time. */
export function entryData(
  { action, address, bytes, stream, timeUs }: TorchEntry,
  details: { frames: readonly PickleData[]; metadata: string; format: TorchFormat },
): Dict {
  const { frames, metadata, format } = details;
  const place = { [action === 'oom' ? 'device_free' : 'addr']: address };
  const base = { action, ...place, size: bytes, stream };
  if (format === '2022' || format === '2023') return { ...base, frames };
  const timed = { ...base, time_us: timeUs };
  if (format === '2024') return { ...timed, frames };
  return {
    ...timed,
    compile_context: 'N/A',
    user_metadata: metadata,
    pool_id: DEFAULT_POOL,
    frames,
  };
}

interface SegmentDetails {
  readonly device: number;
  readonly format: TorchFormat;
  readonly isExpandable: boolean;
  readonly stacks: readonly (readonly PickleData[])[];
}

/** A segment and its blocks. */
export function segmentData(segment: Segment, details: SegmentDetails): Dict {
  const blocks = blocksOf(segment);
  const sum = (of: (block: Block) => number) =>
    blocks.reduce((total, block) => total + of(block), 0);
  const isActive = ({ state }: Block) => state !== 'inactive';
  const base = {
    device: details.device,
    address: segment.address,
    total_size: segment.bytes,
    allocated_size: sum((block) => (block.state === 'active_allocated' ? block.bytes : 0)),
    active_size: sum((block) => (isActive(block) ? block.bytes : 0)),
    stream: segment.stream,
    segment_type: segment.isSmall ? 'small' : 'large',
  };
  const data = blocks.map((block) => blockData(block, details));
  if (details.format === '2022') return { ...base, blocks: data };
  return {
    ...base,
    requested_size: sum((block) => (isActive(block) ? block.requested : 0)),
    segment_pool_id: DEFAULT_POOL,
    is_expandable: details.isExpandable,
    frames: [],
    blocks: data,
  };
}

function blockData(block: Block, { format, stacks }: SegmentDetails): Dict {
  const { address, bytes, requested, state, stack } = block;
  const frames = stacks[stack] ?? [];
  if (format !== '2022') {
    // What was asked for of a block that is free now is still there, and means nothing.
    return { address, size: bytes, requested_size: requested, state, frames };
  }
  if (state === 'inactive') return { size: bytes, state };
  return { size: bytes, state, history: [{ addr: address, real_size: requested, frames }] };
}
