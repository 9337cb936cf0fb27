import { Readable } from 'node:stream';
import StreamArray from 'stream-json/streamers/stream-array.js';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * The events of an array, read by stream-json, which knows nothing of our scanner. Numbers stay the
 * text that they are in the file.
 */
export async function eventsByStreamJson(text: string): Promise<Json[]> {
  const events: Json[] = [];
  const parser = StreamArray.withParserAsStream({ numberAsString: true } as never);
  for await (const { value } of Readable.from([Buffer.from(text)]).pipe(parser)) events.push(value);
  return events;
}
