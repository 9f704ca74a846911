import { type Api, InputFile } from 'grammy';
import { homeActions } from '#bot/actions/home.ts';
import type { ReceiptLinks } from '#bot/buying/orders/receipt-links.ts';
import { sharedCaption } from '#bot/buying/orders/shared-receipt-screen.ts';
import type { BackgroundTasks } from '#bot/kit/background-tasks.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import type { BotRequest, FileRequest, SalesScope } from '#bot/kit/request.ts';
import { newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { captionOptions, send } from '#bot/kit/show.ts';
import type { Services } from '#bot/parts.ts';
import { chartPicture } from '#bot/pictures/chart.ts';
import { receiptPicture } from '#bot/pictures/receipt.ts';
import type { Renderer } from '#bot/pictures/renderer.ts';
import { grammySignal } from '#bot/telegram/grammy-signal.ts';
import { isUnreachable, problemOf } from '#bot/telegram/problem.ts';
import { profitWords } from '#bot/words/earned.ts';
import { receiptPrice } from '#bot/words/price-lines.ts';
import { dayOf } from '#domain/calendar.ts';
import { isoDate } from '#domain/period.ts';
import type { Log } from '#log.ts';
import { csvFiles } from '#shop/running/reports/csv-rows.ts';
import type { DaySum } from '#shop/running/reports/sales-queries.ts';
import { listColumns } from './csv-columns.ts';
import { type CsvRequest, csvCaption, csvExport, csvName, daysText } from './csv-export.ts';
import { jsonOf, textOf } from './data-files.ts';
import type { PendingFiles } from './pending-files.ts';

/** Telegram accepts 50 MB; further rows go into another file. */
const maxBytes = 45 * 1024 * 1024;

interface FilesDeps {
  readonly api: Api;
  readonly services: Pick<
    Services,
    'agents' | 'batches' | 'orders' | 'reports' | 'csvRows' | 'personalData' | 'shopProfile'
  >;
  readonly backgroundTasks: Pick<BackgroundTasks, 'start'>;
  readonly renderer: Pick<Renderer, 'render'>;
  readonly links: ReceiptLinks;
  readonly pendingFiles: Pick<PendingFiles, 'add' | 'remove'>;
  readonly log: Log;
}

export type Files = ReturnType<typeof createFiles>;
type Asking = Pick<BotRequest, 'person' | 'format'>;
type Wanted<Kind extends FileRequest['kind']> = Extract<FileRequest, { kind: Kind }>;

/** Makes and sends files in the background. */
export function createFiles(deps: FilesDeps) {
  const { api, services, backgroundTasks, renderer, links, pendingFiles, log } = deps;
  const plain = (format: Formatter, text: string): Screen => ({
    text,
    keys: [[newMessageButton(format.plain('key-home'), homeActions.home())]],
  });

  async function sendCsv(asking: Asking, csv: CsvRequest, signal: AbortSignal): Promise<void> {
    const { person, format } = asking;
    const caption = plain(format, csvCaption(format, csv));
    let part = 0;
    for await (const content of csvExport(services, asking, csv, maxBytes)) {
      part += 1;
      const file = new InputFile(content, csvName(format, csv, part));
      await api.sendDocument(person.id, file, captionOptions(caption), grammySignal(signal));
    }
    if (part === 0)
      await send(api, person.id, plain(format, format.html('file-empty', { days: daysText(format, csv.days) })));
  }

  async function sendList(asking: Asking, { batch: id }: Wanted<'list'>, signal: AbortSignal): Promise<void> {
    const { person, format } = asking;
    const batch = await services.batches.find(id);
    if (batch?.sellerId !== person.id) throw new Error('A file of a list is for its seller.');
    const caption = plain(format, format.html('file-list', { count: batch.rows.length }));
    const name = `list-${isoDate(dayOf(batch.confirmedAt ?? 0), format.calendar)}.csv`;
    for await (const content of csvFiles(onePage(batch.rows), listColumns(format), maxBytes))
      await api.sendDocument(person.id, new InputFile(content, name), captionOptions(caption), grammySignal(signal));
  }

  async function sendPicture(
    { person }: Asking,
    { name, svg, shown }: { readonly name: string; readonly svg: string; readonly shown: Screen },
    signal: AbortSignal,
  ): Promise<void> {
    const file = new InputFile(await unlessEnded(signal, renderer.render(svg)), `${name}.png`);
    await api.sendPhoto(person.id, file, captionOptions(shown), grammySignal(signal));
  }

  async function sendChart(asking: Asking, { whose, days }: Wanted<'chart'>, signal: AbortSignal): Promise<void> {
    const { format } = asking;
    const sums = await services.reports.days(whose.sellerId, days);
    const isShop = whose.sellerId === null || whose.name !== null;
    const title = chartTitle(format, whose);
    const svg = chartPicture(format, {
      title,
      days: sums,
      profit: profitWords(format, totalOf(sums), isShop ? 'owner' : 'seller'),
    });
    await sendPicture(
      asking,
      { name: 'chart', svg, shown: plain(format, format.html('line', { text: title })) },
      signal,
    );
  }

  async function sendReceipt(asking: Asking, { order: id }: Wanted<'receipt'>, signal: AbortSignal): Promise<void> {
    const { format } = asking;
    const [order, link] = await Promise.all([services.orders.find(id), links.of(id)]);
    if (!order || link === null) throw new Error('There is no receipt for an order that was not bought.');
    const price = await receiptPrice(services, order);
    const { icon } = services.shopProfile.current();
    const svg = receiptPicture(format, { order, price, shop: links.shop(), link, icon });
    const caption = sharedCaption(format, { order, price, link });
    await sendPicture(asking, { name: `receipt-${order.code}`, svg, shown: caption }, signal);
  }

  async function sendMyData({ person, format }: Asking, signal: AbortSignal): Promise<void> {
    const caption = captionOptions(plain(format, format.html('data-caption')));
    const json = new InputFile(jsonOf(services.personalData(person.id)), 'my-data.json');
    await api.sendDocument(person.id, json, {}, grammySignal(signal));
    const text = new InputFile(textOf(services.personalData(person.id), format), 'my-data.txt');
    await api.sendDocument(person.id, text, caption, grammySignal(signal));
  }

  function make(asking: Asking, file: FileRequest, signal: AbortSignal): Promise<void> {
    switch (file.kind) {
      case 'chart':
        return sendChart(asking, file, signal);
      case 'list':
        return sendList(asking, file, signal);
      case 'my-data':
        return sendMyData(asking, signal);
      case 'receipt':
        return sendReceipt(asking, file, signal);
      case 'orders':
      case 'money':
      case 'payments':
      case 'plans':
        return sendCsv(asking, file, signal);
    }
  }

  async function deliver(asking: Asking, file: FileRequest, signal: AbortSignal): Promise<void> {
    const { person, format } = asking;
    const action = file.kind === 'chart' || file.kind === 'receipt' ? 'upload_photo' : 'upload_document';
    try {
      await whileShowing(api, person.id, action, () => make(asking, file, signal));
    } catch (error) {
      if (isUnreachable(error)) return;
      log.error({ file: file.kind, ...problemOf(error) }, 'file not sent');
      await send(api, person.id, plain(format, format.html(signal.aborted ? 'file-interrupted' : 'file-failed')));
    }
  }

  async function start(
    { person, format, idempotencySource }: BotRequest,
    requests: readonly FileRequest[],
  ): Promise<void> {
    for (const [nth, one] of requests.entries()) {
      // Named after the update, so that a repeated update adds nothing.
      const key = `${idempotencySource}:${nth}`;
      await pendingFiles.add(key, person.id);
      const isStarted = backgroundTasks.start(person.id, async (signal) => {
        await deliver({ person, format }, one, signal);
        await pendingFiles.remove(key);
      });
      if (isStarted) continue;
      await pendingFiles.remove(key);
      return void (await send(api, person.id, plain(format, format.html('file-busy'))));
    }
  }

  return { start };
}

/** Rendering cannot be interrupted, only abandoned. */
async function unlessEnded<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const stop = Promise.withResolvers<never>();
  const end = () => stop.reject(new Error('The bot stops.'));
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([work, stop.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

function totalOf(days: readonly DaySum[]): Omit<DaySum, 'day'> {
  const sum = (figure: Exclude<keyof DaySum, 'day'>) => days.reduce((all, day) => all + day[figure], 0);
  return {
    count: sum('count'),
    vat: sum('vat'),
    total: sum('total'),
    discount: sum('discount'),
    known: sum('known'),
    profit: sum('profit'),
  };
}

function chartTitle(format: Formatter, { sellerId, name }: SalesScope): string {
  if (name !== null) return format.plain('chart-person', { name: untrusted(name, 40) });
  return format.plain(sellerId === null ? 'chart-shop' : 'chart-mine');
}

/** Most files are faster. */
const afterMs = 500;
/** Telegram shows it for five seconds. */
const againMs = 4_000;

/** Shows "sending a file…" in the chat during the work. */
export async function whileShowing<T>(
  api: Api,
  chatId: number,
  action: 'upload_document' | 'upload_photo',
  work: () => Promise<T>,
): Promise<T> {
  const say = () => {
    // Best effort.
    api.sendChatAction(chatId, action).catch(() => undefined);
    timer = setTimeout(say, againMs);
  };
  let timer = setTimeout(say, afterMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
