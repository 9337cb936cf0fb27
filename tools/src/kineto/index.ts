export {
  KINETO_DEFAULTS,
  type KinetoEra,
  type KinetoOptions,
  type KinetoTruth,
} from './options.js';
export { KINETO_BASE_NS, KINETO_BEGIN_NS, writeKineto, writeKinetoFile } from './write-trace.js';
