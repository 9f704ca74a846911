import { byId, h, icon } from './dom.ts';
import { bringForward, controlBot } from './link.ts';
import { count, tomans } from './numbers.ts';
import { drawApi } from './panel-api.ts';
import { drawArchive } from './panel-archive.ts';
import { createBankFaultSwitches } from './panel-bank-faults.ts';
import { callList } from './panel-calls.ts';
import { createFaultSwitches } from './panel-faults.ts';
import { orderCard } from './panel-order.ts';
import type { BotState, PersonStory } from './protocol.ts';
import { chosenBot, chosenKey, chosenPerson, listen, mainBot, say, state } from './store.ts';

/** Shows next to the chat what happens inside. */
export function showPanel(): void {
  const panel = byId('panel');
  const header = h('header', { class: 'bar' });
  const bot = h('section', { class: 'card-box bot-box' });
  const order = h('section', { class: 'card-box order-box' });
  const wallet = h('section', { class: 'card-box wallet-box' });
  const faults = createFaultSwitches();
  const bankFaults = createBankFaultSwitches();
  const archive = h('section', { class: 'card-box archive-box' });
  const api = h('section', { class: 'card-box api-box' });
  const calls = h('section', { class: 'card-box calls-box' });
  const scroll = h(
    'div',
    { class: 'panel-scroll', tabIndex: 0, role: 'group' },
    bot,
    faults.element,
    order,
    wallet,
    bankFaults.element,
    archive,
    api,
    calls,
  );
  panel.append(header, scroll);
  let drawn = '';

  listen((topic) => {
    if (topic !== 'panel' && topic !== 'everything' && topic !== 'person') return;
    const now = `${JSON.stringify(state.panel)}|${chosenKey()}|${say('title')}`;
    if (now === drawn || !state.panel) return;
    drawn = now;
    const story = state.panel.stories[state.chosen];
    panel.setAttribute('aria-label', say('panel'));
    scroll.setAttribute('aria-label', say('panel'));
    drawHeader(header);
    drawBot(bot, state.panel.bot, state.panel.sold);
    order.replaceChildren(h('h3', {}, atShop(say('order'))), orderCard(story?.order ?? null, state.panel.calls));
    drawWallet(wallet, story);
    faults.draw(state.panel.faults);
    bankFaults.draw(state.panel.bankFault);
    drawArchive(archive, state.panel.archive);
    drawApi(api, state.panel.api);
    calls.replaceChildren(h('h3', {}, say('calls')), callList(state.panel.calls));
  });
}

/** Adds the shop's name in the chat of another bot, because the panel still shows the shop. */
const atShop = (title: string): string => {
  const shop = mainBot();
  return chosenBot().username === shop.username ? title : `${title} · ${shop.name}`;
};

function drawHeader(header: HTMLElement): void {
  const back = h(
    'a',
    { class: 'icon-button back-to-chat', href: `#${chosenKey()}`, aria: { label: say('close-panel') } },
    icon('back'),
  );
  header.replaceChildren(
    back,
    h('div', { class: 'heading' }, h('h2', {}, say('panel')), h('p', { dir: 'auto' }, chosenPerson()?.name ?? '')),
  );
}

const stateText = (bot: BotState): string => {
  const names: Readonly<Record<BotState, string>> = {
    starting: say('bot-starting'),
    running: say('bot-running'),
    stopping: say('bot-stopping'),
    stopped: say('bot-stopped'),
    killed: say('bot-killed'),
    crashed: say('bot-crashed'),
  };
  return names[bot];
};

function drawBot(box: HTMLElement, bot: BotState, sold: number): void {
  const isUp = bot === 'running' || bot === 'starting';
  const button = (what: 'start' | 'stop' | 'kill', label: string, hint: string, enabled: boolean): HTMLElement => {
    const element = h('button', { class: `control ${what}`, type: 'button', title: hint, data: { do: what } }, label);
    element.disabled = !enabled;
    element.addEventListener('click', () => void controlBot(what));
    return element;
  };
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.do : undefined;
  box.replaceChildren(
    h(
      'div',
      { class: 'two' },
      h(
        'div',
        {},
        h('h3', {}, say('bot')),
        h('p', { class: 'bot-state', role: 'status', data: { state: bot } }, stateText(bot)),
      ),
      h(
        'div',
        { class: 'sold' },
        h('h3', {}, say('sold')),
        h('p', { class: 'figure', data: { sold: String(sold) } }, count(sold)),
      ),
    ),
    h(
      'div',
      { class: 'controls' },
      button('stop', say('do-stop'), say('do-stop-hint'), isUp),
      button('kill', say('do-kill'), say('do-kill-hint'), isUp || bot === 'stopping'),
      button('start', say('do-start'), say('start-bot'), !isUp && bot !== 'stopping'),
    ),
  );
  if (focused) (box.querySelector<HTMLElement>('.control:not(:disabled)') ?? box).focus();
}

function drawWallet(box: HTMLElement, story: PersonStory | undefined): void {
  box.hidden = !story;
  if (!story) return;
  const { balance, held, available } = story.wallet;
  const line = (name: string, value: string): HTMLElement => h('div', {}, h('dt', {}, name), h('dd', {}, value));
  const forward = h('button', { class: 'control forward', type: 'button', title: say('forward-hint') }, say('forward'));
  forward.addEventListener('click', () => void bringForward());
  box.replaceChildren(
    h(
      'dl',
      { class: 'facts-list in-columns' },
      line(atShop(say('wallet')), tomans(balance)),
      line(say('held'), tomans(held)),
      line(say('available'), available === null ? say('unlimited') : tomans(available)),
    ),
    h('div', { class: 'controls' }, forward),
  );
}
