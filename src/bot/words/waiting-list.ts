import { bulkActions } from '#bot/actions/bulk.ts';
import { type Action, canSell } from '#bot/kit/action.ts';
import { homeButton, inReadingOrder } from '#bot/kit/navigation.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import { button, lines } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import type { OperatorId, Product } from '#domain/product.ts';
import type { Batch } from '#shop/buying/bulk/batch.ts';
import { fitsNumber, isSellable, sellable } from '#shop/buying/bulk/checks.ts';
import type { SectionPlace } from '#shop/buying/bulk/sections.ts';

type WaitingServices = Pick<Services, 'batches' | 'numbers'>;

const waitingList = async ({ batches }: WaitingServices, { person }: BotRequest): Promise<Batch | null> =>
  canSell(person) ? batches.openDraft(person.id) : null;

/**
 * Says on a screen without a number that a list waits, and for what the choice will be. `way`: to the list, in a row of its
 * own or in place of the way back; null: the screens above have it.
 */
export async function withWaitingList(
  services: WaitingServices,
  request: BotRequest,
  reply: Reply,
  way: 'row' | 'back' | null = 'row',
): Promise<Reply> {
  const batch = await waitingList(services, request);
  if (!batch) return reply;
  const { format } = request;
  const { text, keys } = reply.screen;
  const toList = button(format.plain('key-to-list'), bulkActions.bulk({ batch: batch.id }));
  const drop = button(format.plain('key-drop-list'), bulkActions.bulkCancel({ batch: batch.id }));
  const rows = {
    row: [...keys, inReadingOrder(format, [toList, drop])],
    back: [...keys.slice(0, -1), inReadingOrder(format, [toList, homeButton(format)])],
  };
  const note = format.html('bulk-list-waits', { count: sellable(batch) });
  const screen = { text: lines(note, '', text), keys: way === null ? keys : rows[way] };
  return { ...reply, offerContact: false, screen };
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
  const knownNumbers = await services.numbers.findAll(
    request.person.id,
    rows.map(({ mobile }) => mobile),
  );
  const number = [...knownNumbers.values()].find((one) => fitsNumber({ ...product, productType: product.type }, one));
  if (!number || number.operatorId === null) return null;
  return product.maxPrice === null
    ? bulkActions.bulkItem({ batch: batch.id, id: product.id, amount: null, bought: 'no' })
    : sectionAction(batch, { ...number, operatorId: number.operatorId });
}

/** The choices for the numbers of one section. */
export const sectionAction = (
  { id: batch }: Pick<Batch, 'id'>,
  { operatorId: operator, simType: sim, isTdlte }: SectionPlace & { readonly operatorId: OperatorId },
): Action =>
  isTdlte ? bulkActions.bulkTdlteSection({ batch, sim }) : bulkActions.bulkSection({ batch, operator, sim });
