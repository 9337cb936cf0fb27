import type { Group } from '../data/group.js';
import { element } from '../dom/element.js';
import { formatBytes, fullBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { t } from '../text/text.js';
import { type FlameNode, flameTree } from './flame-tree.js';
import { shortFrame } from './short-frame.js';

const ROW_PX = 17;
/** Frames narrower than this share of the width are drawn as one with their like. */
const LEAST_SHARE = 0.004;
const HUES = 6;

/** Call stacks as an icicle: the outermost frame on top, each as wide as what was allocated under it. */
export class FlameView {
  readonly node = element('div', { class: 'flame', testId: 'flame' });
  readonly #group: Group;
  readonly #picture = element('div', { class: 'flame-picture' });
  readonly #search = element('input', {
    testId: 'flame-search',
    attributes: { type: 'search', placeholder: t('flameSearch'), 'aria-label': t('flameSearch') },
  });
  readonly #found = element('span', { class: 'note', attributes: { role: 'status' } });
  #root: FlameNode = { stack: 0, bytes: 0, count: 0, children: [] };
  #path: FlameNode[] = [];

  constructor(group: Group) {
    this.#group = group;
    this.node.append(
      element('div', { class: 'flame-tools' }, [this.#search, this.#found]),
      this.#picture,
    );
    this.#search.addEventListener('input', () => this.#draw());
  }

  show(rows: Int32Array): void {
    this.#root = flameTree(this.#group, rows);
    this.#path = [this.#root];
    this.#draw();
  }

  #draw(): void {
    const wanted = this.#search.value.trim().toLowerCase();
    const parts = this.#path.map((node, depth): HTMLElement => {
      return this.#frame(node, depth, 0, 1, wanted);
    });
    const from = this.#path[this.#path.length - 1];
    let depths = this.#path.length;
    const place = (node: FlameNode, depth: number, left: number) => {
      let at = left;
      let rest = 0;
      for (const child of node.children) {
        const share = from.bytes > 0 ? child.bytes / from.bytes : 0;
        if (share < LEAST_SHARE) {
          rest += share;
          continue;
        }
        depths = Math.max(depths, depth + 1);
        parts.push(this.#frame(child, depth, at, share, wanted));
        place(child, depth + 1, at);
        at += share;
      }
      if (rest >= LEAST_SHARE) parts.push(restOf(depth, at, rest));
    };
    place(from, depths, 0);
    this.#picture.style.height = `${depths * ROW_PX}px`;
    this.#picture.replaceChildren(...parts);
    this.#sayFound(wanted);
  }

  #frame(node: FlameNode, depth: number, left: number, share: number, wanted: string): HTMLElement {
    const { stacks } = this.#group;
    const text = node.stack === 0 ? t('allStacks') : shortFrame(stacks.frame(node.stack));
    const whole = node.stack === 0 ? t('allStacks') : stacks.frame(node.stack);
    const isFound = wanted !== '' && whole.toLowerCase().includes(wanted);
    const frame = element('button', {
      class: `flame-frame hue-${hueOf(whole)}${wanted !== '' && !isFound ? ' dim' : ''}`,
      text,
      title: `${whole}\n${fullBytes(node.bytes)}, ${t('manyAllocations', { count: formatCount(node.count) })}`,
      attributes: { type: 'button' },
    });
    frame.style.cssText = `left:${left * 100}%;width:${share * 100}%;top:${depth * ROW_PX}px`;
    frame.addEventListener('click', () => this.#zoom(node));
    return frame;
  }

  /** Shows what lies under a frame as wide as it can; a frame above leads back. */
  #zoom(node: FlameNode): void {
    const place = this.#path.indexOf(node);
    if (place >= 0) this.#path = this.#path.slice(0, place + 1);
    else {
      const path: FlameNode[] = [node];
      const { stacks } = this.#group;
      const byStack = new Map<number, FlameNode>();
      const gather = (at: FlameNode) => {
        byStack.set(at.stack, at);
        at.children.forEach(gather);
      };
      gather(this.#root);
      for (let at = node.stack; at > 0; at = stacks.parent(at)) {
        const parent = byStack.get(stacks.parent(at));
        if (parent !== undefined) path.unshift(parent);
      }
      this.#path = path;
    }
    this.#draw();
  }

  #sayFound(wanted: string): void {
    if (wanted === '') {
      this.#found.textContent = '';
      return;
    }
    const bytes = this.#foundBytes(this.#root, wanted);
    this.#found.textContent = t('flameFound', { size: formatBytes(bytes) });
  }

  /** Bytes under frames that are looked for, each counted once. */
  #foundBytes(node: FlameNode, wanted: string): number {
    const { stacks } = this.#group;
    if (node.stack > 0 && stacks.frame(node.stack).toLowerCase().includes(wanted))
      return node.bytes;
    return node.children.reduce((sum, child) => sum + this.#foundBytes(child, wanted), 0);
  }
}

function restOf(depth: number, left: number, share: number): HTMLElement {
  const rest = element('span', { class: 'flame-rest', title: t('flameRest') });
  rest.style.cssText = `left:${left * 100}%;width:${share * 100}%;top:${depth * ROW_PX}px`;
  return rest;
}

/** Frames of one file have one colour. */
function hueOf(frame: string): number {
  const file = frame.replace(/\(.*$/, '');
  let hash = 0;
  for (let i = 0; i < file.length; i++) hash = (hash * 31 + file.charCodeAt(i)) >>> 0;
  return hash % HUES;
}
