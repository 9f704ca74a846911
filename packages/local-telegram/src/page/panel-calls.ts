import { h } from './dom.ts';
import { clockWithSeconds, count } from './numbers.ts';
import type { GatewayCall } from './protocol.ts';
import { say, sayIf } from './store.ts';

/** Shows a key by its ends and a colour derived from it. */
export function keyChip(key: string): HTMLElement {
  const hue = [...key].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 360, 7);
  const chip = h(
    'code',
    { class: 'key-chip', dir: 'ltr', title: key, data: { key } },
    `${key.slice(0, 4)}…${key.slice(-4)}`,
  );
  chip.style.setProperty('--hue', String(hue));
  return chip;
}

const newest = 25;

export function callList(calls: readonly GatewayCall[]): HTMLElement {
  if (calls.length === 0) return h('p', { class: 'empty' }, say('no-calls'));
  return h('ol', { class: 'calls' }, ...calls.slice(-newest).reverse().map(row));
}

function row(call: GatewayCall): HTMLElement {
  const isGood = call.status !== null && call.status < 400 && call.fault === null;
  return h(
    'li',
    { class: call.key ? 'call purchase' : 'call', data: { outcome: call.outcome ?? undefined } },
    h(
      'div',
      { class: 'call-line', dir: 'ltr' },
      h('b', {}, call.method),
      h('span', { class: 'path' }, call.path),
      h('span', { class: isGood ? 'status good' : 'status bad' }, call.status === null ? '✕' : String(call.status)),
    ),
    h(
      'div',
      { class: 'call-more' },
      call.key ? keyChip(call.key) : null,
      h('span', {}, outcomeOf(call)),
      h('span', { class: 'ms' }, `${clockWithSeconds(call.at)} · ${count(call.ms)} ${say('ms')}`),
    ),
  );
}

function outcomeOf({ status, outcome, fault }: GatewayCall): string {
  const parts = [
    outcome === null ? null : say(outcome),
    status === null ? say('cut') : null,
    fault === null || status === null ? null : sayIf(`fault-${fault}`, fault),
  ];
  return parts.filter(Boolean).join(' · ');
}
