import { h } from './dom.ts';
import type { Entity } from './protocol.ts';

/** Handlers for taps on parts of a text. */
export interface TextActions {
  command(text: string): void;
  link(url: string): void;
  copy(text: string): void;
  readonly spoiler: string;
}

const blocks: Readonly<Record<string, 'pre' | 'blockquote'>> = {
  pre: 'pre',
  blockquote: 'blockquote',
  expandable_blockquote: 'blockquote',
};
const plainTags: Readonly<Record<string, 'b' | 'i' | 'u' | 's'>> = {
  bold: 'b',
  italic: 'i',
  underline: 'u',
  strikethrough: 's',
};

const end = (entity: Entity): number => entity.offset + entity.length;

/** Formats a text. Each line has its own direction, or the message's. */
export function richText(text: string, entities: readonly Entity[], actions: TextActions): DocumentFragment {
  const whole = document.createDocumentFragment();
  const base = directionOf(text) ?? 'ltr';
  const outer = entities.filter(({ type }) => type in blocks);
  const inline = entities.filter(({ type }) => !(type in blocks));
  let at = 0;
  for (const block of outer) {
    if (block.offset < at) continue;
    appendLines(whole, at, block.offset);
    const box = h(blocks[block.type] ?? 'pre', { class: 'block' });
    appendLines(box, block.offset, end(block));
    whole.append(box);
    at = end(block);
  }
  appendLines(whole, at, text.length);
  return whole;

  function appendLines(into: Node, from: number, to: number): void {
    if (from >= to) return;
    // A line break next to a block only separates the two.
    const start = from > 0 && into === whole && text[from] === '\n' ? from + 1 : from;
    let line = start;
    for (const part of text.slice(start, to).split('\n')) {
      const isLast = line + part.length === to;
      if (!(isLast && part === '' && to < text.length)) {
        const row = h('div', { class: 'line', dir: directionOf(part) ?? base });
        if (part === '') row.append(h('br'));
        else appendSpan(row, line, line + part.length, inline);
        into.appendChild(row);
      }
      line += part.length + 1;
    }
  }

  /** Appends nested entities, the outermost first. Entities never cross. */
  function appendSpan(into: Node, from: number, to: number, among: readonly Entity[]): void {
    let here = from;
    for (const [index, entity] of among.entries()) {
      const start = Math.max(entity.offset, here);
      const stop = Math.min(end(entity), to);
      if (start >= stop) continue;
      if (start > here) into.appendChild(document.createTextNode(text.slice(here, start)));
      const inner = among
        .slice(index + 1)
        .filter((other) => other.offset >= entity.offset && end(other) <= end(entity));
      const element = elementOf(entity, text.slice(entity.offset, end(entity)), actions);
      appendSpan(element, start, stop, inner);
      into.appendChild(element);
      here = stop;
    }
    if (here < to) into.appendChild(document.createTextNode(text.slice(here, to)));
  }
}

function elementOf(entity: Entity, covered: string, actions: TextActions): HTMLElement {
  const tag = plainTags[entity.type];
  if (tag) return h(tag);
  switch (entity.type) {
    case 'code':
      return h('code', { on: { click: () => actions.copy(covered.replace(/[\u2066-\u2069]/g, '')) } });
    case 'url':
    case 'text_link':
      return linkTo(entity.url ?? covered, actions);
    case 'bot_command':
      return h('button', { class: 'as-link', type: 'button', on: { click: () => actions.command(covered) } });
    case 'spoiler': {
      const cover = h('button', { class: 'spoiler', type: 'button', aria: { label: actions.spoiler } });
      cover.addEventListener('click', () => {
        cover.classList.add('shown');
        cover.removeAttribute('aria-label');
      });
      return cover;
    }
    case 'mention':
    case 'hashtag':
    case 'email':
    case 'phone_number':
      return h('span', { class: 'marked' });
    default:
      return h('span');
  }
}

/** Turns only web addresses into links; the handler decides where they lead. */
function linkTo(address: string, actions: TextActions): HTMLElement {
  const url = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
  if (!/^(https?|tg):/i.test(url)) return h('span', { class: 'marked' });
  const follow = (event: Event): void => {
    event.preventDefault();
    actions.link(url);
  };
  return h('a', { href: url, on: { click: follow } });
}

const rtl = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const strong = /\p{L}/u;

/** The direction of the first strong letter, like Telegram. Isolated text does not count. */
function directionOf(text: string): 'rtl' | 'ltr' | null {
  let depth = 0;
  for (const character of text) {
    if (character >= '\u2066' && character <= '\u2068') depth += 1;
    else if (character === '\u2069') depth = Math.max(0, depth - 1);
    else if (depth === 0 && strong.test(character)) return rtl.test(character) ? 'rtl' : 'ltr';
  }
  return null;
}
