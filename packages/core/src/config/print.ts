import type * as Yaml from 'yaml';
import type { ConfigEntry, Origin, ResolvedConfig } from './resolved-config.js';
import { escapeTemplate } from './template.js';
import type { ConfigMap, ConfigValue } from './value.js';
import { isConfigList, isConfigMap, jsonText } from './value.js';
import { printable } from './word-picture.js';

export interface PrintOptions {
  readonly format: 'yaml' | 'json';
  /** Whether to tell where each value came from. */
  readonly origins: boolean;
}

/** Origins of values longer than this follow them directly instead of moving all others to the right. */
const MAX_ALIGNED = 60;
const STEP = '  ';

/**
 * The configuration as a document, ending in a newline. YAML can be given back as `config_path`: a `${` that is meant
 * literally is escaped, integers are exact. JSON with origins is flat, `{key: {value, origin}}`; without, it is nested.
 */
export async function printConfig(
  resolved: ResolvedConfig,
  { format, origins }: PrintOptions,
): Promise<string> {
  if (format === 'yaml') return printYaml(resolved, origins);
  const flat = (): ConfigMap =>
    Object.fromEntries(
      resolved.entries().map(({ key, value, origin: { kind, detail } }) => {
        return [key, { value, origin: { kind, detail } }];
      }),
    );
  return `${jsonText(origins ? flat() : resolved.values, '', STEP)}\n`;
}

async function printYaml(resolved: ResolvedConfig, origins: boolean): Promise<string> {
  const yaml = await import('yaml');
  const entries = new Map(resolved.entries().map((entry) => [entry.key, entry]));
  const lines = linesOf(yaml, resolved.values, '', '', entries);
  if (lines.length === 0) return '{}\n';
  const widths = lines.map(({ text, origin }) => (origin === undefined ? 0 : text.length));
  const column = Math.max(...widths.filter((width) => width <= MAX_ALIGNED), 0);
  const printed = lines.map(({ text, origin }) =>
    origins && origin !== undefined ? `${text.padEnd(column)} # ${printOrigin(origin)}` : text,
  );
  return `${printed.join('\n')}\n`;
}

interface Line {
  readonly text: string;
  readonly origin?: Origin | undefined;
}

function linesOf(
  yaml: typeof Yaml,
  map: ConfigMap,
  indent: string,
  prefix: string,
  entries: ReadonlyMap<string, ConfigEntry>,
): Line[] {
  return Object.entries(map).flatMap(([name, value]): Line[] => {
    const key = `${prefix}${name}`;
    if (!isConfigMap(value) || Object.keys(value).length === 0) {
      const origin = entries.get(key)?.origin;
      return [{ text: indent + pairText(yaml, name, value), origin }];
    }
    const heading = pairText(yaml, name, null).replace(/ null$/, '');
    return [{ text: indent + heading }, ...linesOf(yaml, value, indent + STEP, `${key}.`, entries)];
  });
}

/** `name: value` on one line, whatever the value is. */
function pairText(yaml: typeof Yaml, name: string, value: ConfigValue): string {
  // What YAML 1.1 readers such as PyYAML would take for a number, date or boolean is quoted as well.
  const document = new yaml.Document({ [name]: writable(yaml, value) }, { compat: 'yaml-1.1' });
  const { contents } = document;
  if (yaml.isMap(contents)) {
    for (const pair of contents.items) if (yaml.isCollection(pair.value)) pair.value.flow = true;
  }
  const options = {
    lineWidth: 0,
    blockQuote: false,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    flowCollectionPadding: false,
  } as const;
  return document.toString(options).trimEnd();
}

function writable(yaml: typeof Yaml, value: ConfigValue): unknown {
  if (typeof value === 'string') {
    const text = escapeTemplate(value);
    // Only double quotes keep a line end on one line.
    return text.includes('\n')
      ? Object.assign(new yaml.Scalar(text), { type: yaml.Scalar.QUOTE_DOUBLE })
      : text;
  }
  if (isConfigList(value)) return value.map((item) => writable(yaml, item));
  if (isConfigMap(value)) {
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, item]) => [key, writable(yaml, item)]));
  }
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  // A double that is not exact among integers must not read as one.
  return Object.assign(new yaml.Scalar(value), { minFractionDigits: 1 });
}

function printOrigin({ kind, detail }: Origin): string {
  if (detail === '') return kind;
  if (kind === 'file') return printable(detail);
  const between = kind === 'command line' || kind === 'default' ? ': ' : ' ';
  return `${kind}${between}${printable(detail)}`;
}
