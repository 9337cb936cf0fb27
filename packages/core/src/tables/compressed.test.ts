import { expect, test } from 'vitest';
import { decodeTable } from './index.js';

/** A column of zeros, as pyarrow 25 writes it with `compression='lz4'`. */
const COMPRESSED = [
  'QVJST1cxAAD/////gAAAABAAAAAAAAoADAAGAAUACAAKAAAAAAEEAAwAAAAIAAgAAAAEAAgAAAAEAAAAAQAAABQA',
  'AAAQABQACAAGAAcADAAAABAAEAAAAAAAAQIQAAAAIAAAAAQAAAAAAAAABwAAAHJhbmtfaWQACAAMAAgABwAIAAAA',
  'AAAAASAAAAAAAAAA/////5gAAAAUAAAAAAAAAAwAGAAGAAUACAAMAAwAAAAAAwQAHAAAACgAAAAAAAAAAAAAAAwA',
  'HAAQAAQACAAMAAwAAABIAAAAHAAAABQAAABAAAAAAAAAAAAAAAAEAAQABAAAAAIAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAiAAAAAAAAAAAAAAABAAAAQAAAAAAAAAAAAAAAAAAAAAABAAAAAAAABCJNGGBAggsAAAAfAAEA51AA',
  'AAAAAAAAAAAAAAAAAAD/////AAAAABAAAAAMABQABgAIAAwAEAAMAAAAAAAEADgAAAAoAAAABAAAAAEAAACQAAAA',
  'AAAAAKAAAAAAAAAAKAAAAAAAAAAAAAAAAAAAAAgACAAAAAQACAAAAAQAAAABAAAAFAAAABAAFAAIAAYABwAMAAAA',
  'EAAQAAAAAAABAhAAAAAgAAAABAAAAAAAAAAHAAAAcmFua19pZAAIAAwACAAHAAgAAAAAAAABIAAAAKgAAABBUlJP',
  'VzE=',
].join('');

test('a compressed file is said to be that', () => {
  const contract = { name: 'spans', version: '1', meaning: 'spans of time', columns: [] };
  const bytes = new Uint8Array(Buffer.from(COMPRESSED, 'base64'));
  expect(() => decodeTable(bytes, 'spans.arrow', [contract])).toThrow(
    expect.objectContaining({
      code: 'table-not-readable',
      message: 'spans.arrow is compressed, and compressed Arrow files are not read.',
      remedy: 'Write it without compression.',
    }),
  );
});
