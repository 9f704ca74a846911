import type { Failure } from '#domain/failure.ts';
import type { Offer } from '#domain/offer.ts';
import type { Mobile } from '#domain/phone.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Log } from '#log.ts';
import type { KeyValue } from '#storage/key-value.ts';

/** How long a shown list stays the same; the price is checked again at Confirm. */
const listedMs = 10 * 60_000;

export type Offers = ReturnType<typeof createOffers>;

interface OffersDeps {
  readonly gateway: Pick<Gateway, 'personalOffers'>;
  readonly store: KeyValue<Offer[]>;
  readonly log: Log;
}

export function createOffers({ gateway, store, log }: OffersDeps) {
  /** Cheapest first. */
  async function ask(mobile: Mobile, deadlineMs?: number): Promise<Result<Offer[], Failure>> {
    const answer = await gateway.personalOffers(mobile, { deadlineMs });
    if (!answer.ok) {
      log.warn({ kind: answer.error.kind }, 'personal offers not available');
      if (answer.error.kind === 'rejected') return err({ code: 'offers-refused', message: answer.error.message });
      return err({ code: 'offers-unavailable' });
    }
    const offers = answer.value.offers.toSorted((a, b) => a.amount - b.amount);
    await store.set(mobile, offers, listedMs);
    return ok(offers);
  }

  /** The list that the buyer was shown. */
  async function listed(mobile: Mobile): Promise<Result<Offer[], Failure>> {
    const copy = await store.get(mobile);
    return copy ? ok(copy) : ask(mobile);
  }

  async function find(mobile: Mobile, code: string, type: string): Promise<Result<Offer, Failure>> {
    const list = await listed(mobile);
    return list.ok ? pick(list.value, code, type) : list;
  }

  async function findFresh(
    mobile: Mobile,
    code: string,
    type: string,
    deadlineMs: number,
  ): Promise<Result<Offer, Failure>> {
    const list = await ask(mobile, deadlineMs);
    return list.ok ? pick(list.value, code, type) : list;
  }

  return { ask, listed, find, findFresh };
}

function pick(offers: readonly Offer[], code: string, type: string): Result<Offer, Failure> {
  const match = offers.find((offer) => offer.code === code && offer.type === type);
  return match ? ok(match) : err({ code: 'offer-gone' });
}
