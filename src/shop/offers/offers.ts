import type { Failure } from '../../domain/failure.ts';
import type { Offer } from '../../domain/offer.ts';
import type { Mobile } from '../../domain/phone.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Log } from '../../log.ts';
import type { KeyValue } from '../../storage/key-value.ts';

/** A list that someone is choosing from stays as it is this long; prices are asked for afresh at confirm anyway. */
const listedMs = 10 * 60_000;

export type Offers = ReturnType<typeof createOffers>;

export interface OffersDeps {
  readonly gateway: Pick<Gateway, 'personalOffers'>;
  readonly store: KeyValue<Offer[]>;
  readonly log: Log;
}

export function createOffers({ gateway, store, log }: OffersDeps) {
  /** Cheapest first, as the operator gives them now. */
  async function ask(mobile: Mobile, deadlineMs?: number): Promise<Result<Offer[], Failure>> {
    const answer = await gateway.personalOffers(mobile, { deadlineMs });
    if (!answer.ok) {
      log.warn({ kind: answer.error.kind }, 'personal offers could not be fetched');
      if (answer.error.kind === 'rejected') return err({ code: 'offers-refused', message: answer.error.message });
      return err({ code: 'offers-unavailable' });
    }
    const offers = answer.value.offers.toSorted((a, b) => a.amount - b.amount);
    await store.set(mobile, offers, listedMs);
    return ok(offers);
  }

  /** The list that the buyer is looking at; asked for again only when it is gone. */
  async function listed(mobile: Mobile): Promise<Result<Offer[], Failure>> {
    const kept = await store.get(mobile);
    return kept ? ok(kept) : ask(mobile);
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
  const found = offers.find((offer) => offer.code === code && offer.type === type);
  return found ? ok(found) : err({ code: 'offer-gone' });
}
