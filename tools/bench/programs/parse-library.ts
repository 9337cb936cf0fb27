import { loadParser } from '../ours.js';
import { answer, pathArgument } from './answer.js';

const path = pathArgument();
const parse = await loadParser();

await answer(async () => ({ rows: await parse(path) }));
