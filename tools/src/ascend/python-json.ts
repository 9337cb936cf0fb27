/** A JSON value; integers beyond 2^53 as bigint. */
export type JsonValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** JSON as Python's json.dumps writes it: in one line with `", "` and `": "`, or indented by `indent` spaces. */
export function pythonJson(value: JsonValue, indent: number | null, level = 1): string {
  if (value === null || typeof value !== 'object') {
    return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  }
  const items = Array.isArray(value)
    ? value.map((item: JsonValue) => pythonJson(item, indent, level + 1))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}: ${pythonJson(item, indent, level + 1)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (items.length === 0) return `${open}${close}`;
  if (indent === null) return open + items.join(', ') + close;
  const inner = `\n${' '.repeat(indent * level)}`;
  const outer = `\n${' '.repeat(indent * (level - 1))}`;
  return open + inner + items.join(`,${inner}`) + outer + close;
}
