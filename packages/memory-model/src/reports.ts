import type { SampleReader } from '@rl-insight/memory-contract';
import type { CaptureWindow } from './blocks.js';
import { Feed } from './feed.js';

/** What an allocator reported of its total in a capture's window, in order of time. */
export class Reports extends Feed {
  readonly #samples: SampleReader | undefined;
  readonly #window: CaptureWindow;

  constructor(samples: SampleReader | undefined, window: CaptureWindow) {
    super();
    this.#samples = samples;
    this.#window = window;
    this.refill();
  }

  protected override read(): number {
    const samples = this.#samples;
    if (samples === undefined) return 0;
    for (let count = samples.read(); count > 0; count = samples.read()) {
      const kept = this.#keep(samples, count);
      if (kept > 0) return kept;
    }
    return 0;
  }

  /** Takes those that lie in the window. */
  #keep({ timeNs, bytes }: SampleReader, count: number): number {
    const { startNs, endNs } = this.#window;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const at = timeNs[i];
      if (!(at >= startNs && at <= endNs)) continue;
      this.timeNs[kept] = at;
      this.bytes[kept++] = bytes[i];
    }
    return kept;
  }
}
