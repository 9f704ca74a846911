import { h, icon } from './dom.ts';

export interface Choice {
  readonly label: string;
  readonly hint?: string;
  readonly sign?: string;
  /** Whether several choices share a row. */
  readonly small?: boolean;
  choose(): void;
}

/** A button that opens a list above it. Arrow keys move, Escape or a click elsewhere closes. */
export function createMenu(sign: 'slash' | 'attach', choices: () => readonly Choice[]) {
  const button = h(
    'button',
    { class: 'icon-button', type: 'button', aria: { haspopup: 'menu', expanded: false } },
    icon(sign),
  );
  const list = h('div', { class: `menu menu-${sign}`, role: 'menu', hidden: true });
  const element = h('div', { class: 'menu-holder' }, button, list);

  function close(): void {
    if (list.hidden) return;
    list.hidden = true;
    button.setAttribute('aria-expanded', 'false');
    if (list.contains(document.activeElement)) button.focus();
  }

  function open(takeFocus: boolean): void {
    const items = choices().map(({ label, hint, sign: emoji, small, choose }) =>
      h(
        'button',
        {
          class: `choice${small ? ' small' : ''}`,
          type: 'button',
          role: 'menuitem',
          tabIndex: -1,
          aria: { label: small ? `${label} ${emoji ?? ''}` : undefined },
          on: {
            click: () => {
              close();
              choose();
            },
          },
        },
        emoji === undefined ? null : h('span', { class: 'sign', aria: { hidden: true } }, emoji),
        small ? null : h('span', { class: 'label', dir: 'auto' }, label),
        hint === undefined ? null : h('span', { class: 'hint', dir: 'auto' }, hint),
      ),
    );
    list.replaceChildren(...items);
    list.hidden = items.length === 0;
    button.setAttribute('aria-expanded', String(!list.hidden));
    if (takeFocus) items[0]?.focus();
  }

  button.addEventListener('click', () => (list.hidden ? open(true) : close()));
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || list.hidden) return;
    event.preventDefault();
    const items = [...list.querySelectorAll<HTMLElement>('.choice')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items.at((at + step) % items.length)?.focus();
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !element.contains(target)) close();
  });

  return {
    element,
    open,
    close,
    label(text: string): void {
      button.setAttribute('aria-label', text);
      list.setAttribute('aria-label', text);
    },
  };
}
