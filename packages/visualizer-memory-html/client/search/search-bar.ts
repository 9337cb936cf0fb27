import type { Group } from '../data/group.js';
import { button, element } from '../dom/element.js';
import { formatBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { parseBytes } from '../format/parse-bytes.js';
import { parseDuration } from '../format/parse-duration.js';
import { formatDuration } from '../format/time.js';
import { t } from '../text/text.js';
import { NO_SEARCH } from '../view/choices.js';
import type { ViewState } from '../view/view-state.js';
import { isSearching } from './search-rows.js';

/** How long a reader has to stop typing until it is looked for. */
const REST_MS = 160;

/** Finds allocations: by operator and frame, size, lifetime, thread and stream. What is left is dimmed. */
export class SearchBar {
  readonly node: HTMLElement;
  readonly #view: ViewState;
  readonly #text = element('input', {
    testId: 'search',
    title: t('searchTitle'),
    attributes: {
      type: 'search',
      placeholder: t('search'),
      'aria-label': t('search'),
      'aria-keyshortcuts': '/',
      spellcheck: 'false',
    },
  });
  readonly #size = field('search-size', t('leastSize'), t('leastSizeHelp'));
  readonly #held = field('search-held', t('leastHeld'), t('leastHeldHelp'));
  readonly #thread: HTMLSelectElement;
  readonly #stream: HTMLSelectElement;
  readonly #unreleased = element('input', {
    testId: 'search-unreleased',
    attributes: { type: 'checkbox' },
  });
  readonly #found = element('span', {
    class: 'found',
    testId: 'search-found',
    attributes: { role: 'status' },
  });
  readonly #filters: HTMLDetailsElement;
  #rest = 0;

  constructor(group: Group, view: ViewState) {
    this.#view = view;
    const { threads, streams } = group.data.texts;
    this.#thread = choice('search-thread', t('thread'), t('allThreads'), threads);
    this.#stream = choice('search-stream', t('stream'), t('allStreams'), streams);
    this.#filters = element('details', { class: 'drop-down filters' }, [
      element('summary', { text: t('filters') }),
      element('div', { class: 'drop-down-content' }, [
        labelled(t('leastSize'), this.#size),
        labelled(t('leastHeld'), this.#held),
        threads.length > 1 ? labelled(t('thread'), this.#thread) : undefined,
        streams.length > 1 ? labelled(t('stream'), this.#stream) : undefined,
        element('label', { class: 'check' }, [this.#unreleased, t('unreleasedOnly')]),
        button(t('clearSearch'), () => this.#clear(), { testId: 'search-clear' }),
      ]),
    ]);
    this.node = element('div', { class: 'search', attributes: { role: 'search' } }, [
      this.#text,
      this.#filters,
      this.#found,
    ]);
    this.#text.addEventListener('input', () => this.#later());
    for (const input of [this.#size, this.#held]) {
      input.addEventListener('change', () => this.#take());
    }
    for (const input of [this.#thread, this.#stream, this.#unreleased]) {
      input.addEventListener('change', () => this.#take());
    }
    this.#text.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      this.#clear();
      this.#text.blur();
    });
    view.on('search', () => this.#read());
    this.#read();
  }

  focus(): void {
    this.#text.focus();
    this.#text.select();
  }

  /** How many are found of those that are loaded. */
  sayFound(count: number | undefined): void {
    this.#found.textContent =
      count === undefined
        ? ''
        : t(count === 1 ? 'foundOne' : 'foundMany', { count: formatCount(count) });
  }

  /** Looks for nothing any more, not for what has just been typed either. */
  #clear(): void {
    window.clearTimeout(this.#rest);
    for (const input of [this.#text, this.#size, this.#held]) {
      input.value = '';
      input.removeAttribute('aria-invalid');
    }
    this.#view.choose({ search: NO_SEARCH });
    this.#read();
  }

  #later(): void {
    window.clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => this.#take(), REST_MS);
  }

  #take(): void {
    const bytes = take(this.#size, parseBytes);
    const held = take(this.#held, parseDuration);
    this.#view.choose({
      search: {
        text: this.#text.value.trim(),
        leastBytes: bytes ?? 0,
        leastHeldNs: held ?? 0,
        thread: Number(this.#thread.value),
        stream: Number(this.#stream.value),
        unreleasedOnly: this.#unreleased.checked,
      },
    });
  }

  #read(): void {
    const { search } = this.#view.choices;
    if (this.#text.value.trim() !== search.text) this.#text.value = search.text;
    write(
      this.#size,
      search.leastBytes === 0 ? '' : formatBytes(search.leastBytes),
      parseBytes,
      search.leastBytes,
    );
    write(
      this.#held,
      search.leastHeldNs === 0 ? '' : formatDuration(search.leastHeldNs),
      parseDuration,
      search.leastHeldNs,
    );
    this.#thread.value = String(search.thread);
    this.#stream.value = String(search.stream);
    this.#unreleased.checked = search.unreleasedOnly;
    const { text: _, ...filters } = search;
    this.#filters.classList.toggle('active', isSearching({ ...filters, text: '' }));
  }
}

/** Reads a field; one that cannot be read is marked and counts as empty. */
function take(
  input: HTMLInputElement,
  parse: (text: string) => number | undefined,
): number | undefined {
  const text = input.value.trim();
  const value = text === '' ? 0 : parse(text);
  if (value === undefined) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
  return value;
}

/** Writes a value unless the field says it already in the reader's own words. */
function write(
  input: HTMLInputElement,
  text: string,
  parse: (text: string) => number | undefined,
  value: number,
): void {
  const said = input.value.trim() === '' ? 0 : parse(input.value);
  if (said !== value && said !== undefined) input.value = text;
}

function field(testId: string, label: string, help: string): HTMLInputElement {
  return element('input', {
    testId,
    title: help,
    attributes: {
      type: 'text',
      placeholder: help,
      'aria-label': label,
      autocomplete: 'off',
      spellcheck: 'false',
    },
  });
}

function choice(
  testId: string,
  label: string,
  all: string,
  texts: readonly string[],
): HTMLSelectElement {
  return element('select', { testId, attributes: { 'aria-label': label } }, [
    element('option', { text: all, attributes: { value: '0' } }),
    ...texts.map((text, i) => element('option', { text, attributes: { value: String(i + 1) } })),
  ]);
}

function labelled(text: string, input: HTMLElement): HTMLElement {
  return element('label', {}, [element('span', { text }), input]);
}
