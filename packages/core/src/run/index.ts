export { filesBelow, findTableSets, holdsTables } from './inputs.js';
export * from './pipeline.js';
export { MANIFEST, OutputStaging } from './staging.js';
