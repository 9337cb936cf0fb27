import { type ESTree, parseSync, Visitor } from 'rolldown/utils';

/** A place where a module asks where it lies. `start` and `end` are offsets in its text. */
export interface MetaUse {
  /**
   * - `package-name`: `packageName(new URL('<address>', import.meta.url))`
   * - `url`: `new URL('<address>', import.meta.url)`
   * - `other`: anything else
   */
  readonly kind: 'package-name' | 'url' | 'other';
  readonly address: string;
  readonly start: number;
  readonly end: number;
}

/** Finds the uses of `import.meta`, and of what CommonJS modules have in its place. */
export function metaUses(code: string, file: string): MetaUse[] {
  const uses: MetaUse[] = [];
  const add = (kind: MetaUse['kind'], { start, end }: ESTree.Span, address = '') => {
    // Callers are visited before what is in them.
    const isPart = uses.some((use) => use.start <= start && end <= use.end);
    if (!isPart) uses.push({ kind, address, start, end });
  };
  new Visitor({
    CallExpression(node) {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'packageName') return;
      const address = addressOf(node.arguments[0]);
      if (address !== undefined) add('package-name', node, address);
    },
    NewExpression(node) {
      const address = addressOf(node);
      if (address !== undefined) add('url', node, address);
    },
    MetaProperty(node) {
      if (node.meta.name === 'import') add('other', node);
    },
    Identifier(node) {
      if (node.name === '__dirname' || node.name === '__filename') add('other', node);
    },
  }).visit(parseSync(file, code).program);
  return uses.sort((a, b) => a.start - b.start);
}

/** The address in `new URL('<address>', import.meta.url)`. */
function addressOf(node: ESTree.Argument | undefined): string | undefined {
  if (node?.type !== 'NewExpression') return undefined;
  if (node.callee.type !== 'Identifier' || node.callee.name !== 'URL') return undefined;
  const [address, base] = node.arguments;
  const isText = address?.type === 'Literal' && typeof address.value === 'string';
  return isText && isOwnUrl(base) ? String(address.value) : undefined;
}

function isOwnUrl(node: ESTree.Argument | undefined): boolean {
  return (
    node?.type === 'MemberExpression' &&
    node.object.type === 'MetaProperty' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'url'
  );
}
