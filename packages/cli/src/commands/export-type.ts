import type { PluginRegistry } from '@rl-insight/core';
import type { ResolvedConfig } from '@rl-insight/core/config';
import { EXIT, RlInsightError } from '@rl-insight/core/errors';

/**
 * `export` writes files for other tools; pages without their tables beside them are not what somebody
 * wants who asks for it.
 *
 * @throws RlInsightError when the visualizer draws pages.
 */
export function requireExportType(
  registry: PluginRegistry,
  domain: string,
  config: ResolvedConfig,
) {
  const key = `${domain}.visualizer.type`;
  const type = config.get<string>(key) ?? '';
  const known = registry.exportTypes(domain);
  if (known.includes(type)) return;
  throw new RlInsightError({
    code: 'export-type',
    exitCode: EXIT.usage,
    message: `${key}=${type} draws, and export writes files for other tools; it takes ${known.length === 0 ? 'none that is known' : known.join(', ')}.`,
    remedy: 'Name one of those, or draw with rl-insight run or visualize.',
    place: { key },
  });
}
