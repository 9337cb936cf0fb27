/** A column, as a contract describes it to whoever checks or documents it. */
export interface ColumnDescription {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly required: boolean;
  readonly meaning: string;
}

/** A kind of table that stages, files and other programs agree on. */
export interface ContractDescription {
  readonly name: string;
  /** `major` or `major.minor`; a minor version only adds optional columns. */
  readonly version: string;
  readonly meaning: string;
  readonly columns: readonly ColumnDescription[];
}

export interface ContractVersion {
  readonly major: number;
  readonly minor: number;
}

/** @returns undefined when the text is no version. */
export function parseContractVersion(text: string): ContractVersion | undefined {
  const match = /^(\d{1,6})(?:\.(\d{1,6}))?(?:\.\d{1,6})?$/.exec(text.trim());
  if (match === null) return undefined;
  return { major: Number(match[1]), minor: Number(match[2] ?? 0) };
}
