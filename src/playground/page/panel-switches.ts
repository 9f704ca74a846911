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

/** Replaces what a box shows; the button that was focused still is. */
export function redraw(element: HTMLElement, ...children: HTMLElement[]): void {
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && element.contains(active) ? active.dataset.focus : undefined;
  element.replaceChildren(...children);
  if (focused) element.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
}
