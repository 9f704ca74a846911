import { h } from './dom.ts';
import { count } from './numbers.ts';
import type { BotCard } from './protocol.ts';
import { chatKey, chosenKey, language, say, state, unreadIn } from './store.ts';

/** The chosen person's chats with several bots, above the open one. */
export function drawBots(nav: HTMLElement): void {
  const chips = state.bots.map((bot) => {
    const key = chatKey({ person: state.chosen, bot: bot.username });
    const chat = state.chats.get(key);
    return { bot, key, unread: chat ? unreadIn(chat) : 0 };
  });
  const content = JSON.stringify([chips, chosenKey(), language()]);
  if (nav.dataset.written === content) return;
  nav.dataset.written = content;
  nav.hidden = chips.length < 2;
  nav.setAttribute('aria-label', say('bots'));
  const focused = nav.contains(document.activeElement);
  nav.replaceChildren(...chips.map(({ bot, key, unread }) => chip(bot, key, unread)));
  const chosen = nav.querySelector<HTMLElement>('.chosen');
  chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  if (focused) chosen?.focus();
}

function chip(bot: BotCard, key: string, unread: number): HTMLElement {
  const isChosen = key === chosenKey();
  return h(
    'a',
    {
      class: `bot-chat${isChosen ? ' chosen' : ''}`,
      href: `#${key}`,
      title: `@${bot.username}`,
      aria: { current: isChosen ? 'true' : undefined },
    },
    h('bdi', {}, bot.name),
    unread > 0
      ? h('span', { class: 'unread' }, count(unread), h('span', { class: 'unseen' }, ` ${say('unread')}`))
      : null,
  );
}
