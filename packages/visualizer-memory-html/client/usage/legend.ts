/** What the reader can do with the entries of the legend, by their places. */
export interface LegendActions {
  shown(place: number): boolean;
  toggle(place: number): void;
  /** After a {@link toggle}, which it takes back: shows it alone, or again all as before. */
  isolate(place: number): void;
}

const ENTRY = '.legend .traces';

/**
 * Makes the entries of Plotly's legend switches, for the mouse and the keyboard. Plotly's own
 * clicks wait whether they become a double-click, and take two entries clicked fast for one.
 */
export function listenToLegend(graph: HTMLElement, actions: LegendActions): void {
  const placeOf = ({ target }: Event): number => {
    const entry = target instanceof Element ? target.closest(ENTRY) : null;
    return entry === null ? -1 : [...graph.querySelectorAll(ENTRY)].indexOf(entry);
  };
  graph.addEventListener('click', (event) => {
    const place = placeOf(event);
    if (place < 0) return;
    if (event.detail === 2) actions.isolate(place);
    else actions.toggle(place);
  });
  graph.addEventListener('keydown', (event) => {
    const place = placeOf(event);
    if (place < 0 || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    actions.toggle(place);
  });
}

/** Says of each entry what it is; needed whenever Plotly has drawn. */
export function labelLegend(graph: HTMLElement, { shown }: LegendActions): void {
  graph.querySelectorAll(ENTRY).forEach((entry, place) => {
    entry.setAttribute('tabindex', '0');
    entry.setAttribute('role', 'switch');
    entry.setAttribute('aria-checked', String(shown(place)));
    entry.setAttribute('aria-label', entry.querySelector('.legendtext')?.textContent ?? '');
  });
}
