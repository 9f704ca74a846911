import { isEnd } from '../../src/domain/order.ts';
import type { Evidence } from './evidence.ts';
import { violationsOf } from './invariants.ts';
import type { Run } from './run.ts';

/** What happened, in figures, and one line for each invariant. */
export function reportOf(title: string, seed: number, run: Run): string {
  const { evidence, kills, faults, counts, purchaseCalls } = run;
  const { orders, sold, told, receipts, alerts, problems } = evidence;
  const retries = orders.reduce((total, { attempts }) => total + Math.max(0, attempts - 1), 0);
  const ends = receipts.filter(({ state, done_how }) => isEnd(state) && done_how === 'delivered').length;
  const lines = [
    `${title}, seed ${seed}${run.unfinished ? `, given up: ${run.unfinished}` : ''}`,
    `orders: ${orders.length} (${tally(orders.map(({ state }) => state))})`,
    `purchases: ${sold.count} really made in ${purchaseCalls} calls; attempts beyond an order's first: ${retries}`,
    `faults met: ${[...faults].map(([name, count]) => `${name} ${count}`).join(', ')}`,
    `receipts of ends: ${ends}; tellings of any state: ${told.length}`,
    `orders in review: ${orders.filter(({ state }) => state === 'review').length}; alerts to the owner: ${alerts.length}`,
    `stale news told after the end: ${staleTellings(evidence)}`,
    `processes started: ${counts.starts}, serving at once: ${[...counts.atOnce].toSorted().join(', ')}; updates sent again after a death: ${counts.resent}, after an apology: ${counts.broken}`,
    `errors logged and overcome: ${problems.length} (${tally(problems.map(({ msg, problem }) => `${msg}: ${problem}`))})`,
    `kills: ${kills.length} (${tally(kills)})`,
    ...[...violationsOf(evidence)].map(([name, against]) => `violations: ${against.length}  ${name}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Harmless to money, confusing to a buyer: "still checking" shown over a receipt. */
function staleTellings({ told }: Evidence): number {
  const ended = new Set<string>();
  return told.filter(({ orderId, state }) => {
    if (isEnd(state)) ended.add(orderId);
    return !isEnd(state) && ended.has(orderId);
  }).length;
}

function tally(words: readonly string[]): string {
  const groups = Map.groupBy(words, (word) => word);
  return [...groups].map(([word, all]) => `${word} ${all.length}`).join(', ');
}
