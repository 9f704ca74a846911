import { h } from './dom.ts';

/** A row of buttons, one of them pressed. */
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

/** The last content of each box. */
const drawn = new WeakMap<HTMLElement, string>();

/**
 * Replaces the content of a box and keeps the focus. Equal content stays: replacing a button while it is pressed would
 * lose the press.
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

/** A button that is disabled while it works. */
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
