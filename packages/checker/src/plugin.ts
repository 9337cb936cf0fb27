import type { Checker, Plugin, PluginDescriptor, RuleSet } from '@rl-insight/core';
import { MEMORY_CONTRACTS, MEMORY_SUMMARY } from '@rl-insight/memory-contract/contracts';
import { PACKAGE } from './version.js';

const CHECKER = 'memory.checker.memory';
const RULES = `memory.rules.${MEMORY_SUMMARY.name}`;

/** What this package provides. */
export const descriptor: PluginDescriptor = {
  name: PACKAGE.name,
  version: PACKAGE.version,
  apiVersion: 1,
  provides: [
    { id: CHECKER, title: 'runs all rules of a kind and tells every reason' },
    { id: RULES, title: 'what a memory_summary table must be' },
  ],
  contracts: MEMORY_CONTRACTS,
};

const checker: Checker = {
  async check(ruleSet, data, context) {
    const { runRules } = await import('./engine.js');
    return runRules(ruleSet, data, context);
  },
};

/** The rules need Arrow, which is imported when they run. */
const rules: RuleSet = {
  kind: MEMORY_SUMMARY.name,
  prepare: async (data, context) => (await summaryRules()).prepare(data, context),
  rules: async () => (await summaryRules()).rules(),
};

async function summaryRules(): Promise<RuleSet> {
  return (await import('./memory-summary-rules.js')).memorySummaryRules as RuleSet;
}

export const register: Plugin['register'] = (container) => {
  container.register(CHECKER, { useValue: checker });
  container.register(RULES, { useValue: rules });
};
