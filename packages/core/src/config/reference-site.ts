import type { RlInsightError } from '../errors/index.js';
import { cannotInterpolate } from './errors.js';
import type { JsonSchema } from './json-schema.js';
import type { Leaf, MapNode } from './node.js';
import { reach } from './node.js';
import { closestKey } from './suggest.js';
import type { Template } from './template.js';
import { mayRefer, parseTemplate, TemplateProblem } from './template.js';

/** A chain of this many references is a mistake, and following it is recursive. */
export const MAX_CHAIN = 100;
/** References that double a text at each step would otherwise fill the memory. */
export const MAX_TEXT_LENGTH = 1_000_000;

/** The text of a leaf that holds references (or escapes of them); undefined for any other. */
export function referringText(leaf: Leaf): string | undefined {
  // A default is what its plugin says, to the letter.
  if (leaf.source.kind === 'default') return undefined;
  const text = leaf.text ?? leaf.value;
  return typeof text === 'string' && mayRefer(text) ? text : undefined;
}

/** Where a reference leads: to a node, and from its value on by names that only the value has. */
export interface Target {
  readonly path: readonly string[];
  readonly below: readonly string[];
}

/** The leaf that is being resolved: where relative references start, and what messages point at. */
export class ReferenceSite {
  constructor(
    private readonly path: readonly string[],
    private readonly leaf: Leaf,
    private readonly root: MapNode,
    private readonly schema: JsonSchema,
  ) {}

  parse(text: string): Template {
    try {
      return parseTemplate(text);
    } catch (error) {
      if (error instanceof TemplateProblem) throw this.problem(error.message, error.remedy);
      throw error;
    }
  }

  /** `a.b` and `a[0]` from the root, `.b` beside the leaf, `..b` one level up. */
  target(reference: string): Target {
    const written = reference.trim().replace(/\[(\d+)\]/g, '.$1');
    const dots = /^\.*/.exec(written)?.[0].length ?? 0;
    const base = dots === 0 ? [] : this.path.slice(0, Math.max(0, this.path.length - dots));
    const path = [...base, ...written.slice(dots).split('.')];
    const { node, depth } = reach(this.root, path);
    const isFilledLater = node.kind === 'leaf' && referringText(node) !== undefined;
    if (depth < path.length && !isFilledLater) throw this.noValue(path);
    return { path: path.slice(0, depth), below: path.slice(depth) };
  }

  noValue(path: readonly string[]): RlInsightError {
    const key = path.join('.');
    const nearest = closestKey(key, this.schema);
    const question = nearest === undefined || nearest === key ? '' : `; did you mean ${nearest}?`;
    return this.problem(
      `${key} has no value${question}`,
      'Refer to a key that has a value, or write \\${ where no reference is meant.',
    );
  }

  unsetVariable(name: string): RlInsightError {
    return this.problem(
      `the environment variable ${name} is not set`,
      `Set ${name}, or give a default: \${oc.env:${name},default}.`,
    );
  }

  cycle(chain: readonly string[], key: string): RlInsightError {
    const round = [...chain.slice(chain.indexOf(key)), key].join(' -> ');
    return this.problem(
      `it refers to itself: ${round}`,
      'Give one of these keys a value of its own.',
    );
  }

  tooLong(): RlInsightError {
    return this.problem(
      `the chain of references is longer than ${MAX_CHAIN}`,
      'Refer to the last key of the chain.',
    );
  }

  tooMuchText(): RlInsightError {
    return this.problem(
      `the text grows beyond ${MAX_TEXT_LENGTH} characters`,
      'Refer to fewer keys in one text.',
    );
  }

  notText(type: 'map' | 'list'): RlInsightError {
    return this.problem(
      `a ${type} cannot stand inside a text`,
      'Refer to a single value, or let the reference be the whole value.',
    );
  }

  private problem(what: string, remedy: string): RlInsightError {
    const { source, span } = this.leaf;
    return cannotInterpolate({ key: this.path.join('.'), source, span }, what, remedy);
  }
}
