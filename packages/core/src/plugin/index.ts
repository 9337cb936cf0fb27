export * from './descriptor.js';
export * from './loader.js';
export * from './project.js';
export * from './registry.js';
export { SERVICES, type Services, service } from './services.js';
export * from './stages.js';
