import { fileURLToPath } from 'node:url';
import { writeFixtures } from '../samples/fixtures.js';
import { writeSamples } from '../samples/index.js';

const root = new URL('../../../', import.meta.url);

/** Writes the samples and the fixtures that ship with the repository anew. */
await writeSamples(fileURLToPath(new URL('samples/', root)));
await writeFixtures(fileURLToPath(new URL('packages/parser-memory/fixtures/', root)));
