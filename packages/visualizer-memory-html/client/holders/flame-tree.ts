import type { Group } from '../data/group.js';

/** A frame and what was allocated under it, by the frames that it called. */
export interface FlameNode {
  /** Number of the stack that ends in the frame; 0 for all together. */
  readonly stack: number;
  bytes: number;
  count: number;
  readonly children: FlameNode[];
}

/** Adds allocations up along their call stacks, from the outermost frame in; the largest first. */
export function flameTree({ store, stacks }: Group, rows: Int32Array): FlameNode {
  const root: FlameNode = { stack: 0, bytes: 0, count: 0, children: [] };
  const nodes = new Map<number, FlameNode>([[0, root]]);
  const nodeOf = (stack: number): FlameNode => {
    const known = nodes.get(stack);
    if (known !== undefined) return known;
    const node: FlameNode = { stack, bytes: 0, count: 0, children: [] };
    nodes.set(stack, node);
    nodeOf(stacks.parent(stack)).children.push(node);
    return node;
  };
  const own = new Map<number, { bytes: number; count: number }>();
  for (const row of rows) {
    const sum = own.get(store.stack[row]) ?? { bytes: 0, count: 0 };
    sum.bytes += store.bytes[row];
    sum.count++;
    own.set(store.stack[row], sum);
  }
  for (const [stack, { bytes, count }] of own) {
    nodeOf(stack);
    for (let at = stack; at > 0; at = stacks.parent(at)) {
      const node = nodeOf(at);
      node.bytes += bytes;
      node.count += count;
    }
    root.bytes += bytes;
    root.count += count;
  }
  for (const { children } of nodes.values())
    children.sort((a, b) => b.bytes - a.bytes || a.stack - b.stack);
  return root;
}
