import { describe, expect, test } from 'vitest';
import {
  boughtStates,
  canBecome,
  heldStates,
  isEnd,
  type OrderState,
  openStates,
  orderStates,
  statesBefore,
} from '../../src/domain/order.ts';

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
  // Not drawn, but it happens: everything was down, or our token refused, for longer than the gateway keeps a key.
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
  test('is the diagram, no arrow more and none less', () => {
    const drawn = new Set(diagram.map(([from, to]) => `${from} -> ${to}`));
    const table = new Set(pairs.filter(([from, to]) => canBecome(from, to)).map(([from, to]) => `${from} -> ${to}`));
    expect(table).toEqual(drawn);
  });

  test('leads everywhere from a quote', () => {
    expect(reachable('quoted')).toEqual(new Set(orderStates));
  });

  test('leads nowhere from an end', () => {
    expect(orderStates.filter(isEnd)).toEqual(ends);
    for (const end of ends) expect([...reachable(end)], end).toEqual([end]);
  });

  test('leads from everywhere to an end, so that no order is stuck', () => {
    for (const state of orderStates) expect([...reachable(state)].some(isEnd), state).toBe(true);
  });

  test('has no way round: an order never comes back to where it was', () => {
    for (const [from, to] of pairs.filter(([a, b]) => canBecome(a, b))) {
      expect(reachable(to).has(from), `${from} -> ${to}`).toBe(false);
    }
  });

  test('lets nothing be bought that was not confirmed, nor a confirmed order be cancelled or expire', () => {
    expect(canBecome('quoted', 'delivered')).toBe(false);
    const after = reachable('confirmed');
    expect((['quoted', 'expired', 'cancelled'] as const).filter((state) => after.has(state))).toEqual([]);
  });
});

describe('the states before', () => {
  test.each<[OrderState, OrderState[]]>([
    ['quoted', []],
    ['confirmed', ['quoted']],
    ['unsure', ['confirmed']],
    ['review', ['confirmed', 'unsure']],
    ['delivered', ['confirmed', 'unsure', 'review']],
    ['rejected', ['confirmed', 'unsure', 'review']],
    ['expired', ['quoted']],
    ['cancelled', ['quoted']],
  ])('%s are %j', (to, before) => {
    expect(statesBefore(to)).toEqual(before);
  });
});

describe('the groups of states', () => {
  test('money is held from Confirm until the end', () => {
    expect(new Set(heldStates)).toEqual(new Set([...reachable('confirmed')].filter((state) => !isEnd(state))));
  });

  test('the purchaseWorker asks on in every held state but review, which is the owner’s', () => {
    expect(new Set([...openStates, 'review'])).toEqual(new Set(heldStates));
  });

  test('bought is whatever was confirmed once', () => {
    expect(new Set(boughtStates)).toEqual(reachable('confirmed'));
  });
});
