import { h, icon } from './dom.ts';
import { clockWithSeconds, count, phone, tomans } from './numbers.ts';
import { keyChip } from './panel-calls.ts';
import type { GatewayCall, OrderStory } from './protocol.ts';
import { language, words } from './store.ts';

const bought = ['delivered'];
const open = ['confirmed', 'unsure', 'review'];
/** The first two states need no reason. */
const telling = ['unsure', 'review', 'delivered', 'rejected', 'expired', 'cancelled'];

/** The order's events, and the key of every attempt. */
export function orderCard(order: OrderStory | null, calls: readonly GatewayCall[]): HTMLElement {
  const say = words();
  if (!order) return h('p', { class: 'empty' }, say.noOrder);
  const stateName = say.states[order.state] ?? order.state;
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
      h('div', {}, h('dt', {}, say.key), h('dd', { title: say.keyHint }, keyChip(order.key))),
      h('div', {}, h('dt', {}, say.code), h('dd', {}, h('code', { dir: 'ltr' }, order.code))),
      h('div', {}, h('dt', {}, say.attempts), h('dd', {}, say.times(count(Math.max(order.attempts, sends))))),
      h(
        'div',
        {},
        h('dt', {}, say.soldThis),
        h('dd', { class: 'order-sold', data: { sold: String(order.sold) } }, say.times(count(order.sold))),
      ),
    ),
    promise(order),
    h('ol', { class: 'timeline' }, ...order.events.map((event) => step(event))),
    order.nextAttemptAt === null
      ? null
      : h('p', { class: 'order-sub' }, `${say.nextAttempt} ${clockWithSeconds(order.nextAttemptAt)}`),
  );
}

function promise({ state }: OrderStory): HTMLElement | null {
  const say = words();
  if (bought.includes(state)) return h('p', { class: 'promise kept' }, icon('check'), say.promiseOnce);
  if (state === 'rejected') return h('p', { class: 'promise' }, say.promiseNone);
  return open.includes(state) ? h('p', { class: 'promise open' }, say.promiseOpen) : null;
}

function step({ at, to, why }: OrderStory['events'][number]): HTMLElement {
  const say = words();
  return h(
    'li',
    { data: { state: to } },
    h('span', { class: 'step-name' }, say.states[to] ?? to),
    h('time', {}, clockWithSeconds(at)),
    telling.includes(to) && why !== '' ? h('span', { class: 'why' }, h('bdi', {}, why)) : null,
  );
}
