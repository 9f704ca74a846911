import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import type { BotRequest, FileRequest } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { type Days, startOf } from '#domain/calendar.ts';
import { isoDate } from '#domain/period.ts';
import { csvFiles } from '#shop/running/reports/csv-rows.ts';
import { movementColumns, orderColumns, paymentColumns, planColumns } from './csv-columns.ts';

export type CsvRequest = Extract<FileRequest, { kind: 'orders' | 'money' | 'payments' | 'plans' }>;

/** No file if there are no rows. */
export function csvExport(
  { csvRows }: Pick<Services, 'csvRows'>,
  { person, format }: Pick<BotRequest, 'person' | 'format'>,
  csv: CsvRequest,
  maxBytes: number,
): AsyncIterable<AsyncIterable<Uint8Array>> {
  if (csv.kind === 'payments') return csvFiles(csvRows.payments(csv.days), paymentColumns(format), maxBytes);
  if (csv.kind === 'plans') {
    const isShop = person.role === 'owner';
    const rows = csvRows.cycles(isShop ? null : person.id, csv.days);
    return csvFiles(rows, planColumns(format, isShop), maxBytes);
  }
  if (csv.kind === 'money')
    return csvFiles(csvRows.movements(csv.of?.id ?? person.id, csv.days), movementColumns(format), maxBytes);
  const { sellerId } = csv.whose;
  const profit = profitIn(person, sellerId);
  return csvFiles(
    csvRows.orders(sellerId, csv.days),
    orderColumns(format, { profit, withSeller: sellerId === null }),
    maxBytes,
  );
}

/** The shop's, also where a reporter reads it; an agent's own is in the file of their own sales. */
function profitIn({ id, role }: BotRequest['person'], sellerId: number | null): 'shop' | 'own' | null {
  if (role === 'owner' || sellerId !== id) return 'shop';
  return role === 'agent' ? 'own' : null;
}

export function daysText(format: Formatter, { from, to }: Days): string {
  const [first, last] = [format.date(startOf(from)), format.date(startOf(to))];
  return from === to ? first : format.plain('file-days', { from: first, to: last });
}

/** Names the person's id, unless it is the reader. */
export function csvName(format: Formatter, csv: CsvRequest, part: number): string {
  const { from, to } = csv.days;
  const span = [...new Set([from, to])].map((day) => isoDate(day, format.calendar)).join('_');
  const parts = part > 1 ? [part] : [];
  if (csv.kind === 'payments' || csv.kind === 'plans') return `${[csv.kind, span, ...parts].join('-')}.csv`;
  if (csv.kind === 'money') return `${['wallet', ...(csv.of ? [csv.of.id] : []), span, ...parts].join('-')}.csv`;
  const { sellerId, name } = csv.whose;
  return `${['orders', ...(name === null ? [] : [sellerId]), span, ...parts].join('-')}.csv`;
}

export function csvCaption(format: Formatter, csv: CsvRequest): string {
  const about = { days: daysText(format, csv.days), unit: format.unitName };
  if (csv.kind === 'payments' || csv.kind === 'plans') return format.html(`file-${csv.kind}`, about);
  if (csv.kind === 'money')
    return csv.of
      ? format.html('file-wallet-of', { ...about, name: untrusted(csv.of.name) })
      : format.html('file-money', about);
  const { sellerId, name } = csv.whose;
  if (name !== null) return format.html('file-person', { ...about, name: untrusted(name) });
  return format.html(sellerId === null ? 'file-shop' : 'file-orders', about);
}
