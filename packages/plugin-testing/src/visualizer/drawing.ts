import type { PlacedTableSet } from '@rl-insight/core';
import { Host, type RunOptions } from '../host/host.js';
import { importPlugin, moduleUrl, type PluginSubject } from '../suite/subject.js';
import { RecordingOutput } from './recording-output.js';

export interface Drawn {
  readonly entry: string;
  readonly output: RecordingOutput;
}

/** Has the visualizer of a plugin draw. */
export class Drawing {
  readonly #subject: PluginSubject;

  constructor(subject: PluginSubject) {
    this.#subject = subject;
  }

  /** What it writes of some sets. */
  async of(
    sets: readonly PlacedTableSet[],
    output: RecordingOutput = new RecordingOutput(),
    options: RunOptions = {},
  ): Promise<Drawn> {
    const { type, domain = 'memory', config } = this.#subject;
    const host = new Host(await importPlugin(moduleUrl(this.#subject)), domain, config);
    const entry = await host.run(
      (context, stages) =>
        stages.resolve(domain, 'visualizer', type).visualize(sets, output, context),
      options,
    );
    return { entry, output };
  }
}
