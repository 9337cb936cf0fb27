export { createPlugin, type PluginRequest, pluginFiles } from './create.js';
export { CreationError } from './creation-error.js';
export { type PluginNames, pluginNames } from './names.js';
export { KINDS, type Kind, LANGUAGES, type Language } from './options.js';
export { type ProjectFiles, sourceFiles } from './templates.js';
