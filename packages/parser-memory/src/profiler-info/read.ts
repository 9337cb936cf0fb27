import { readFile } from 'node:fs/promises';

/** What is used of `profiler_info[_<rank>].json` and `profiler_metadata.json`. */
export interface ProfilerInfo {
  /** Inner `rank_id`: a number, or digits when it came from the environment. */
  readonly rank: number | undefined;
  /** Whether the profiler was told to record memory and call stacks. */
  readonly profileMemory: boolean | undefined;
  readonly withStack: boolean | undefined;
  readonly exportTypes: readonly string[];
}

export interface ProfilerMetadata {
  readonly role: string | undefined;
  /** Ranks by the name of their parallel group. */
  readonly parallelGroups: Readonly<Record<string, readonly number[]>>;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON file, or half a sentence on why it is not what it should be. */
export type JsonFile = { readonly json: JsonObject } | { readonly problem: string };

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a JSON file that must be an object. The files are small: the profiler's own settings. */
export async function readJsonObject(file: string): Promise<JsonFile> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    return { problem: `cannot be read: ${(error as Error).message}` };
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(value) ? { json: value } : { problem: 'is not a JSON object' };
  } catch (error) {
    return { problem: `is not JSON: ${placed(error as Error, text)}` };
  }
}

/** The message of the JSON parser, with the line where it gives only a position. */
function placed(error: Error, text: string): string {
  const position = /position (\d+)/.exec(error.message)?.[1];
  if (position === undefined || /line \d+/.test(error.message)) return error.message;
  const line = text.slice(0, Number(position)).split('\n').length;
  return `${error.message} (line ${line})`;
}

function rankOf(value: unknown): number | undefined {
  const rank = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof rank === 'number' && Number.isInteger(rank) && rank >= 0 ? rank : undefined;
}

function truth(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

export function profilerInfoOf(json: JsonObject): ProfilerInfo {
  const config = isObject(json.config) ? json.config : {};
  const common = isObject(config.common_config) ? config.common_config : {};
  const experimental = isObject(config.experimental_config) ? config.experimental_config : {};
  const exported = experimental._export_type;
  return {
    rank: rankOf(json.rank_id),
    profileMemory: truth(common.profile_memory),
    withStack: truth(common.with_stack),
    exportTypes: (Array.isArray(exported) ? exported : [exported]).filter(
      (type): type is string => typeof type === 'string',
    ),
  };
}

export function profilerMetadataOf(json: JsonObject): ProfilerMetadata {
  const groups: Record<string, readonly number[]> = {};
  const info = isObject(json.parallel_group_info) ? json.parallel_group_info : {};
  for (const [key, group] of Object.entries(info)) {
    if (!isObject(group) || !Array.isArray(group.global_ranks)) continue;
    const ranks = group.global_ranks.filter((rank): rank is number => rankOf(rank) !== undefined);
    const name = typeof group.group_name === 'string' ? group.group_name : key;
    groups[name in groups ? `${name} (${key})` : name] = ranks;
  }
  return {
    role: typeof json.role === 'string' && json.role.trim() !== '' ? json.role.trim() : undefined,
    parallelGroups: groups,
  };
}
