import { bulkActions } from '#bot/actions/bulk.ts';
import type { Action } from '#bot/core/action.ts';
import { canSell } from '#bot/core/authorize.ts';
import { inReadingOrder } from '#bot/core/navigation.ts';
import type { BotRequest, Reply } from '#bot/core/request.ts';
import { button, lines } from '#bot/core/screen.ts';
import type { Services } from '#bot/core/services.ts';
import type { Product } from '#domain/product.ts';
import type { Batch } from '#shop/bulk/batch.ts';
import { fitsNumber, isSellable, sellable } from '#shop/bulk/checks.ts';

type WaitingServices = Pick<Services, 'batches' | 'numbers'>;

const waitingList = async ({ batches }: WaitingServices, { person }: BotRequest): Promise<Batch | null> =>
  canSell(person) ? batches.openDraft(person.id) : null;

/** Says on a screen without a number that a list waits, and for what the choice will be. */
export async function withWaitingList(services: WaitingServices, request: BotRequest, reply: Reply): Promise<Reply> {
  const batch = await waitingList(services, request);
  if (!batch) return reply;
  const { format } = request;
  const { text, keys } = reply.screen;
  const row = inReadingOrder(format, [
    button(format.plain('key-to-list'), bulkActions.bulk({ batch: batch.id })),
    button(format.plain('key-drop-list'), bulkActions.bulkCancel({ batch: batch.id })),
  ]);
  const note = format.html('bulk-list-waits', { count: sellable(batch) });
  return { ...reply, offerContact: false, screen: { text: lines(note, '', text), keys: [...keys, row] } };
}

/** The way to choose a product for the waiting list; null: there is none that it is for. */
export async function forWaitingList(
  services: WaitingServices,
  request: BotRequest,
  product: Product,
): Promise<Action | null> {
  const batch = await waitingList(services, request);
  if (!batch) return null;
  const rows = batch.rows.filter(({ problem }) => isSellable(problem));
  const known = await services.numbers.findAll(
    request.person.id,
    rows.map(({ mobile }) => mobile),
  );
  const number = [...known.values()].find((one) => fitsNumber(product, one));
  if (!number || number.operatorId === null) return null;
  return product.maxPrice === null
    ? bulkActions.bulkItem({ batch: batch.id, id: product.id, amount: null, bought: 'no' })
    : bulkActions.bulkSection({ batch: batch.id, operator: number.operatorId, sim: number.simType });
}
