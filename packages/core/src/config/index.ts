export { AUTO } from './auto.js';
export { composeSchema, type SchemaFragment } from './compose.js';
export { filtersText } from './filters-text.js';
export type { Environment } from './interpolate.js';
export type { JsonSchema, JsonType } from './json-schema.js';
export {
  type Override,
  parseOverride,
  type ResetOverride,
  type SetOverride,
} from './override.js';
export { type PrintOptions, printConfig } from './print.js';
export { isAllRanks, type RankList, rankListText, rankTest } from './rank-list.js';
export { completeWord, type KeyReference, referenceOf } from './reference.js';
export { type ConfigRequest, resolveConfig } from './resolve.js';
export type { ConfigEntry, Origin, ResolvedConfig } from './resolved-config.js';
export { type Presets, type ReadFile, selectionSchema } from './selection.js';
export { closestTo } from './suggest.js';
export type { ConfigMap, ConfigScalar, ConfigValue } from './value.js';
export { parseValue } from './value-grammar.js';
