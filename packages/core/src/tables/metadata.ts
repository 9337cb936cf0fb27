/** Keys of the schema metadata that every table file carries. */
export const METADATA = {
  contract: 'rl_insight.contract',
  version: 'rl_insight.contract_version',
  producer: 'rl_insight.producer',
  runId: 'rl_insight.run_id',
  /** JSON; what it says is the business of the contract. */
  groups: 'rl_insight.groups',
} as const;

export interface TableHeader {
  readonly contract: string;
  readonly version: string;
  /** `package@version` of the program that wrote the table. */
  readonly producer: string;
  /** The same for all files of one run. */
  readonly runId: string;
  readonly groups?: string;
}

/** The header as schema metadata. */
export function headerToMetadata(header: TableHeader): Map<string, string> {
  const metadata = new Map<string, string>([
    [METADATA.contract, header.contract],
    [METADATA.version, header.version],
    [METADATA.producer, header.producer],
    [METADATA.runId, header.runId],
  ]);
  if (header.groups !== undefined) metadata.set(METADATA.groups, header.groups);
  return metadata;
}

/** What the metadata says; undefined where it names no contract. */
export function headerFromMetadata(metadata: ReadonlyMap<string, string>): TableHeader | undefined {
  const contract = metadata.get(METADATA.contract);
  if (contract === undefined) return undefined;
  const groups = metadata.get(METADATA.groups);
  return {
    contract,
    version: metadata.get(METADATA.version) ?? '1',
    producer: metadata.get(METADATA.producer) ?? '',
    runId: metadata.get(METADATA.runId) ?? '',
    ...(groups === undefined ? {} : { groups }),
  };
}
