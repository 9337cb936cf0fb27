import type { ConfigMap, ConfigScalar, ConfigValue } from './value.js';
import { isConfigList, isConfigMap } from './value.js';

/** Where a setting was written. Lines count from 1. */
export type SettingSource =
  | { readonly kind: 'default'; readonly note?: string }
  | { readonly kind: 'preset'; readonly preset: string }
  | { readonly kind: 'file'; readonly file: string; readonly line: number }
  | { readonly kind: 'command line'; readonly word: string };

/** UTF-16 offsets into a word of the command line; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Leaf {
  readonly kind: 'leaf';
  /** The value as its notation reads it without a schema. */
  readonly value: ConfigScalar;
  /** The text as written, where no quotes fix its type: the schema may still read it as something else. */
  readonly text?: string;
  readonly source: SettingSource;
  readonly span?: Span;
}

export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly SettingNode[];
  readonly source: SettingSource;
  readonly span?: Span;
}

/** A Map and no object: the names in it come from people, and `__proto__` is just a name here. */
export interface MapNode {
  readonly kind: 'map';
  readonly entries: Map<string, SettingNode>;
  readonly source: SettingSource;
  readonly span?: Span;
}

export type SettingNode = Leaf | ListNode | MapNode;

export function emptyMap(source: SettingSource): MapNode {
  return { kind: 'map', entries: new Map(), source };
}

/** Plain data of a program (a preset, a default) as nodes; a dotted key is a path. */
export function nodeOf(value: ConfigValue, source: SettingSource): SettingNode {
  if (isConfigList(value)) {
    return { kind: 'list', items: value.map((item) => nodeOf(item, source)), source };
  }
  return isConfigMap(value) ? mapNodeOf(value, source) : { kind: 'leaf', value, source };
}

export function mapNodeOf(value: ConfigMap, source: SettingSource): MapNode {
  const map = emptyMap(source);
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) placeAt(map, key.split('.'), nodeOf(item, source));
  }
  return map;
}

/** Puts a node at a path, making the maps on the way; two maps at one place become one. */
export function placeAt(map: MapNode, path: readonly string[], node: SettingNode): void {
  const [name = '', ...rest] = path;
  const present = map.entries.get(name);
  if (rest.length > 0) {
    const below = present?.kind === 'map' ? present : emptyMap(node.source);
    map.entries.set(name, below);
    placeAt(below, rest, node);
  } else if (present?.kind === 'map' && node.kind === 'map') {
    for (const [key, item] of node.entries) placeAt(present, [key], item);
  } else {
    map.entries.set(name, node);
  }
}

export interface Reached {
  readonly node: SettingNode;
  /** How many names of the path were used up. */
  readonly depth: number;
}

/** The node at a path, or the last one on the way to it: what is below a leaf may come out of an interpolation. */
export function reach(root: SettingNode, path: readonly string[]): Reached {
  let node = root;
  let depth = 0;
  for (const name of path) {
    const next = node.kind === 'map' ? node.entries.get(name) : itemAt(node, name);
    if (next === undefined) break;
    node = next;
    depth += 1;
  }
  return { node, depth };
}

function itemAt(node: Leaf | ListNode, name: string): SettingNode | undefined {
  return node.kind === 'list' && /^\d+$/.test(name) ? node.items[Number(name)] : undefined;
}

/** The values of nodes as their notation reads them, without a schema. */
export function plainValue(node: SettingNode): ConfigValue {
  if (node.kind === 'leaf') return node.value;
  if (node.kind === 'list') return node.items.map(plainValue);
  return Object.fromEntries([...node.entries].map(([key, item]) => [key, plainValue(item)]));
}
