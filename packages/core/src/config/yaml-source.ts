import type * as Yaml from 'yaml';
import type { RlInsightError } from '../errors/index.js';
import { fileSyntax } from './errors.js';
import type { Leaf, MapNode, SettingNode, SettingSource } from './node.js';
import { emptyMap, placeAt, reach } from './node.js';
import type { ConfigScalar } from './value.js';
import { narrowInteger } from './value.js';

/** Deeper nesting is no configuration, and reading is recursive. */
const MAX_DEPTH = 100;
/** Aliases of aliases multiply; a file written by hand stays far below. */
const MAX_NODES = 100_000;

/** Where the library speaks of itself. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'there is a second document',
  RESOURCE_EXHAUSTION: 'the value is nested too deeply',
};

type FileSource = Extract<SettingSource, { kind: 'file' }>;

/**
 * The mapping of a YAML 1.2 file, with the line of each setting. Dotted keys are paths, `<<` merges as in PyYAML, an
 * empty file is an empty mapping. `file` is the name that messages show.
 *
 * @throws RlInsightError `config-file-syntax`
 */
export async function readYaml(text: string, file: string): Promise<MapNode> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const reader = new YamlReader(yaml, lines, file);
  try {
    return reader.read(text);
  } catch (error) {
    // The library is recursive and has no limit of its own.
    if (error instanceof RangeError) throw fileSyntax(file, 1, 'the value is nested too deeply');
    throw error;
  }
}

class YamlReader {
  private readonly open = new Set<Yaml.Node>();
  private count = 0;

  constructor(
    private readonly yaml: typeof Yaml,
    private readonly lines: Yaml.LineCounter,
    private readonly file: string,
  ) {}

  read(text: string): MapNode {
    const document = this.yaml.parseDocument(text, {
      lineCounter: this.lines,
      intAsBigInt: true,
      prettyErrors: false,
      logLevel: 'error',
    });
    // A tag that nobody knows is only a warning of the library, and its value would be taken for text.
    const problem = document.errors[0] ?? document.warnings[0];
    if (problem !== undefined) {
      throw this.problem(this.sourceAt(problem.pos[0]), OWN_WORDS[problem.code] ?? problem.message);
    }
    const { contents } = document;
    const source = this.sourceAt(contents?.range?.[0] ?? 0);
    if (contents === null) return emptyMap(source);
    const node = this.node(contents, source, document);
    if (node.kind === 'map') return node;
    if (node.kind === 'leaf' && node.value === null) return emptyMap(source);
    throw this.problem(source, 'a configuration is a mapping of keys to values');
  }

  private node(
    written: Yaml.Node | null,
    source: FileSource,
    document: Yaml.Document.Parsed,
  ): SettingNode {
    this.count += 1;
    if (this.count > MAX_NODES) throw this.problem(source, 'aliases expand to too many values');
    const { isAlias, isMap, isScalar, isSeq } = this.yaml;
    if (isScalar(written)) return leafOf(written, source);
    if (isAlias(written)) {
      const target = written.resolve(document);
      if (target !== undefined) return this.node(target, source, document);
      throw this.problem(source, `there is no anchor &${written.source}`);
    }
    if (!isMap(written) && !isSeq(written)) return { kind: 'leaf', value: null, source };
    // An anchor around an alias of itself would never end.
    if (this.open.has(written) || this.open.size >= MAX_DEPTH) {
      throw this.problem(source, 'the value holds itself or is nested too deeply');
    }
    this.open.add(written);
    const node = isMap(written)
      ? this.map(written, source, document)
      : this.list(written, source, document);
    this.open.delete(written);
    return node;
  }

  private list(
    written: Yaml.YAMLSeq,
    source: FileSource,
    document: Yaml.Document.Parsed,
  ): SettingNode {
    const items = written.items.map((item) => {
      const node = item as Yaml.Node;
      return this.node(node, this.sourceAt(node.range?.[0] ?? 0), document);
    });
    return { kind: 'list', items, source };
  }

  private map(written: Yaml.YAMLMap, source: FileSource, document: Yaml.Document.Parsed): MapNode {
    const map = emptyMap(source);
    const below: SettingNode[] = [];
    for (const pair of written.items) {
      const key = pair.key as Yaml.Node;
      const at = this.sourceAt(key.range?.[0] ?? 0);
      const name = this.keyOf(key, at);
      const value = this.node(pair.value as Yaml.Node | null, at, document);
      if (name !== '<<') this.place(map, name.split('.'), value, at);
      else below.push(...(value.kind === 'list' ? value.items : [value]));
    }
    for (const merged of below) {
      if (merged.kind !== 'map') throw this.problem(source, '<< takes mappings only');
      for (const [name, node] of merged.entries) {
        if (!map.entries.has(name)) map.entries.set(name, node);
      }
    }
    return map;
  }

  private keyOf(key: Yaml.Node, at: FileSource): string {
    if (!this.yaml.isScalar(key)) throw this.problem(at, 'a key must be a single value');
    const name = key.source ?? String(key.value);
    if (!name.split('.').includes('')) return name;
    throw this.problem(at, `the key "${name}" has an empty name in it`);
  }

  private place(map: MapNode, path: readonly string[], node: SettingNode, at: FileSource): void {
    const { node: present, depth } = reach(map, path);
    const isTaken = depth === path.length;
    if (present.kind !== 'map' || (isTaken && node.kind !== 'map')) {
      throw this.problem(at, `${path.join('.')} is set twice`);
    }
    if (!isTaken || node.kind !== 'map') placeAt(map, path, node);
    else for (const [name, item] of node.entries) this.place(present, [name], item, at);
  }

  private sourceAt(offset: number): FileSource {
    const { line } = this.lines.linePos(offset);
    return { kind: 'file', file: this.file, line: Math.max(1, line) };
  }

  private problem(at: FileSource, what: string): RlInsightError {
    return fileSyntax(this.file, at.line, what);
  }
}

function leafOf(scalar: Yaml.Scalar, source: FileSource): Leaf {
  const value = scalar.value as ConfigScalar;
  const exact = typeof value === 'bigint' ? narrowInteger(value) : value;
  // Quotes and tags say that it is text; another plain scalar than null is what the schema makes of it.
  const isOpen = scalar.type === 'PLAIN' && scalar.tag === undefined && value !== null;
  const text = isOpen ? scalar.source : undefined;
  return { kind: 'leaf', value: exact, source, ...(text !== undefined && { text }) };
}
