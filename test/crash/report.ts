import { isEnd } from '#domain/order.ts';
import type { Evidence } from './evidence.ts';
import { oldScreens, violationsOf } from './invariants.ts';
import type { Run } from './run.ts';

/** The run in figures, with one line for each invariant. */
export function reportOf(title: string, seed: number, run: Run): string {
  const { evidence, kills, faults, counts, purchaseCalls } = run;
  const { orders, sold, screens, messages, inbox, acknowledged, replies, alerts, problems } = evidence;
  const retries = orders.reduce((total, { attempts }) => total + Math.max(0, attempts - 1), 0);
  const confirmed = orders.filter(({ confirmed_at }) => confirmed_at !== null);
  const ended = confirmed.filter(({ state }) => isEnd(state) || state === 'review').length;
  const again = [...replies.values()].filter((all) => all.length > 1).length;
  const lines = [
    `${title}, seed ${seed}${run.unfinished ? `, given up: ${run.unfinished}` : ''}`,
    `orders: ${orders.length} (${tally(orders.map(({ state }) => state))})`,
    `purchases: ${sold.count} really made in ${purchaseCalls} calls; attempts beyond an order's first: ${retries}`,
    `charged less than the total: ${count(orders, (off) => off > 0)}, more: ${count(orders, (off) => off < 0)}; with a promo code: ${orders.filter(({ promo_id }) => promo_id !== null).length}; of known cost: ${orders.filter(({ cost }) => cost !== null).length}`,
    `faults met: ${[...faults].map(([name, count]) => `${name} ${count}`).join(', ')}`,
    `updates acknowledged: ${acknowledged.size}, stored: ${inbox.length}, answered: ${replies.size}, handled more than once: ${again}`,
    `orders confirmed: ${confirmed.length}, ended or in review: ${ended}; edits and messages: ${screens.length}; messages kept up to date: ${messages.length}`,
    `orders in review: ${orders.filter(({ state }) => state === 'review').length}; alerts to the owner: ${alerts.length}`,
    `states shown over a later one, and set right: ${staleScreens(evidence)}; left by a process that died before it noted the message: ${oldScreens(evidence).filter(({ isKnown }) => !isKnown).length}`,
    `processes started: ${counts.starts}, serving at once: ${[...counts.atOnce].toSorted().join(', ')}; updates sent again after a death: ${counts.resent}, after an apology: ${counts.broken}`,
    `errors logged and overcome: ${problems.length} (${tally(problems.map(({ msg, problem }) => `${msg}: ${problem}`))})`,
    `kills: ${kills.length} (${tally(kills)})`,
    ...[...violationsOf(evidence)].map(([name, against]) => `violations: ${against.length}  ${name}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Screens of a worker whose lease expired: harmless to money, confusing to a buyer until they are corrected. */
function staleScreens({ screens }: Evidence): number {
  const ended = new Set<number>();
  return screens.filter(({ messageId, order }) => {
    if (!order || isEnd(order.state)) {
      ended.add(messageId);
      return false;
    }
    return ended.has(messageId);
  }).length;
}

const count = (orders: Evidence['orders'], is: (off: number) => boolean): number =>
  orders.filter((order) => is(order.total - order.charge)).length;

function tally(words: readonly string[]): string {
  const groups = Map.groupBy(words, (word) => word);
  return [...groups].map(([word, all]) => `${word} ${all.length}`).join(', ');
}
