import type { BlockLives, SegmentLives } from './history.js';

/** By arena: whether a block ever lies across a border between two segments that are both there. */
export function joinedArenas(segments: SegmentLives, blocks: BlockLives): boolean[] {
  const isJoined: boolean[] = [];
  const ending = new Map<number, number[]>();
  for (let place = 0; place < segments.position.length; place++) {
    const end = segments.position[place] + segments.bytes[place];
    const list = ending.get(end);
    if (list === undefined) ending.set(end, [place]);
    else list.push(place);
  }
  let next = 0;
  for (let block = 0; block < blocks.row.length; block++) {
    const from = blocks.position[block];
    if (from < 0) continue;
    const known = blocks.blockBytes[block];
    const to = from + (Number.isNaN(known) ? blocks.requestedBytes[block] : known);
    while (next < segments.position.length && segments.position[next] <= from) next++;
    for (let after = next; segments.position[after] < to; after++) {
      const arena = segments.arena[after];
      if (isJoined[arena] || !isThereWith(segments, after, blocks, block)) continue;
      const before = ending.get(segments.position[after]) ?? [];
      isJoined[arena] = before.some(
        (place) => segments.arena[place] === arena && isThereWith(segments, place, blocks, block),
      );
    }
  }
  return isJoined;
}

/** Whether some state has both. */
function isThereWith(
  segments: SegmentLives,
  segment: number,
  blocks: BlockLives,
  block: number,
): boolean {
  return (
    segments.startAt[segment] < blocks.endAt[block] &&
    segments.endAt[segment] > blocks.startAt[block]
  );
}
