import { createReadStream } from 'node:fs';
import StreamArray from 'stream-json/streamers/stream-array.js';
import { answer, pathArgument } from './answer.js';

interface Item {
  readonly value: {
    readonly ph?: string;
    readonly cat?: string;
    readonly name: string;
    readonly ts: string;
    readonly dur: number;
    readonly args: { readonly 'Call stack'?: string };
  };
}

const path = pathArgument();

await answer(async () => {
  const source = createReadStream(path);
  // Values whole only, not in pieces as well: the faster way.
  const items = StreamArray.withParserAsStream({ packValues: true, streamValues: false });
  let selected = 0;
  let characters = 0;
  let durationMicros = 0;
  let lastMicros = 0;
  for await (const item of source.pipe(items)) {
    const { value } = item as Item;
    if (value.ph !== 'X' || value.cat !== 'cpu_op') continue;
    selected++;
    characters += value.name.length + (value.args['Call stack']?.length ?? 0);
    durationMicros += value.dur;
    lastMicros = Number(value.ts);
  }
  return { bytes: source.bytesRead, selected, characters, durationMicros, lastMicros };
});
