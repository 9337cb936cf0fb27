import type { TextTable } from '../pickle/texts.js';

/**
 * Keys of the dicts that there are most of, by PyTorch's `torch/csrc/cuda/memory_snapshot.cpp`. Each
 * one's place here is its code in the table of texts, so that a key is told by a number.
 */
export const KEYS = [
  'action',
  'addr',
  'device_free',
  'size',
  'stream',
  'time_us',
  'frames',
  'user_metadata',
  'pool_id',
  'compile_context',
  'forward_frames',
  'category',
  'name',
  'filename',
  'line',
  'fx_node_op',
  'fx_node_name',
  'fx_node_target',
  'fx_original_trace',
] as const;
type Key = (typeof KEYS)[number];

/** The code of each key. */
export const KEY = Object.fromEntries(KEYS.map((key, code) => [key, code])) as Readonly<
  Record<Key, number>
>;

/** What a trace's entries tell of, by `action`; codes follow those of the keys. */
export const ACTIONS = [
  'alloc',
  'free_requested',
  'free_completed',
  'segment_alloc',
  'segment_free',
  'segment_map',
  'segment_unmap',
  'oom',
  'snapshot',
  'annotate',
  'user_defined',
] as const;
export type Action = (typeof ACTIONS)[number];

/** The code of each action. */
export const ACTION = Object.fromEntries(
  ACTIONS.map((action, i) => [action, KEYS.length + i]),
) as Readonly<Record<Action, number>>;

/** Puts keys and actions first into a table that is empty. */
export function internKeys(texts: TextTable): void {
  for (const text of [...KEYS, ...ACTIONS]) texts.code(text);
}
