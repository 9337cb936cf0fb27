export { checkerConformance } from './checker/conformance.js';
export { type RulesSubject, rulesConformance } from './checker/rules-conformance.js';
export { parserConformance } from './parser/conformance.js';
export type { BadInput, ParserSubject } from './parser/subject.js';
export {
  CASE_TIMEOUT_MS,
  type ConformanceCase,
  type RegisterTest,
  registerConformance,
} from './suite/cases.js';
export { Nonconformity } from './suite/nonconformity.js';
export type { PluginSubject } from './suite/subject.js';
export { type DrawnBlock, drawnBlocks } from './tables/drawn-blocks.js';
export { type DrawnSetOptions, drawnSet, drawnTable } from './tables/drawn-set.js';
export { visualizerConformance } from './visualizer/conformance.js';
export { RecordingOutput } from './visualizer/recording-output.js';
