import { type Api, InputFile } from 'grammy';
import type { Log } from '../../log.ts';
import type { Errands } from '../errands.ts';
import { chartPicture } from '../pictures/chart.ts';
import { receiptPicture } from '../pictures/receipt.ts';
import type { Renderer } from '../pictures/renderer.ts';
import { isGone, problemOf } from '../problem.ts';
import type { ReceiptLinks } from '../receipt-links.ts';
import type { Counter, Visit } from '../routes.ts';
import { beside, type Screen } from '../screen.ts';
import { sharedCaption } from '../screens/sharing.ts';
import { captionOptions, send } from '../show.ts';
import { foreign, type View } from '../view.ts';
import { whileShowing } from './action.ts';
import type { FileWanted, Whose } from './file.ts';
import type { Promises } from './promises.ts';
import { daysText, type SheetWanted, sheetCaption, sheetFiles, sheetName } from './sheets.ts';

/** Telegram takes 50 MB in a message; the rest goes into the next file. */
const usualBytes = 45 * 1024 * 1024;

export interface FilesDeps {
  readonly api: Api;
  readonly counter: Pick<Counter, 'orders' | 'reports' | 'sheets'>;
  readonly errands: Pick<Errands, 'start'>;
  readonly renderer: Pick<Renderer, 'render'>;
  readonly links: ReceiptLinks;
  readonly promises: Pick<Promises, 'give' | 'keep'>;
  readonly log: Log;
  readonly mostBytes?: number;
}

export type Files = ReturnType<typeof createFiles>;
type Asking = Pick<Visit, 'person' | 'view'>;
/** Of grammY, which knows the signal by a type of its own. */
type Signal = Parameters<Api['sendDocument']>[3];
type Wanted<Kind extends FileWanted['kind']> = Extract<FileWanted, { kind: Kind }>;

/** Files and pictures, each in a message of its own, made after the update that asked for them is done. */
export function createFiles(deps: FilesDeps) {
  const { api, counter, errands, renderer, links, promises, log, mostBytes = usualBytes } = deps;
  const plain = (view: View, text: string): Screen => ({
    text,
    keys: [[beside(view.plain('key-home'), { to: 'home' })]],
  });

  async function sendSheet(asking: Asking, wanted: SheetWanted, signal: AbortSignal): Promise<void> {
    const { person, view } = asking;
    const caption = plain(view, sheetCaption(view, wanted));
    let part = 0;
    for await (const content of sheetFiles(counter, asking, wanted, mostBytes)) {
      part += 1;
      const file = new InputFile(content, sheetName(view, wanted, part));
      await api.sendDocument(person.id, file, captionOptions(caption), signal as Signal);
    }
    if (part === 0)
      await send(api, person.id, plain(view, view.html('file-empty', { days: daysText(view, wanted.days) })));
  }

  async function sendPicture(
    { person }: Asking,
    { name, svg, shown }: { readonly name: string; readonly svg: string; readonly shown: Screen },
    signal: AbortSignal,
  ): Promise<void> {
    const file = new InputFile(await unlessEnded(signal, renderer.render(svg)), `${name}.png`);
    await api.sendPhoto(person.id, file, captionOptions(shown), signal as Signal);
  }

  async function sendChart(asking: Asking, { whose, days }: Wanted<'chart'>, signal: AbortSignal): Promise<void> {
    const { view } = asking;
    const sums = await counter.reports.days(whose.sellerId, days);
    const title = chartTitle(view, whose);
    const svg = chartPicture(view, { title, days: sums });
    await sendPicture(asking, { name: 'chart', svg, shown: plain(view, view.html('line', { text: title })) }, signal);
  }

  async function sendReceipt(asking: Asking, { order: id }: Wanted<'receipt'>, signal: AbortSignal): Promise<void> {
    const { view } = asking;
    const [order, link] = await Promise.all([counter.orders.find(id), links.of(id)]);
    if (!order || link === null) throw new Error('There is no receipt for an order that was not bought.');
    const svg = receiptPicture(view, { order, shop: links.shop(), link });
    const shown = sharedCaption(view, order, link);
    await sendPicture(asking, { name: `receipt-${order.code}`, svg, shown }, signal);
  }

  function make(asking: Asking, wanted: FileWanted, signal: AbortSignal): Promise<void> {
    switch (wanted.kind) {
      case 'chart':
        return sendChart(asking, wanted, signal);
      case 'receipt':
        return sendReceipt(asking, wanted, signal);
      case 'orders':
      case 'money':
        return sendSheet(asking, wanted, signal);
    }
  }

  async function deliver(asking: Asking, wanted: FileWanted, signal: AbortSignal): Promise<void> {
    const { person, view } = asking;
    const action = wanted.kind === 'orders' || wanted.kind === 'money' ? 'upload_document' : 'upload_photo';
    try {
      await whileShowing(api, person.id, action, () => make(asking, wanted, signal));
    } catch (error) {
      if (isGone(error)) return;
      log.error({ file: wanted.kind, ...problemOf(error) }, 'a file could not be sent');
      await send(api, person.id, plain(view, view.html(signal.aborted ? 'file-interrupted' : 'file-failed')));
    }
  }

  /** Begins and does not wait. */
  async function start({ person, view, origin }: Visit, wanted: readonly FileWanted[]): Promise<void> {
    for (const [nth, one] of wanted.entries()) {
      // Named after the update: one that comes again, because we died with it in hand, promises nothing more.
      const promise = `${origin}:${nth}`;
      await promises.give(promise, person.id);
      const begun = errands.start(person.id, async (signal) => {
        await deliver({ person, view }, one, signal);
        await promises.keep(promise);
      });
      if (begun) continue;
      await promises.keep(promise);
      return void (await send(api, person.id, plain(view, view.html('file-busy'))));
    }
  }

  return { start };
}

/** A picture in the making cannot be hurried, but nobody need wait for it. */
async function unlessEnded<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(new Error('The bot stops.'));
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function chartTitle(view: View, { sellerId, name }: Whose): string {
  if (name !== null) return view.plain('chart-person', { name: foreign(name, 40) });
  return view.plain(sellerId === null ? 'chart-shop' : 'chart-mine');
}
