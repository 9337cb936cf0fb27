import type { Group } from '../data/group.js';
import { button, element } from '../dom/element.js';
import { formatCount } from '../format/count.js';
import { t } from '../text/text.js';
import type { DrawerName } from '../view/choices.js';
import type { ViewState } from '../view/view-state.js';

/** Buttons of what lies below the charts, of what the group has. */
export function drawerButtons({ data }: Group, view: ViewState): HTMLElement {
  const toggle = (name: DrawerName, text: string, title: string) => {
    const node = button(text, () => toggleDrawer(view, name), {
      testId: `open-${name}`,
      title,
    });
    const show = () => {
      node.setAttribute('aria-pressed', String(view.choices.drawer === name));
    };
    view.on('drawer', show);
    // The address may have opened it.
    show();
    return node;
  };
  const { scopes, failures } = data;
  return element('span', { class: 'drawer-buttons' }, [
    scopes === null ? undefined : toggle('scopes', t('scopes'), t('scopesTitle')),
    failures === null
      ? undefined
      : toggle(
          'failures',
          t('failuresCount', { count: formatCount(failures.count) }),
          t('failuresTitle'),
        ),
    scopes === null ? undefined : chosenScope(view),
  ]);
}

/** The path whose entries are marked; a click takes the marks away. */
function chosenScope(view: ViewState): HTMLElement {
  const path = element('span', { class: 'chosen-path' });
  const node = button('', () => view.choose({ scope: '' }), {
    class: 'chosen-scope',
    testId: 'chosen-scope',
    title: t('scopeUnmark'),
  });
  node.append(path, ' ×');
  const show = () => {
    const { scope } = view.choices;
    node.hidden = scope === '';
    path.textContent = scope;
  };
  view.on('scope', show);
  show();
  return node;
}

/** Opens what lies below the charts, or closes it when it is there. */
export function toggleDrawer(view: ViewState, name: DrawerName): void {
  view.choose({ drawer: view.choices.drawer === name ? 'none' : name });
}
