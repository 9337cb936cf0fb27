import type { Group } from '../data/group.js';
import { element } from '../dom/element.js';
import { t } from '../text/text.js';
import { download, fileName } from './download.js';

/** A chart that can be drawn on a canvas, its own top left corner at the origin. */
interface PaintedChart {
  readonly node: HTMLElement;
  paintOn(context: CanvasRenderingContext2D): void;
}

export interface PictureParts {
  readonly group: Group;
  readonly usage: PaintedChart;
  readonly allocations: PaintedChart;
}

const TITLE_PX = 34;
const MARGIN_PX = 12;

/** Saves both charts as they are in view, with a line that says of what they are. */
export function savePicture({ group, usage, allocations }: PictureParts): void {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(usage.node.clientWidth, allocations.node.clientWidth) + MARGIN_PX * 2;
  const height = TITLE_PX + usage.node.clientHeight + allocations.node.clientHeight + MARGIN_PX;
  const canvas = element('canvas');
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  if (context === null) return;
  const style = getComputedStyle(document.body);
  context.scale(ratio, ratio);
  context.fillStyle = style.backgroundColor;
  context.fillRect(0, 0, width, height);
  context.fillStyle = style.color;
  context.font = '600 14px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.fillText(titleOf(group), MARGIN_PX, TITLE_PX / 2);
  let top = TITLE_PX;
  for (const chart of [usage, allocations]) {
    context.save();
    context.translate(MARGIN_PX, top);
    chart.paintOn(context);
    context.restore();
    top += chart.node.clientHeight;
  }
  canvas.toBlob((picture) => {
    if (picture !== null) download(fileName(group.data.info, 'memory.png'), [picture], 'image/png');
  });
}

function titleOf({ data: { info } }: Group): string {
  const role = info.role === '' ? [] : [info.role];
  return [...role, t('rank', { rank: info.rank_id }), info.device_type, t('pageTitle')].join(' · ');
}
