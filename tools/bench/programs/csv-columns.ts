import { countCsv } from '../csv-ours.js';
import { answer, pathArgument } from './answer.js';

const path = pathArgument();

await answer(async () => ({ ...(await countCsv(path)) }));
