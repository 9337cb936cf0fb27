/// <reference lib="dom" />
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What scripts are promised of a page. */
export interface RlInsight {
  readonly ready: Promise<void>;
  readonly eventCount: number;
  getRange(): { readonly left: number; readonly right: number } & ArrayLike<number> &
    Iterable<number>;
  setRange(leftMs: number, rightMs: number): Promise<void>;
  settled(): Promise<void>;
  visibleCount(): number;
  select(index: number): Promise<void>;
}

declare global {
  interface Window {
    rlInsight: RlInsight;
  }
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A page that is open in a browser, as a person sees and uses it. */
export class Visit {
  readonly page: Page;
  /** All that must not happen: errors, complaints of the browser, reaching for the network. */
  readonly faults: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.faults.push(String(error.stack ?? error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.faults.push(message.text());
    });
    page.on('request', (request) => {
      // What a page makes itself is of no network.
      if (!/^(file|blob|data):/.test(request.url())) this.faults.push(`asked for ${request.url()}`);
    });
    page.on('dialog', (dialog) => {
      this.faults.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  static async open(
    browser: Browser,
    file: string,
    options: BrowserContextOptions = {},
    /** Runs before the page's own scripts. */
    before?: () => void,
  ): Promise<Visit> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 720 },
      ...options,
    });
    const visit = new Visit(await context.newPage());
    if (before !== undefined) await visit.page.addInitScript(before);
    await visit.page.goto(`file://${file}`);
    await visit.page.evaluate(() => window.rlInsight.ready);
    // A page whose files are missing never gets that far.
    await visit.page.evaluate(() => window.rlInsight.settled?.().catch(() => undefined));
    return visit;
  }

  /** Waits for a page that a link led to. */
  async arrive(address: RegExp): Promise<void> {
    await this.page.waitForURL(address);
    await this.page.evaluate(() => window.rlInsight.ready);
  }

  /** Ends the visit; nothing may have gone wrong in it. */
  async close(): Promise<void> {
    await this.page.context().close();
    expect(this.faults).toEqual([]);
  }

  /** As it was when it was opened: no panel, the first range, the pointer elsewhere. */
  async startOver(): Promise<void> {
    await this.page.mouse.move(5, 5);
    await this.page.keyboard.press('Escape');
    await this.page.getByRole('button', { name: 'Reset' }).click();
  }

  /** Waits until all is loaded and drawn, by Plotly too. */
  async settled(): Promise<void> {
    await this.page.evaluate(() => window.rlInsight.settled());
  }

  part(testId: string): Locator {
    return this.page.locator(`[data-testid="${testId}"]`);
  }

  get usage(): Locator {
    return this.part('usage-chart');
  }

  get lanes(): Locator {
    return this.part('allocation-chart');
  }

  get map(): Locator {
    return this.part('memory-map');
  }

  get holders(): Locator {
    return this.part('holders-panel');
  }

  get panel(): Locator {
    return this.part('detail-panel');
  }

  get tooltip(): Locator {
    return this.part('tooltip');
  }

  /** What the Left and Right fields say, ms. */
  async fields(): Promise<[number, number]> {
    const left = await this.part('range-left').inputValue();
    const right = await this.part('range-right').inputValue();
    return [Number(left), Number(right)];
  }

  /** Types into a field and presses Enter. */
  async type(field: 'range-left' | 'range-right', text: string): Promise<void> {
    await this.part(field).fill(text);
    await this.part(field).press('Enter');
  }

  /** Edges of the plots in the window: both charts have the same. */
  async plot(
    chart: Locator,
  ): Promise<{ left: number; right: number; top: number; bottom: number }> {
    const hand = await chart.locator('.hand').boundingBox();
    if (hand === null) throw new Error('the chart is not on the page');
    const usage = await this.usage.locator('.hand').boundingBox();
    const width = usage?.width ?? hand.width;
    return { left: hand.x, right: hand.x + width, top: hand.y, bottom: hand.y + hand.height };
  }

  /** Where a moment is on a chart, by what the fields say. */
  async xOf(chart: Locator, ms: number): Promise<number> {
    const { left, right } = await this.plot(chart);
    const [from, to] = await this.fields();
    return left + ((ms - from) / (to - from)) * (right - left);
  }

  /** Drags with the left button, in several steps as a hand does. */
  async drag(from: Point, to: Point): Promise<void> {
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await this.page.mouse.move(to.x, to.y, { steps: 4 });
    await this.page.mouse.up();
  }

  /** The middle of a lane's label, and the lane's own height. */
  async lane(title: string): Promise<{ top: number; bottom: number }> {
    const label = this.lanes.locator('.lane-label', { hasText: title }).first();
    const box = await label.boundingBox();
    if (box === null) throw new Error(`no lane ${title} is in view`);
    return { top: box.y, bottom: box.y + box.height };
  }

  /** Moves the pointer down a lane at a moment until the tooltip says what is wanted. */
  async hoverInLane(title: string, ms: number, wanted: string): Promise<Point> {
    const { top, bottom } = await this.lane(title);
    const x = await this.xOf(this.lanes, ms);
    for (let y = top + 4; y < bottom; y += 3) {
      await this.page.mouse.move(x, y);
      if (!(await this.tooltip.isVisible())) continue;
      if ((await seen(this.tooltip)).includes(wanted)) return { x, y };
    }
    throw new Error(`nothing in lane ${title} at ${ms} ms says ${wanted}`);
  }
}

/** The text of a part as a person sees it: without what is hidden. */
export function seen(part: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is rendered is what is asked for
  return part.innerText();
}

/** The file of a window's page. */
export function pageOf(folder: string, window: number): string {
  return join(folder, `memory_timeline_${String(window).padStart(2, '0')}.html`);
}
