import { type Formatter, oneLine } from '#bot/kit/formatter.ts';
import { itemTitle } from '#bot/words/item-title.ts';
import { outcomeText, shownState } from '#bot/words/order-screen.ts';
import { cycleText, scheduleText } from '#bot/words/plan-words.ts';
import { type Day, dayOf } from '#domain/calendar.ts';
import { noBreak } from '#domain/money.ts';
import { isEnd, type OrderState } from '#domain/order.ts';
import { isoDate, isoTime } from '#domain/period.ts';
import { spokenMobile } from '#domain/phone.ts';
import type { RowOrder, SaleRow } from '#shop/buying/bulk/batch.ts';
import type { Column, CsvCycle, CsvMovement, CsvOrder, CsvPayment } from '#shop/running/reports/csv-rows.ts';

/** Many rows have few different values. */
function once<K, V>(find: (key: K) => V): (key: K) => V {
  const cache = new Map<K, V>();
  return (key) => {
    const value = cache.get(key) ?? find(key);
    cache.set(key, value);
    return value;
  };
}

/** Amounts are in the reader's unit, which their titles name. */
const titleOf = (format: Formatter) => (name: string) => format.plain(`column-${name}`, { unit: format.unitName });

/** In the reader's calendar, sortable; the ISO time has its own column. */
function clockOf({ calendar }: Formatter): (at: number) => string {
  const dateOf = once((day: Day) => isoDate(day, calendar));
  return (at) => `${dateOf(dayOf(at))} ${isoTime(at).slice(11, 16)}`;
}

/** Nothing is paid before it is delivered, nor for what was taken back. */
const paidFor = (format: Formatter, order: Pick<CsvOrder, 'state' | 'reversedAt' | 'charge'>): number | '' =>
  shownState(order) === 'delivered' ? format.figure(order.charge) : '';

/** Amounts can be added up. Mobile numbers are grouped, because spreadsheets drop the leading zero otherwise. */
export function orderColumns(
  format: Formatter,
  { profit, withSeller }: { readonly profit: 'shop' | 'own' | null; readonly withSeller: boolean },
): Column<CsvOrder>[] {
  const title = titleOf(format);
  const when = clockOf(format);
  const sim = once(format.sim);
  const mark = once((state: OrderState | 'reversed') => format.plain(`mark-${state}`));
  const seller: Column<CsvOrder>[] = [
    { title: title('seller'), value: ({ sellerName }) => oneLine(sellerName) },
    { title: title('seller-id'), value: ({ buyerId }) => buyerId },
  ];
  /** Nothing is earned before it is delivered, nor by what was taken back. */
  const ifDelivered = (amount: number | null, order: CsvOrder) => {
    if (shownState(order) !== 'delivered') return '';
    return amount === null ? format.plain('profit-unknown') : format.figure(amount);
  };
  const profitColumns: Column<CsvOrder>[] = [
    { title: title('cost'), value: (order) => ifDelivered(order.cost, order) },
    { title: title('profit'), value: (order) => ifDelivered(order.profit, order) },
  ];
  const own: Column<CsvOrder>[] = [
    { title: title('own-profit'), value: (order) => ifDelivered(order.total - order.charge, order) },
  ];
  return [
    { title: title('code'), value: ({ code }) => code },
    { title: title('time'), value: ({ confirmedAt }) => when(confirmedAt) },
    { title: title('iso'), value: ({ confirmedAt }) => isoTime(confirmedAt) },
    { title: title('number'), value: ({ mobile }) => spokenMobile(mobile) },
    { title: title('operator'), value: ({ operatorId }) => format.operator(operatorId) },
    { title: title('sim'), value: ({ simType }) => sim(simType) },
    { title: title('what'), value: (order) => plainSpaces(itemTitle(format, order)) },
    { title: title('base'), value: ({ base }) => format.figure(base) },
    { title: title('vat'), value: ({ vat }) => format.figure(vat) },
    { title: title('total'), value: ({ total }) => format.figure(total) },
    { title: title('state'), value: (order) => mark(shownState(order)) },
    // Before its end state, the outcome is an internal note.
    {
      title: title('message'),
      value: ({ state, outcome }) => (isEnd(state) ? oneLine(outcomeText(format, outcome ?? '')) : ''),
    },
    ...(withSeller ? seller : []),
    // At the end, so that existing spreadsheets keep working.
    { title: title('charge'), value: (order) => paidFor(format, order) },
    ...(profit === 'shop' ? profitColumns : []),
    ...(profit === 'own' ? own : []),
    { title: title('source'), value: ({ source }) => (source === 'api' ? format.plain('source-api') : '') },
  ];
}

/** The outcome of a list: rows that were not bought say why. */
export function listColumns(format: Formatter): Column<SaleRow>[] {
  const title = titleOf(format);
  const ofOrder = (value: (order: RowOrder) => string | number) => (row: SaleRow) =>
    row.order ? value(row.order) : '';
  return [
    {
      title: title('number'),
      value: (row) => (row.problem === 'number-invalid' ? row.mobile : spokenMobile(row.mobile)),
    },
    {
      title: title('state'),
      value: ({ order, problem }) => {
        if (order) return format.plain(`mark-${shownState(order)}`);
        return problem === null ? format.plain('list-left-out') : format.plain(`list-${problem}`);
      },
    },
    { title: title('code'), value: ofOrder(({ code }) => code) },
    { title: title('operator'), value: ofOrder(({ operatorId }) => format.operator(operatorId)) },
    {
      title: title('what'),
      value: ({ order, item }) => {
        const bought = { kind: 'product', amount: item?.amount ?? null } as const;
        return order ? plainSpaces(itemTitle(format, { ...order, item: bought })) : '';
      },
    },
    { title: title('total'), value: ofOrder(({ total }) => format.figure(total)) },
    { title: title('charge'), value: ofOrder((order) => paidFor(format, order)) },
    {
      title: title('message'),
      value: ofOrder(({ state, outcome }) => (isEnd(state) ? oneLine(outcomeText(format, outcome ?? '')) : '')),
    },
    // At the end, so that existing spreadsheets keep working.
    { title: title('base'), value: ofOrder(({ base }) => format.figure(base)) },
    { title: title('vat'), value: ofOrder(({ vat }) => format.figure(vat)) },
  ];
}

export function movementColumns(format: Formatter): Column<CsvMovement>[] {
  const title = titleOf(format);
  const when = clockOf(format);
  const kindOf = once((kind: CsvMovement['kind']) => format.plain(`ledger-${kind}`));
  return [
    { title: title('time'), value: ({ at }) => when(at) },
    { title: title('iso'), value: ({ at }) => isoTime(at) },
    { title: title('kind'), value: ({ kind }) => kindOf(kind) },
    { title: title('amount'), value: (row) => format.figure(row.balance_delta) },
    { title: title('balance'), value: (row) => format.figure(row.balance_after) },
    { title: title('code'), value: ({ paid }) => paid?.code ?? '' },
    // The note of a payment is the provider's reference.
    { title: title('note'), value: ({ kind, note }) => (kind === 'payment' ? '' : oneLine(note ?? '')) },
    // At the end, so that existing spreadsheets keep working.
    { title: title('number'), value: ({ paid }) => (paid === null ? '' : spokenMobile(paid.mobile)) },
    { title: title('what'), value: ({ paid }) => (paid === null ? '' : plainSpaces(itemTitle(format, paid))) },
  ];
}

/** No-break spaces are for screens: in a sheet a search would not find them. */
const plainSpaces = (text: string): string => text.replaceAll(noBreak, ' ');

export function paymentColumns(format: Formatter): Column<CsvPayment>[] {
  const title = titleOf(format);
  const when = clockOf(format);
  const methodOf = once((method: CsvPayment['method']) => format.plain(`method-${method}`));
  return [
    { title: title('time'), value: ({ endedAt }) => when(endedAt) },
    { title: title('iso'), value: ({ endedAt }) => isoTime(endedAt) },
    { title: title('method'), value: ({ method }) => methodOf(method) },
    { title: title('credited'), value: ({ credited }) => format.figure(credited ?? 0) },
    { title: title('paid-back'), value: ({ paidBack }) => format.figure(paidBack) },
    // With a letter in front, or a spreadsheet would round long references.
    { title: title('reference'), value: ({ method, reference }) => (method === 'card' ? '' : `# ${reference ?? ''}`) },
    { title: title('receipt'), value: ({ receipt }) => (receipt === null ? '' : `# ${oneLine(receipt)}`) },
    { title: title('card'), value: ({ payerCard }) => payerCard ?? '' },
    { title: title('code'), value: ({ code }) => code ?? '' },
    { title: title('payer'), value: ({ payerName }) => oneLine(payerName) },
    { title: title('payer-id'), value: ({ personId }) => personId },
  ];
}

/** One row for each cycle. */
export function planColumns(format: Formatter, withPerson: boolean): Column<CsvCycle>[] {
  const title = titleOf(format);
  const dateOf = once((day: Day) => isoDate(day, format.calendar));
  const person: Column<CsvCycle>[] = [
    { title: title('seller'), value: ({ personName }) => oneLine(personName) },
    { title: title('seller-id'), value: ({ plan }) => plan.personId },
  ];
  return [
    { title: title('date'), value: ({ day }) => dateOf(day) },
    { title: title('iso'), value: ({ day }) => isoDate(day, 'gregorian') },
    { title: title('number'), value: ({ plan }) => spokenMobile(plan.mobile) },
    { title: title('what'), value: ({ plan }) => plainSpaces(itemTitle(format, plan)) },
    { title: title('schedule'), value: ({ plan }) => scheduleText(format, plan.schedule) },
    { title: title('ceiling'), value: ({ plan }) => format.figure(plan.ceiling) },
    { title: title('state'), value: (cycle) => cycleText(format, cycle) },
    { title: title('code'), value: ({ code }) => code ?? '' },
    { title: title('charge'), value: ({ charge }) => (charge === null ? '' : format.figure(charge)) },
    ...(withPerson ? person : []),
  ];
}
