import type { PluginDescriptor } from '@rl-insight/core';
import { type KeyReference, referenceOf } from '@rl-insight/core/config';
import { COMMANDS, FLAGS, OPTIONS } from '../src/command-line/request.js';
import { presetsOf } from '../src/config/presets.js';
import { configSchema } from '../src/config/schema.js';
import { EXAMPLES } from '../src/help.js';

/* The reference in `docs`, from what `--help` prints and the configuration is checked by. */

const NOTE = 'This page is written by a test from what the command itself uses.\n';

/** Defaults that differ from machine to machine. */
const MACHINE: Readonly<Record<string, string>> = {
  'runtime.workers': 'the machine’s cores',
  'runtime.memory_limit_mb': 'half of the machine’s',
};

type Row = readonly string[];

const escaped = (cell: string) => cell.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const code = (text: string) => `\`${text}\``;

function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}

function commandSection(name: string, meaning: string): string {
  const options = Object.entries(OPTIONS).filter(([, { command }]) => command === name);
  const examples = (EXAMPLES[name] ?? []).map(
    ([line, text]) => `# ${text}\n${line.replace('$0', 'npx rl-insight')}`,
  );
  return [
    `## ${name}\n`,
    `${meaning[0].toUpperCase()}${meaning.slice(1)}.\n`,
    ...(options.length === 0
      ? []
      : [
          table(
            ['option', 'value'],
            options.map(([option, { describe }]) => [code(`--${option}`), describe]),
          ),
        ]),
    ...(examples.length === 0 ? [] : [`\`\`\`sh\n${examples.join('\n\n')}\n\`\`\`\n`]),
  ].join('\n');
}

export function commandsPage(): string {
  const flags: Row[] = Object.entries(FLAGS).map(([name, { alias, describe }]) => [
    code(`--${name}`) + (alias === undefined ? '' : `, ${code(`-${alias}`)}`),
    describe,
  ]);
  return [
    `# Commands\n\n${NOTE}`,
    '```text\nrl-insight [command] [path] key=value …\n```\n',
    'The path may be a capture, a folder above captures at any depth, or tables of an earlier run; it is the same as',
    '`input.path=`. Without a command, words that are a path or `key=value` are taken by `run`.\n',
    '## Flags of all commands\n',
    table(
      ['flag', 'meaning'],
      [
        ...flags,
        [`${code('--help')}, ${code('-h')}`, 'commands, options and keys; of a command, its own'],
        [code('--version'), 'the version of rl-insight'],
      ],
    ),
    ...Object.entries(COMMANDS).map(([name, meaning]) => commandSection(name, meaning)),
    '## completion\n',
    'Print a script for the completion of bash and zsh: commands, keys, values, then paths.\n',
  ].join('\n');
}

function defaultOf({ key, default: value }: KeyReference): string {
  if (MACHINE[key] !== undefined) return MACHINE[key];
  if (value === undefined) return '';
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

export function keysPage(descriptors: readonly PluginDescriptor[]): string {
  const keys = referenceOf(configSchema(descriptors));
  const groups = [...new Set(keys.map(({ key }) => key.split('.').slice(0, -1).join('.')))];
  const sections = groups.map((group) => {
    const own = keys.filter(({ key }) => key.split('.').slice(0, -1).join('.') === group);
    const rows = own.map((reference) => [
      code(reference.key),
      reference.type,
      defaultOf(reference),
      reference.description ?? '',
    ]);
    return `## ${group === '' ? 'Of every run' : group}\n\n${table(['key', 'a value is', 'default', 'meaning'], rows)}`;
  });
  const stages = descriptors.flatMap(({ name, provides }) =>
    provides.map(({ id, title }) => ({ name, title, path: id.split('.') })),
  );
  const choices = ['parser', 'checker', 'visualizer'].map((stage) => {
    const rows = stages
      .filter(({ path }) => path[1] === stage)
      .map(({ path, title, name }) => [code(path[2]), title, code(name)])
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `### memory.${stage}.type\n\n${table(['value', 'what it is', 'package'], rows)}`;
  });
  const presets = ['run', 'export'].flatMap((command) =>
    Object.entries(presetsOf(command)).map(([preset, values]) => [
      code(preset),
      command === 'export' ? code('export') : 'all others',
      leaves(values).map(code).join(', '),
    ]),
  );
  return [
    `# Keys\n\n${NOTE}`,
    'Keys are given as `key=value`, in YAML files by `config_path=`, or by a preset; [Using it](../using.md#configure) has the',
    'rules. `npx rl-insight config …` prints what a run would use and where each value came from.\n',
    ...sections,
    '## Values of types\n',
    ...choices,
    '## Presets\n',
    'Without `preset=`, the first key that has a domain infers the preset of that name.\n',
    table(['preset', 'of the command', 'stands for'], presets),
  ].join('\n');
}

function leaves(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path}=${String(value)}`];
  return Object.entries(value).flatMap(([key, below]) =>
    leaves(below, path === '' ? key : `${path}.${key}`),
  );
}
