import { follow } from './actions.ts';
import { drawBots } from './bots.ts';
import { bubble } from './bubble.ts';
import { createComposer } from './composer.ts';
import { byId, h, icon } from './dom.ts';
import { drawDemo, examples, isDemoPlaying } from './intro.ts';
import { controlBot } from './link.ts';
import { ask, toast } from './notice.ts';
import { day } from './numbers.ts';
import { initials } from './people.ts';
import type { ChatMessage, PageEvent } from './protocol.ts';
import {
  chatKey,
  chosenBot,
  chosenChat,
  chosenKey,
  chosenPerson,
  listen,
  mainBot,
  markRead,
  say,
  state,
} from './store.ts';

/** The chosen person's chat with the bot. */
export function showChat(): void {
  const main = byId('chat');
  const header = h('header', { class: 'bar' });
  const log = h('div', { class: 'log', role: 'log', tabIndex: 0, aria: { live: 'polite', relevant: 'additions' } });
  const down = h('button', { class: 'to-bottom', type: 'button', hidden: true }, icon('down'));
  const notice = h('div', { class: 'notice', role: 'status' });
  const bots = h('nav', { class: 'bots', hidden: true });
  const composer = createComposer();
  const demo = h('div', { class: 'demo', role: 'status', hidden: true });
  main.append(header, bots, demo, notice, h('div', { class: 'scene' }, log, down), composer.element);

  const isAtEnd = (): boolean => log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  const toEnd = (): void => {
    log.scrollTop = log.scrollHeight;
  };
  down.addEventListener('click', toEnd);
  log.addEventListener('scroll', () => {
    down.hidden = isAtEnd();
  });
  document.addEventListener('visibilitychange', seen);
  // Follows the end, because a phone's keyboard or a growing input field pushes it out of sight.
  let follows = true;
  let height = 0;
  log.addEventListener('scroll', () => {
    // During a resize the position says nothing about the reader, because the end has moved.
    if (log.clientHeight === height) follows = isAtEnd();
  });
  new ResizeObserver(() => {
    height = log.clientHeight;
    if (follows) toEnd();
  }).observe(log);

  function seen(): void {
    const isShown = state.view === 'chat' || matchMedia('(min-width: 760px)').matches;
    if (isShown) markRead();
  }

  function drawAll(): void {
    const chat = chosenChat();
    log.setAttribute('aria-label', say('messages'));
    down.setAttribute('aria-label', say('to-bottom'));
    log.replaceChildren();
    if (chat && chat.messages.length === 0)
      log.append(greeting(chosenBot().descriptions[chosenPerson()?.language ?? 'en']));
    let before = '';
    for (const message of chat?.messages ?? []) {
      const label = day(message.date);
      if (label !== before) log.append(h('div', { class: 'day' }, h('span', {}, label)));
      before = label;
      log.append(bubble(message));
    }
    toEnd();
    follows = true;
    down.hidden = true;
  }

  /** Whether the chat is empty and shows only the description. */
  const isNew = (): boolean => chosenChat()?.messages.length === 0;

  /** Draws one message in place, without scrolling. */
  function drawOne(message: ChatMessage): void {
    const old = log.querySelector(`[data-id="${message.id}"]`);
    const fresh = bubble(message);
    const stay = isAtEnd() || message.mine;
    if (old) {
      const active = document.activeElement;
      const place = active instanceof HTMLElement && old.contains(active) ? active.dataset.place : undefined;
      old.replaceWith(fresh);
      if (place !== undefined) {
        const same = fresh.querySelector<HTMLElement>(`[data-place="${place}"]`);
        (same ?? fresh.querySelector<HTMLElement>('[data-place]') ?? log).focus({ preventScroll: true });
      }
    } else {
      log.querySelector('.greeting')?.remove();
      const previous = chosenChat()?.messages.at(-2);
      const label = day(message.date);
      if (!previous || day(previous.date) !== label) log.append(h('div', { class: 'day' }, h('span', {}, label)));
      fresh.classList.add('new');
      log.append(fresh);
    }
    if (stay) toEnd();
  }

  function onMessage(event: PageEvent): void {
    if (event.type === 'deleted') log.querySelector(`[data-id="${event.id}"]`)?.remove();
    if (event.type === 'message' || event.type === 'edited') drawOne(event.message);
    seen();
  }

  function onAnswer(event: PageEvent): void {
    if (event.type !== 'answered') return;
    for (const busy of log.querySelectorAll('[aria-busy]')) busy.removeAttribute('aria-busy');
    if (event.url !== null) follow(event.url);
    if (event.text === null) return;
    if (event.alert) void ask({ title: event.text, yes: say('ok') });
    else toast(event.text);
  }

  listen((topic, event) => {
    const isOurs = event === null || !('person' in event) || chatKey(event) === chosenKey();
    if (topic === 'everything' || topic === 'person' || (topic === 'bots' && isNew())) {
      drawAll();
      composer.draw();
      seen();
    } else if (topic === 'message' && event && isOurs) {
      onMessage(event);
      composer.draw();
    } else if (topic === 'keyboard' && isOurs) composer.draw();
    else if (topic === 'action' && event && isOurs) onAnswer(event);
    drawHeader(header);
    drawBots(bots);
    drawNotice(notice);
    drawDemo(demo);
  });
}

const greeting = (description: string): HTMLElement =>
  h(
    'div',
    { class: 'greeting' },
    h('b', {}, say('what-can')),
    h('p', { dir: 'auto' }, description || (state.panel ? say('bot-starting') : '')),
    state.panel && examples(),
  );

function drawHeader(header: HTMLElement): void {
  const person = chosenPerson();
  const action = chosenChat()?.action ?? null;
  const doing = action === null ? null : action.startsWith('upload') ? say('uploading') : say('typing');
  const bot = chosenBot();
  const isMain = bot.username === mainBot().username;
  const content = `${doing}|${chosenKey()}|${say('title')}|${bot.name}`;
  if (header.dataset.written === content) return;
  header.dataset.written = content;
  header.replaceChildren(
    h('a', { class: 'icon-button back', href: '#', aria: { label: say('back') } }, icon('back')),
    h('span', { class: 'avatar bot', aria: { hidden: true } }, isMain ? '⚡' : initials(bot.name)),
    h(
      'div',
      { class: 'heading' },
      h('h2', {}, h('bdi', {}, bot.name)),
      h(
        'p',
        { class: doing ? 'doing' : '' },
        doing ?? `${say('playing')} `,
        doing ? '' : h('bdi', {}, person?.name ?? ''),
      ),
    ),
    h(
      'a',
      { class: 'icon-button to-panel', href: `#${chosenKey()}/panel`, aria: { label: say('open-panel') } },
      icon('panel'),
    ),
  );
}

function drawNotice(notice: HTMLElement): void {
  const bot = state.panel?.bot;
  const isDown = !isDemoPlaying() && (bot === 'stopped' || bot === 'killed' || bot === 'crashed');
  const text = !state.connected && state.people.length > 0 ? say('offline') : isDown ? say('bot-down') : '';
  const content = `${text}|${say('title')}`;
  if (notice.dataset.written === content) return;
  notice.dataset.written = content;
  notice.hidden = text === '';
  const start = h('button', { type: 'button', on: { click: () => void controlBot('start') } }, say('start-bot'));
  notice.replaceChildren(h('span', {}, text), ...(isDown && state.connected ? [start] : []));
}
