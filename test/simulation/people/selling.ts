import { sleep } from '#test/simulation/kernel/clock.ts';
import { random } from '#test/simulation/kernel/random.ts';
import { shopHost } from '#test/simulation/outside.ts';
import { apiTokenOf, topUp } from '#test/simulation/shop-life.ts';
import type { ApiAnswer, Buyer, Wish } from './buyer.ts';
import type { Story } from './story.ts';

const operator1 = '0912';
/** Nothing is decided by these: the same key is asked again. */
const isPassing = (status: number): boolean => status === 401 || status === 429 || status >= 500;
/** A restored shop does not know the key. */
const inDoubt = 409;

/** Asks under a key. Null: no answer came. */
async function ask({ personId, number, story }: Wish, key: string, price: number): Promise<ApiAnswer | null> {
  const fields = {
    product_id: topUp.productId,
    mobile: `98${number.slice(1)}`,
    price,
    webservice_code: `${story}-${key}`,
  };
  const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
  const headers = {
    authorization: `Bearer ${apiTokenOf(personId)}`,
    'idempotency-key': key,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const response = await fetch(`https://${shopHost}/api/top-up`, { method: 'POST', headers, body }).catch(() => null);
  const text = await response?.text().catch(() => null);
  return response && typeof text === 'string'
    ? { status: response.status, text, isOther: price !== topUp.total }
    : null;
}

/** The same, until the shop decides. */
async function buys(buyer: Buyer, wish: Wish, key: string): Promise<ApiAnswer> {
  for (;;) {
    const answer = await ask(wish, key, topUp.total);
    if (answer && !isPassing(answer.status)) return answer;
    if (buyer.isOver()) throw new Error(`the shop never answered ${key}: ${answer?.status} ${answer?.text}`);
    await sleep(random.people.between(1_000, 20_000));
  }
}

/** What machines do that buy by the shop's own API. They go on after a restore. */
export const sellingStories = {
  'sells by the API': {
    prefix: operator1,
    rials: 0,
    creditLimit: 10_000_000,
    isMachine: true,
    async run(buyer, wish) {
      const key = `key-of-${wish.number}`;
      const answers: ApiAnswer[] = [];
      Object.assign(wish, { answers });
      wish.prices.add(topUp.total);
      for (let times = 0; times < 3; times += 1) {
        const answer = await buys(buyer, wish, key);
        answers.push(answer);
        if (answer.status === inDoubt) {
          wish.isInDoubt = true;
          return;
        }
        wish.delivered = answer.status === 200 ? 1 : 0;
        const other = await ask(wish, key, topUp.total + 10_000);
        if (other && !isPassing(other.status)) answers.push(other);
        await sleep(random.people.between(5_000, 90_000));
      }
    },
  },
} as const satisfies Record<string, Story>;
