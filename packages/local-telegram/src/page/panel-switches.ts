import { h } from './dom.ts';

/** A row of buttons of which one is pressed. */
export function choice<T>(
  label: string,
  options: readonly (readonly [T, string])[],
  current: T,
  pick: (value: T) => void,
): HTMLElement {
  const buttons = options.map(([value, text]) =>
    h(
      'button',
      {
        type: 'button',
        data: { focus: text },
        aria: { pressed: value === current },
        on: { click: () => pick(value) },
      },
      text,
    ),
  );
  return h('div', { class: 'segments', role: 'group', aria: { label } }, ...buttons);
}

export interface SwitchData {
  readonly name: string;
  readonly label: string;
  readonly isOn: boolean;
  readonly data: Readonly<Record<string, string>>;
  readonly flip: () => void;
}

export const switchButton = ({ name, label, isOn, data, flip }: SwitchData): HTMLElement =>
  h(
    'button',
    {
      class: 'switch',
      type: 'button',
      role: 'switch',
      data: { ...data, focus: name },
      aria: { checked: isOn },
      on: { click: flip },
    },
    h('span', { class: 'knob', aria: { hidden: true } }),
    h('span', {}, label),
  );

/** What each box was last given. */
const drawn = new WeakMap<HTMLElement, string>();

/**
 * Replaces what a box shows; the button that was focused still is. Nothing is replaced by the same: a press on a button that
 * is exchanged before it is released would be lost.
 */
export function redraw(element: HTMLElement, ...children: (HTMLElement | null)[]): void {
  const html = children.map((child) => child?.outerHTML ?? '').join('');
  if (drawn.get(element) === html) return;
  drawn.set(element, html);
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && element.contains(active) ? active.dataset.focus : undefined;
  element.replaceChildren(...children.filter((child) => child !== null));
  if (focused) element.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
}

/** Cannot be pressed again while it works. */
export function workButton(name: string, label: string, work: () => Promise<void>): HTMLButtonElement {
  const element = h('button', { class: `control ${name}`, type: 'button', data: { focus: name } }, label);
  element.addEventListener('click', () => {
    element.disabled = true;
    void work().finally(() => {
      element.disabled = false;
    });
  });
  return element;
}
