export * from './ascend/index.js';
export * from './kineto/index.js';
export * from './nsys/index.js';
export * from './rmm/index.js';
export { storedZstd } from './stored-zstd.js';
export {
  type Captures,
  type ReadmeExample,
  runExamplesIn,
  runReadmeExample,
} from './testing/readme-example.js';
export { realCapture } from './testing/real-captures.js';
export * from './torch/index.js';
