/** Inserts text as text, never as markup. */

type Child = Node | string | null | undefined | false;

interface Props {
  readonly class?: string;
  readonly id?: string;
  readonly dir?: string;
  readonly lang?: string;
  readonly title?: string;
  readonly role?: string;
  readonly type?: string;
  readonly href?: string;
  readonly hidden?: boolean;
  readonly tabIndex?: number;
  readonly aria?: Readonly<Record<string, string | boolean | undefined>>;
  readonly data?: Readonly<Record<string, string | undefined>>;
  readonly on?: Readonly<Record<string, (event: Event) => void>>;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const { class: name, hidden, tabIndex, aria = {}, data = {}, on = {}, ...plain } = props;
  if (name) element.className = name;
  if (hidden) element.hidden = true;
  if (tabIndex !== undefined) element.tabIndex = tabIndex;
  for (const [key, value] of Object.entries(plain)) if (value !== undefined) element.setAttribute(key, value);
  for (const [key, value] of Object.entries(aria))
    if (value !== undefined) element.setAttribute(`aria-${key}`, String(value));
  for (const [key, value] of Object.entries(data)) if (value !== undefined) element.dataset[key] = value;
  for (const [key, handler] of Object.entries(on)) element.addEventListener(key, handler);
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const shapes = {
  back: 'M15 5l-7 7 7 7',
  send: 'M4 5l17 7-17 7 3-7zM7 12h7',
  attach: 'M8 12.5l6-6a3 3 0 0 1 4.2 4.2l-8 8a5 5 0 0 1-7-7l7.5-7.5',
  slash: 'M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM14 8l-4 8',
  keys: 'M4 6h16v12H4zM8 10h.01M12 10h.01M16 10h.01M8 14h8',
  down: 'M6 9l6 6 6-6',
  panel: 'M4 18l5-6 4 3 7-9M4 21h16',
  moon: 'M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5',
  file: 'M7 3h7l5 5v13H7zM14 3v5h5',
  link: 'M8 16L18 6M11 6h7v7',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  pin: 'M12 21s7-6.5 7-11.5A7 7 0 0 0 5 9.5C5 14.5 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  check: 'M5 13l4 4L19 7',
} as const;

export function icon(name: keyof typeof shapes): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', `icon icon-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', shapes[name]);
  svg.append(path);
  return svg;
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no ${id}.`);
  return element;
}
