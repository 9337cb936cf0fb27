import { runRules } from '@rl-insight/checker';
import { isRlInsightError } from '@rl-insight/core/errors';
import { Nonconformity } from '../suite/nonconformity.js';
import { tablesOf } from './each-table.js';
import type { TestedParser } from './subject.js';

/** Runs the rules that the command would check the tables by. */
export async function checkRules(tested: TestedParser): Promise<void> {
  const host = await tested.host();
  const { registry, domain } = host;
  for (const { contract, table, where } of await tablesOf(tested)) {
    if (!registry.types(domain, 'rules').includes(contract.name)) continue;
    try {
      await host.run((context, stages) =>
        runRules(stages.resolve(domain, 'rules', contract.name), table, context),
      );
    } catch (cause) {
      if (!isRlInsightError(cause)) throw cause;
      throw new Nonconformity({
        problem: 'A table breaks the rules of its contract',
        where,
        found: cause.message,
        remedy: cause.remedy,
        cause,
      });
    }
  }
}
