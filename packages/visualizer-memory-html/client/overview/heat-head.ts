import { timeTicks } from '../axis/time-ticks.js';
import { SharpCanvas } from '../dom/canvas.js';
import { element } from '../dom/element.js';
import type { Theme } from '../style/theme.js';
import { t } from '../text/text.js';
import type { OverviewModel } from './model.js';
import { mergedSpans, type TimeMap } from './time-map.js';

/** Height of a role's line and of the time axis, as the style sheet has them. */
const ROLE_PX = 15;
const AXIS_PX = 22;
/** Roles beyond these have no line of their own. */
const ROLES = 8;
const LABEL_ROOM_PX = 12;
const FONT = '11px system-ui, sans-serif';

/** Above the rows: when each role was recorded, and the time axis. */
export class HeatHead {
  readonly node: HTMLElement;
  readonly height: number;
  readonly #model: OverviewModel;
  readonly #roles: readonly string[];
  readonly #more: number;
  readonly #canvas = new SharpCanvas('heat-head-canvas');

  constructor(model: OverviewModel, groups: readonly number[]) {
    this.#model = model;
    // In the order in which they come first.
    const begin = (group: number) => model.recordings[group][0]?.startNs ?? 0;
    const inOrder = [...groups].sort((a, b) => begin(a) - begin(b));
    const roles = [...new Set(inOrder.map((group) => model.groups[group].role))];
    const named = roles.length === 1 && roles[0] === '' ? [] : roles;
    this.#roles = named.slice(0, ROLES);
    this.#more = named.length - this.#roles.length;
    const lines = this.#roles.length + (this.#more > 0 ? 1 : 0);
    this.height = lines * ROLE_PX + AXIS_PX;
    const labels = this.#roles.map((role) => {
      const text = role === '' ? t('noRole') : role;
      return element('div', { class: 'heat-role', text, title: text });
    });
    if (this.#more > 0) {
      labels.push(
        element('div', { class: 'heat-role', text: t('andMore', { count: this.#more }) }),
      );
    }
    this.node = element('div', { class: 'heat-head' }, [
      element('div', { class: 'heat-roles', title: t('heatRoles') }, labels),
      this.#canvas.node,
    ]);
  }

  paint(groups: readonly number[], time: TimeMap, width: number, theme: Theme): void {
    const context = this.#canvas.begin(width, this.height);
    this.#roles.forEach((role, line) => {
      const own = groups.filter((group) => this.#model.groups[group].role === role);
      const spans = own.flatMap((group) =>
        this.#model.recordings[group].map(({ startNs, endNs }) => ({
          left: startNs,
          right: endNs,
        })),
      );
      context.fillStyle = getComputedStyle(this.node).getPropertyValue(`--role-${line}`);
      for (const { left, right } of mergedSpans(spans)) {
        const x = time.x(left);
        context.fillRect(x, line * ROLE_PX + 4, Math.max(1, time.x(right) - x), ROLE_PX - 8);
      }
    });
    this.#paintAxis(context, time, theme);
  }

  #paintAxis(context: CanvasRenderingContext2D, { pieces }: TimeMap, theme: Theme): void {
    const top = this.height - AXIS_PX;
    context.font = FONT;
    context.textBaseline = 'top';
    context.textAlign = 'left';
    let freeFrom = 0;
    for (const { left, right, leftPx, rightPx, isCut } of pieces) {
      if (isCut) {
        context.fillStyle = theme.gap;
        context.fillRect(leftPx, top + AXIS_PX - 6, rightPx - leftPx, 6);
        continue;
      }
      const width = rightPx - leftPx;
      if (width < 1) continue;
      for (const { ns, text } of timeTicks(left, right, Math.max(width, 90))) {
        const x = leftPx + ((ns - left) / (right - left || 1)) * width;
        const size = context.measureText(text).width;
        // A label stays within its piece, that of a narrow one within the picture.
        const end = size > width ? this.#canvas.width : rightPx;
        const at = Math.min(Math.max(leftPx, x - size / 2), end - size);
        if (at < freeFrom) continue;
        freeFrom = at + size + LABEL_ROOM_PX;
        context.fillStyle = theme.border;
        context.fillRect(Math.round(x), top + AXIS_PX - 5, 1, 5);
        context.fillStyle = theme.mutedText;
        context.fillText(text, at, top + 3);
      }
    }
  }
}
