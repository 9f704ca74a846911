import { type } from './actions.ts';
import { closeDemo, playDemo, typeAs } from './demo.ts';
import { h } from './dom.ts';
import { startOver } from './link.ts';
import { ask, toast } from './notice.ts';
import { count } from './numbers.ts';
import { chosenKey, type DemoStep, say, state } from './store.ts';

/** Explains the page, with a button for the demo and examples to type. */
export function intro(): HTMLElement {
  const play = h('button', { class: 'play', type: 'button', data: { focus: 'play' } }, say('play'));
  play.addEventListener('click', () => void playDemo());
  const over = h('button', { class: 'text-button over', type: 'button', data: { focus: 'over' } }, say('start-over'));
  over.addEventListener('click', () => void askStartOver());
  return h(
    'section',
    { class: 'intro' },
    h('p', { class: 'what' }, say('what')),
    play,
    h('p', { class: 'soft' }, say('play-hint')),
    h('p', { class: 'soft' }, say('try-this')),
    h('div', { class: 'examples' }, guide('customer'), guide('agent'), guide('owner')),
    over,
  );
}

/** Leads into the chat of a customer, an agent or the owner, with something that they write. */
function guide(part: 'customer' | 'agent' | 'owner'): HTMLElement {
  const label = `${say(part)}: ${say(`guide-${part}-shown`)}`;
  const chip = h('button', { class: 'example', type: 'button', dir: 'auto', data: { focus: part } }, label);
  chip.addEventListener('click', () => void typeAs(part, say(`guide-${part}`)));
  return chip;
}

/** Examples; a tap sends one as the chosen person. */
export const examples = (): HTMLElement =>
  h('div', { class: 'examples' }, ...['example-1', 'example-2', 'example-3'].map((key) => example(say(key))));

function example(text: string): HTMLElement {
  const chip = h('button', { class: 'example', type: 'button', dir: 'auto', data: { focus: text } }, text);
  chip.addEventListener('click', () => {
    location.hash = `#${chosenKey()}`;
    void type(text);
  });
  return chip;
}

async function askStartOver(): Promise<void> {
  const agreed = await ask({
    title: say('start-over-ask'),
    text: say('start-over-text'),
    yes: say('start-over'),
    no: say('cancel'),
  });
  if (!agreed) return;
  closeDemo();
  toast(say('starting-over'));
  await startOver();
}

export const isDemoPlaying = (): boolean => state.demo !== null && state.demo !== 'done' && state.demo !== 'failed';

const order: readonly DemoStep[] = ['asking', 'confirming', 'killing', 'starting', 'asked', 'done'];

/** Draws the demo's current step above the chat. */
export function drawDemo(strip: HTMLElement): void {
  const step = state.demo;
  strip.hidden = step === null;
  if (step === null) return;
  strip.dataset.step = step;
  const isOver = step === 'done' || step === 'failed';
  const bar = h(
    'div',
    { class: 'steps', aria: { hidden: true } },
    ...order.map((one) => h('i', { class: mark(one, step) })),
  );
  const again = h(
    'button',
    { class: 'text-button', type: 'button', on: { click: () => void playDemo() } },
    say('again'),
  );
  const close = h('button', { class: 'text-button', type: 'button', on: { click: closeDemo } }, say('close'));
  const proof = step === 'done' ? proofOf() : null;
  strip.replaceChildren(
    bar,
    h('p', {}, say(`step-${step}`)),
    ...(isOver ? [again, close] : []),
    ...(proof ? [proof] : []),
  );
}

/** Counts what the gateway received and what it sold. */
function proofOf(): HTMLElement | null {
  const order = state.panel?.stories[state.chosen]?.order;
  if (!order) return null;
  const sends = state.panel?.calls.filter(({ key }) => key === order.key).length ?? 0;
  const sent = count(Math.max(order.attempts, sends));
  return h('p', { class: 'proof' }, say('proof', { sent, sold: count(order.sold) }));
}

const mark = (one: DemoStep, now: DemoStep): string => (order.indexOf(one) <= order.indexOf(now) ? 'passed' : '');
