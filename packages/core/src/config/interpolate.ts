import type { RlInsightError } from '../errors/index.js';
import { isRlInsightError } from '../errors/index.js';
import type { JsonSchema } from './json-schema.js';
import { schemaAt } from './json-schema.js';
import type { Leaf, MapNode, SettingNode } from './node.js';
import { reach } from './node.js';
import { MAX_CHAIN, MAX_TEXT_LENGTH, ReferenceSite, referringText } from './reference-site.js';
import type { Reference, Template } from './template.js';
import { completeMap, fitLeaf, fitResolved } from './typed-text.js';
import type { ConfigValue } from './value.js';
import { isConfigList, isConfigMap, scalarText, valueIn } from './value.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A value after interpolation, and the environment variables that it came through. */
export interface Settled {
  readonly value: ConfigValue;
  readonly variables: readonly string[];
}

/** Gives the values of merged settings, each once, following references to whatever layer they lead. */
export class Interpolator {
  private readonly settled = new Map<string, Settled | RlInsightError>();
  private readonly chain: string[] = [];

  constructor(
    private readonly root: MapNode,
    private readonly schema: JsonSchema,
    private readonly environment: Environment,
  ) {}

  /**
   * The value of the node at a path.
   *
   * @throws RlInsightError `config-interpolation`
   */
  valueAt(path: readonly string[]): Settled {
    const key = path.join('.');
    const outcome = this.settled.get(key) ?? this.attempt(path, key);
    this.settled.set(key, outcome);
    if (isRlInsightError(outcome)) throw outcome;
    return outcome;
  }

  private attempt(path: readonly string[], key: string): Settled | RlInsightError {
    this.chain.push(key);
    try {
      return this.settle(reach(this.root, path).node, path);
    } catch (error) {
      if (isRlInsightError(error)) return error;
      throw error;
    } finally {
      this.chain.pop();
    }
  }

  private settle(node: SettingNode, path: readonly string[]): Settled {
    const schema = schemaAt(this.schema, path) ?? {};
    if (node.kind === 'leaf') {
      const text = referringText(node);
      if (text === undefined) return { value: fitLeaf(node, schema), variables: [] };
      const { value, variables } = this.resolve(node, text, path);
      return { value: fitResolved(value, schema), variables };
    }
    const names = node.kind === 'list' ? [...node.items.keys()] : [...node.entries.keys()];
    const parts = names.map((name) => ({ name, ...this.valueAt([...path, String(name)]) }));
    const variables = [...new Set(parts.flatMap((part) => part.variables))];
    if (node.kind === 'list') return { value: parts.map((part) => part.value), variables };
    const map = Object.fromEntries(parts.map(({ name, value }) => [name, value]));
    return { value: completeMap(map, schema), variables };
  }

  private resolve(leaf: Leaf, text: string, path: readonly string[]): Settled {
    const site = new ReferenceSite(path, leaf, this.root, this.schema);
    const variables = new Set<string>();
    const template = site.parse(text);
    const [only] = template;
    const isWhole = template.length === 1 && only !== undefined && typeof only !== 'string';
    const value = isWhole
      ? this.follow(only, site, variables)
      : this.textOf(template, site, variables);
    return { value, variables: [...variables] };
  }

  private follow(reference: Reference, site: ReferenceSite, variables: Set<string>): ConfigValue {
    if (reference.kind === 'environment') {
      const name = this.textOf(reference.name, site, variables);
      const value = Object.hasOwn(this.environment, name) ? this.environment[name] : undefined;
      if (value !== undefined) {
        variables.add(name);
        return value;
      }
      if (reference.fallback === null) throw site.unsetVariable(name);
      const { isNull, text } = reference.fallback;
      return isNull ? null : this.textOf(text, site, variables);
    }
    const { path, below } = site.target(this.textOf(reference.key, site, variables));
    const key = path.join('.');
    if (this.chain.includes(key)) throw site.cycle(this.chain, key);
    if (this.chain.length >= MAX_CHAIN) throw site.tooLong();
    const found = this.valueAt(path);
    for (const variable of found.variables) variables.add(variable);
    const value = valueIn(found.value, below);
    if (value === undefined) throw site.noValue([...path, ...below]);
    return value;
  }

  private textOf(template: Template, site: ReferenceSite, variables: Set<string>): string {
    let whole = '';
    for (const part of template) {
      const value = typeof part === 'string' ? part : this.follow(part, site, variables);
      if (isConfigMap(value)) throw site.notText('map');
      if (isConfigList(value)) throw site.notText('list');
      whole += scalarText(value);
      if (whole.length > MAX_TEXT_LENGTH) throw site.tooMuchText();
    }
    return whole;
  }
}
