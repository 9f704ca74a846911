import { byId, h, icon } from './dom.ts';
import { intro } from './intro.ts';
import { count, whenShort } from './numbers.ts';
import type { ChatMessage, Part, PersonCard } from './protocol.ts';
import { chatsOf, chosenPerson, language, listen, save, say, state, tell, unreadIn } from './store.ts';

/** The list of chats, one for each person. */
export function showPeople(): void {
  const nav = byId('people');
  let parts = '';
  listen((topic) => {
    const now = state.people.map(partOf).join();
    if ((topic !== 'panel' || now !== parts) && topic !== 'keyboard' && topic !== 'demo') draw(nav);
    parts = now;
  });
}

/** The person's part; the initial one until they have written. */
const partOf = (person: PersonCard): Part => {
  const now = state.panel?.stories[person.id]?.part;
  return now === undefined || now === 'customer' ? person.part : now;
};

export const isDark = (): boolean =>
  state.theme === null ? matchMedia('(prefers-color-scheme: dark)').matches : state.theme === 'dark';

export const initials = (name: string): string =>
  name
    .split(' ')
    .slice(0, 2)
    .map((word) => word.slice(0, 1))
    .join('\u200c')
    .toUpperCase();

function draw(nav: HTMLElement): void {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : undefined;
  const dark = isDark();
  const theme = h(
    'button',
    {
      class: 'icon-button',
      type: 'button',
      data: { focus: 'theme' },
      aria: { label: dark ? say('theme-to-light') : say('theme-to-dark') },
    },
    icon(dark ? 'sun' : 'moon'),
  );
  theme.addEventListener('click', () => {
    state.theme = dark ? 'light' : 'dark';
    save('theme', state.theme);
    tell('person');
  });
  const other = language() === 'fa' ? 'en' : 'fa';
  const switcher = h(
    'button',
    {
      class: 'text-button',
      type: 'button',
      lang: other,
      data: { focus: 'language' },
      aria: { label: `${say('language')}: ${say('language-label')}` },
    },
    say('language'),
  );
  switcher.addEventListener('click', () => {
    // Choosing the person's own language makes the page follow it again.
    state.pickedLanguage = chosenPerson()?.language === other ? null : other;
    save('language', state.pickedLanguage);
    tell('person');
  });
  nav.setAttribute('aria-label', say('people'));
  nav.replaceChildren(
    h(
      'header',
      { class: 'bar' },
      h('div', { class: 'heading' }, h('h1', {}, say('title')), h('p', {}, say('subtitle'))),
      switcher,
      theme,
    ),
    h('div', { class: 'people-scroll' }, state.panel && intro(), h('ul', { class: 'rows' }, ...state.people.map(row))),
  );
  if (focused) nav.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
}

function row(person: PersonCard): HTMLElement {
  const chats = chatsOf(person.id);
  const newest = chats.map(({ messages }) => messages.at(-1)).filter((message) => message !== undefined);
  const last = newest.toSorted((a, b) => a.date - b.date).at(-1);
  const unread = chats.reduce((sum, chat) => sum + unreadIn(chat), 0);
  const isChosen = person.id === state.chosen;
  const link = h(
    'a',
    {
      class: `person${isChosen ? ' chosen' : ''}`,
      href: `#${person.id}`,
      data: { focus: String(person.id) },
      aria: { current: isChosen ? 'true' : undefined },
    },
    h(
      'span',
      { class: 'avatar', data: { part: partOf(person), tint: String(person.id % 5) }, aria: { hidden: true } },
      initials(person.name),
    ),
    h(
      'span',
      { class: 'who' },
      h('bdi', { class: 'name', lang: person.language }, person.name),
      state.panel && h('span', { class: 'part' }, say(partOf(person))),
    ),
    h('span', { class: 'when' }, last ? whenShort(last.date) : ''),
    h(
      'span',
      { class: 'preview', dir: 'auto' },
      chats.some(({ action }) => action)
        ? say('typing')
        : last
          ? `${last.mine ? `${say('you')} ` : ''}${summary(last)}`
          : say('no-messages'),
    ),
    unread > 0
      ? h('span', { class: 'unread' }, count(unread), h('span', { class: 'unseen' }, ` ${say('unread')}`))
      : null,
  );
  return h('li', {}, link);
}

function summary(message: ChatMessage): string {
  const [line = ''] = message.text.split('\n').filter((part) => part.trim() !== '');
  if (line !== '') return line;
  if (message.invoice) return `${say('invoice')}: ${message.invoice.title}`;
  if (message.payment) return say('payment');
  if (message.created) return `${say('created')} ${message.created.name}`;
  return message.media?.kind === 'document' ? message.media.name : message.media ? say(message.media.kind) : '…';
}
