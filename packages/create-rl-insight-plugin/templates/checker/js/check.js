import { EXIT, RlInsightError } from '@rl-insight/core/errors';
import { largestBlock } from './largest-block.js';

/**
 * Runs the rules of a kind of data, and the one of this package over allocations.
 *
 * @param {import('@rl-insight/core').RuleSet} ruleSet
 * @param {unknown} data
 * @param {import('@rl-insight/core').CheckContext} context
 * @param {number | null} largestMb MiB; null where no block is too large
 * @returns {Promise<readonly import('@rl-insight/core').Finding[]>} the warnings.
 * @throws RlInsightError that lists every error; the signal's reason when that is aborted.
 */
export async function checkAll(ruleSet, data, context, largestMb) {
  const prepared = await ruleSet.prepare(data, context);
  if ('findings' in prepared) return conclude(ruleSet, prepared.findings);
  const rules = [...(await ruleSet.rules())];
  if (ruleSet.kind === 'memory_summary' && largestMb !== null) rules.push(largestBlock(largestMb));
  /** @type {import('@rl-insight/core').Finding[]} */
  const findings = [];
  for (const rule of rules) {
    context.signal.throwIfAborted();
    for await (const finding of await rule.check(prepared.subject, context)) findings.push(finding);
  }
  return conclude(ruleSet, findings);
}

/**
 * @param {import('@rl-insight/core').RuleSet} ruleSet
 * @param {readonly import('@rl-insight/core').Finding[]} findings
 */
function conclude({ kind }, findings) {
  const errors = findings.filter(({ severity }) => severity !== 'warning');
  if (errors.length === 0) return findings;
  const file = errors.find((error) => error.file !== undefined)?.file;
  throw new RlInsightError({
    code: '__code__-invalid',
    exitCode: EXIT.input,
    message: `The data fails ${errors.length} checks of ${kind}:\n${errors.map(({ message }) => `  ${message}`).join('\n')}`,
    remedy: errors.find(({ remedy }) => remedy !== undefined)?.remedy ?? 'Make the data again.',
    place: file === undefined ? {} : { file },
  });
}
