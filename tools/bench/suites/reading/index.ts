import type { Suite } from '../suite.js';
import { csv } from './csv.js';
import { memory } from './memory.js';
import { parse } from './parse.js';
import { pipelineOfMillion, pipelineOfRank } from './pipeline.js';
import { ranks } from './ranks.js';
import { select } from './select.js';
import { startUp } from './start-up.js';

export const READING: Suite = {
  id: 'reading',
  title: 'Reading captures',
  cases: [parse, select, csv, ranks, memory, pipelineOfRank, pipelineOfMillion, startUp],
};
