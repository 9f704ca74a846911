import { h, icon } from './dom.ts';
import { clockWithSeconds, count, phone, tomans } from './numbers.ts';
import { keyChip } from './panel-calls.ts';
import type { GatewayCall, OrderStory } from './protocol.ts';
import { language, say, sayIf } from './store.ts';

const bought = ['delivered'];
const open = ['confirmed', 'unsure', 'review'];
/** States with a reason. */
const telling = ['unsure', 'review', 'delivered', 'rejected', 'expired', 'cancelled'];

/** The order's events, and the key of every attempt. */
export function orderCard(order: OrderStory | null, calls: readonly GatewayCall[]): HTMLElement {
  if (!order) return h('p', { class: 'empty' }, say('no-order'));
  const stateName = sayIf(`state-${order.state}`, order.state);
  const sends = calls.filter(({ key }) => key === order.key).length;
  return h(
    'div',
    { class: 'order' },
    h(
      'div',
      { class: 'order-head' },
      h('b', {}, h('bdi', {}, (language() === 'en' && order.titleEn) || order.title)),
      h('span', { class: 'state', data: { state: order.state } }, stateName),
    ),
    h('p', { class: 'order-sub' }, h('span', { dir: 'ltr' }, phone(order.mobile)), ' · ', tomans(order.total)),
    h(
      'dl',
      { class: 'facts-list in-pairs' },
      h('div', {}, h('dt', {}, say('key')), h('dd', { title: say('key-hint') }, keyChip(order.key))),
      h('div', {}, h('dt', {}, say('code')), h('dd', {}, h('code', { dir: 'ltr' }, order.code))),
      h('div', {}, h('dt', {}, say('attempts')), h('dd', {}, times(Math.max(order.attempts, sends)))),
      h(
        'div',
        {},
        h('dt', {}, say('sold-this')),
        h('dd', { class: 'order-sold', data: { sold: String(order.sold) } }, times(order.sold)),
      ),
    ),
    promise(order),
    h('ol', { class: 'timeline' }, ...order.events.map((event) => step(event))),
    order.nextAttemptAt === null
      ? null
      : h('p', { class: 'order-sub' }, `${say('next-attempt')} ${clockWithSeconds(order.nextAttemptAt)}`),
  );
}

const times = (figure: number): string => say('times', { count: count(figure) });

function promise({ state }: OrderStory): HTMLElement | null {
  if (bought.includes(state)) return h('p', { class: 'promise kept' }, icon('check'), say('promise-once'));
  if (state === 'rejected') return h('p', { class: 'promise' }, say('promise-none'));
  return open.includes(state) ? h('p', { class: 'promise open' }, say('promise-open')) : null;
}

function step({ at, to, why }: OrderStory['events'][number]): HTMLElement {
  return h(
    'li',
    { data: { state: to } },
    h('span', { class: 'step-name' }, sayIf(`state-${to}`, to)),
    h('time', {}, clockWithSeconds(at)),
    telling.includes(to) && why !== '' ? h('span', { class: 'why' }, h('bdi', {}, why)) : null,
  );
}
