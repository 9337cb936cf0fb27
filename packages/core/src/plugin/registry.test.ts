import 'reflect-metadata';
import { container as rootContainer } from 'tsyringe';
import { describe, expect, test } from 'vitest';
import { descriptor, parser, timelinePlugin } from '../../test/timeline-plugin.js';
import { Reporter } from '../report/index.js';
import {
  type Parser,
  type Plugin,
  type PluginDescriptor,
  PluginRegistry,
  SERVICES,
  service,
} from './index.js';

function registry(): PluginRegistry {
  const made = new PluginRegistry();
  made.add(timelinePlugin);
  return made;
}

const ID = 'timeline.parser.new';
const depth = (type: 'string' | 'integer') =>
  ({ type: 'object', properties: { depth: { type } } }) as const;
const DEPTH = { key: 'timeline.parser', schema: depth('integer') };

/** A plugin of its own, but for what is changed, which need not be what the type asks for. */
function changed(part: Partial<Record<keyof PluginDescriptor, unknown>>): Plugin {
  const own = { ...descriptor, name: 'other', provides: [{ id: ID, title: '' }], ...part };
  return {
    descriptor: own as PluginDescriptor,
    register: (container) => container.register(ID, { useValue: parser }),
  };
}

/** A plugin that provides a parser by a factory. */
function making(make: (container: typeof rootContainer) => unknown): Plugin {
  return {
    ...changed({}),
    register: (container) => container.register(ID, { useFactory: make }),
  };
}

describe('the registry', () => {
  test('makes what a configuration value names', () => {
    expect(registry().resolve('timeline', 'parser', 'folder')).toBe(parser);
  });

  test('lists domains, types and contracts', () => {
    const made = registry();
    expect(made.domains).toEqual(['timeline']);
    expect(made.types('timeline', 'rules')).toEqual(['span_folder', 'spans']);
    expect(made.contracts('timeline').map(({ name }) => name)).toEqual(['spans']);
    expect(made.contracts('other')).toEqual([]);
    expect(made.producerOf('timeline', 'parser', 'folder')).toBe('timeline-plugin@1.2.3');
  });

  test('an unknown type lists the known ones and the closest', () => {
    expect(() => registry().resolve('timeline', 'parser', 'foldr')).toThrow(
      expect.objectContaining({
        code: 'plugin-unknown-type',
        exitCode: 2,
        message: 'timeline.parser.type=foldr names nothing that is known; known are folder.',
        remedy: expect.stringContaining('timeline.parser.type=folder'),
      }),
    );
  });

  test.each<[string, Plugin, string]>([
    ['the same id twice', timelinePlugin, 'plugin-duplicate'],
    [
      'another API version',
      { ...timelinePlugin, descriptor: { ...descriptor, apiVersion: 2 } },
      'plugin-api-version',
    ],
    [
      'an id that is none',
      {
        ...timelinePlugin,
        descriptor: { ...descriptor, provides: [{ id: 'timeline.painter.x', title: '' }] },
      },
      'plugin-invalid',
    ],
    [
      'an id that is not registered',
      {
        ...timelinePlugin,
        descriptor: { ...descriptor, provides: [{ id: 'timeline.parser.new', title: '' }] },
      },
      'plugin-invalid',
    ],
    ['no descriptor', {} as Plugin, 'plugin-invalid'],
    ['no version', changed({ version: undefined }), 'plugin-invalid'],
    ['provisions that are no list', changed({ provides: 'timeline.parser.x' }), 'plugin-invalid'],
    ['a provision without a title', changed({ provides: [{ id: ID }] }), 'plugin-invalid'],
    ['keys at no place', changed({ config: [{ key: '', schema: {} }] }), 'plugin-invalid'],
    ['keys without a schema', changed({ config: [{ key: 'a.b' }] }), 'plugin-invalid'],
    ['a contract without a version', changed({ contracts: [{ name: 'x' }] }), 'plugin-invalid'],
    [
      'keys that another one has otherwise',
      changed({ config: [{ key: 'timeline.parser', schema: depth('string') }] }),
      'plugin-key-clash',
    ],
    [
      'a register function that throws',
      {
        ...changed({}),
        register: () => {
          throw new Error('ouch');
        },
      },
      'plugin-invalid',
    ],
    [
      'a register function that asks for a run',
      { ...changed({}), register: (container) => void service(container, 'config') },
      'plugin-invalid',
    ],
  ])('refuses a plugin with %s', (_, plugin, code) => {
    const made = registry();
    made.add(changed({ name: 'first', provides: [], config: [DEPTH] }));
    const before = made.plugins;
    expect(() => made.add(plugin)).toThrow(expect.objectContaining({ code, exitCode: 2 }));
    expect(made.plugins).toEqual(before);
    expect(made.resolve('timeline', 'parser', 'folder')).toBe(parser);
  });

  test('two registries do not share what is registered', () => {
    registry();
    expect(() => new PluginRegistry().resolve('timeline', 'parser', 'folder')).toThrow();
  });
});

describe('the stages of a run', () => {
  const registryOf = (plugin: Plugin, container = rootContainer.createChildContainer()) => {
    const made = new PluginRegistry(container);
    made.add(plugin);
    return made;
  };
  const asking = making((container) => ({
    parse: () => service(container, 'runId'),
    logger: service(container, 'logger'),
  }));

  test('find what their run offers, each its own', () => {
    const made = registryOf(asking);
    const [first, second] = ['one', 'two'].map((runId) =>
      made.forRun({ runId, logger: new Reporter() }).resolve('timeline', 'parser', 'new'),
    );
    const context = {} as never;
    expect([first.parse('', context), second.parse('', context)]).toEqual(['one', 'two']);
  });

  test('find what a test has put in its place', () => {
    const container = rootContainer.createChildContainer();
    const logger = new Reporter();
    container.register(SERVICES.logger, { useValue: logger });
    const factory = registryOf(asking, container).forRun({ logger: new Reporter() });
    const made = factory.resolve('timeline', 'parser', 'new') as Parser & { logger: Reporter };
    expect(made.logger).toBe(logger);
  });

  test('find nothing without a run, and that is told', () => {
    expect(() => registryOf(asking).resolve('timeline', 'parser', 'new')).toThrow(
      expect.objectContaining({ code: 'plugin-no-run' }),
    );
  });

  test.each<[string, () => unknown, string]>([
    [
      'fails',
      () => {
        throw new TypeError('ouch');
      },
      'TypeError: ouch',
    ],
    ['makes nothing', () => undefined, 'has no method parse'],
    ['makes something else', () => ({ check() {} }), 'has no method parse'],
  ])('a factory that %s is told with its plugin', (_, make, words) => {
    expect(() => registryOf(making(make)).resolve('timeline', 'parser', 'new')).toThrow(
      expect.objectContaining({
        code: 'plugin-not-made',
        message: expect.stringMatching(new RegExp(`plugin other cannot make ${ID}: .*${words}`)),
      }),
    );
  });

  test('no plugin can take what another one provides', () => {
    const made = registry();
    const thief: Plugin = {
      ...changed({}),
      register: (container) => {
        container.register(ID, { useValue: parser });
        container.register('timeline.parser.folder', { useValue: { parse() {} } });
      },
    };
    made.add(thief);
    made.resolve('timeline', 'parser', 'new');
    expect(made.resolve('timeline', 'parser', 'folder')).toBe(parser);
  });
});
