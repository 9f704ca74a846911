import { describe, expect, test } from 'vitest';
import { boughtStates, canBecome, heldStates, isEnd, type OrderState, openStates, orderStates } from '#domain/order.ts';

const diagram: ReadonlyArray<readonly [OrderState, OrderState]> = [
  ['quoted', 'confirmed'],
  ['quoted', 'expired'],
  ['quoted', 'cancelled'],
  ['confirmed', 'delivered'],
  ['confirmed', 'rejected'],
  ['confirmed', 'unsure'],
  ['unsure', 'delivered'],
  ['unsure', 'rejected'],
  ['unsure', 'review'],
  ['review', 'delivered'],
  ['review', 'rejected'],
  // Rare: the outage lasted longer than the gateway keeps a key.
  ['confirmed', 'review'],
];

const ends: readonly OrderState[] = ['delivered', 'rejected', 'expired', 'cancelled'];

const pairs = orderStates.flatMap((from) => orderStates.map((to) => [from, to] as const));

function reachable(start: OrderState): Set<OrderState> {
  const reached = new Set([start]);
  for (const state of reached) for (const to of orderStates) if (canBecome(state, to)) reached.add(to);
  return reached;
}

describe('the table of transitions', () => {
  test('equals the diagram', () => {
    const drawn = new Set(diagram.map(([from, to]) => `${from} -> ${to}`));
    const table = new Set(pairs.filter(([from, to]) => canBecome(from, to)).map(([from, to]) => `${from} -> ${to}`));
    expect(table).toEqual(drawn);
  });

  test('reaches every state from a quote', () => {
    expect(reachable('quoted')).toEqual(new Set(orderStates));
  });

  test('has no way out of an end', () => {
    expect(orderStates.filter(isEnd)).toEqual(ends);
    for (const end of ends) expect([...reachable(end)], end).toEqual([end]);
  });

  test('reaches an end from every state, so that no order is stuck', () => {
    for (const state of orderStates) expect([...reachable(state)].some(isEnd), state).toBe(true);
  });

  test('has no cycle', () => {
    for (const [from, to] of pairs.filter(([a, b]) => canBecome(a, b))) {
      expect(reachable(to).has(from), `${from} -> ${to}`).toBe(false);
    }
  });

  test('requires a confirmation before a purchase and keeps confirmed orders from expiring', () => {
    expect(canBecome('quoted', 'delivered')).toBe(false);
    const after = reachable('confirmed');
    expect((['quoted', 'expired', 'cancelled'] as const).filter((state) => after.has(state))).toEqual([]);
  });
});

describe('the groups of states', () => {
  test('money is held from Confirm until the end', () => {
    expect(new Set(heldStates)).toEqual(new Set([...reachable('confirmed')].filter((state) => !isEnd(state))));
  });

  test('the purchase worker retries in every held state except review', () => {
    expect(new Set([...openStates, 'review'])).toEqual(new Set(heldStates));
  });

  test('the bought states are all that a confirmed order can reach', () => {
    expect(new Set(boughtStates)).toEqual(reachable('confirmed'));
  });
});
