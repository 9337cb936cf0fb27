/** What an element is made with; texts become text nodes, never markup. */
export interface ElementParts {
  readonly class?: string;
  readonly text?: string;
  readonly testId?: string;
  readonly title?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Makes an element with children; undefined ones are left out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  parts: ElementParts = {},
  children: readonly (Node | string | undefined)[] = [],
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  if (parts.class !== undefined) node.className = parts.class;
  if (parts.text !== undefined) node.textContent = parts.text;
  if (parts.testId !== undefined) node.dataset.testid = parts.testId;
  if (parts.title !== undefined) node.title = parts.title;
  for (const [name, value] of Object.entries(parts.attributes ?? {}))
    node.setAttribute(name, value);
  for (const child of children) if (child !== undefined) node.append(child);
  return node;
}

export function button(
  text: string,
  onClick: () => void,
  parts: ElementParts = {},
): HTMLButtonElement {
  const node = element('button', {
    text,
    ...parts,
    attributes: { type: 'button', ...parts.attributes },
  });
  node.addEventListener('click', onClick);
  return node;
}
