import type { CheckContext, Finding, RuleSet } from '@rl-insight/core';
import { DataValidationError } from './data-validation-error.js';

/**
 * Runs all rules of a kind over data, so that a person sees every reason at once.
 *
 * @returns the warnings.
 * @throws DataValidationError with every error that was found.
 */
export async function runRules(
  ruleSet: RuleSet,
  data: unknown,
  context: CheckContext,
): Promise<readonly Finding[]> {
  const prepared = await ruleSet.prepare(data, context);
  const findings: Finding[] = [];
  if ('findings' in prepared) {
    findings.push(...prepared.findings);
  } else {
    for (const rule of await ruleSet.rules()) {
      context.signal.throwIfAborted();
      for await (const finding of await rule.check(prepared.subject, context)) {
        findings.push(finding);
      }
    }
  }
  const errors = findings.filter(({ severity }) => severity !== 'warning');
  if (errors.length > 0) throw new DataValidationError(ruleSet.kind, errors);
  return findings;
}
