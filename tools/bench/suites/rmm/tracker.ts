import { programCommand } from '../../measure/commands.js';
import { runContenders } from '../../measure/contenders.js';
import type { Case } from '../suite.js';

const EVENTS = 10_000_000;

/** What scopes cost that are told of events as they happen, in somebody's own program. */
export const tracker: Case = {
  id: 'tracker',
  async measure(bench) {
    const events = String(Math.max(1000, Math.round(EVENTS * bench.inputs.scale)));
    const measured = await runContenders(
      [
        { name: '`ScopeTracker`', command: () => programCommand('track-scopes', events) },
        {
          name: 'a `Map` of live blocks, no threads, no scopes',
          command: () => programCommand('track-map', events),
        },
      ],
      bench,
    );
    const [own, map] = measured;
    if (own.facts.live !== map.facts.live) {
      throw new Error(`${own.facts.live} bytes are live for one, ${map.facts.live} for the other`);
    }
    return {
      question: 'How many events a second does the tracker of scopes take?',
      input: `${events} events of 64 threads in scopes four deep, some 10,000 blocks live, in typed arrays`,
      measured,
      notes: [],
      targets: [
        {
          what: 'events a second, the tracker alone, nested four deep on 64 threads',
          bound: 'at least',
          limit: 5,
          unit: 'million',
          value: own.insideSeconds && own.facts.events / own.insideSeconds.median / 1e6,
        },
      ],
    };
  },
};
