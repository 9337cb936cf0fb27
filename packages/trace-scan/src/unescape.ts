/** A raw control character inside a string is not JSON, but files have them. */
const CONTROL = /\p{Cc}/gu;

function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * The text of a JSON string, given without its quotes.
 *
 * @throws SyntaxError when an escape is broken.
 */
export function unescapeJson(text: string): string {
  if (!text.includes('\\')) return text;
  return JSON.parse(`"${text.replace(CONTROL, escapeControl)}"`) as string;
}
