import { type Api, InputFile } from 'grammy';
import { type Days, startOf } from '../../domain/calendar.ts';
import { isoDate } from '../../domain/period.ts';
import type { Log } from '../../log.ts';
import { csvFiles } from '../../shop/reports/csv.ts';
import type { Errands } from '../errands.ts';
import { isGone, problemOf } from '../problem.ts';
import type { Counter, Visit } from '../routes.ts';
import { beside, type Screen } from '../screen.ts';
import { messageOptions, send } from '../show.ts';
import type { View } from '../view.ts';
import { whileShowing } from './action.ts';
import { movementColumns, orderColumns } from './columns.ts';
import type { Book, FileWanted } from './file.ts';

/** Telegram takes 50 MB in a message; the rest goes into the next file. */
const usualBytes = 45 * 1024 * 1024;

export interface FilesDeps {
  readonly api: Api;
  readonly counter: Counter;
  readonly errands: Errands;
  readonly log: Log;
  readonly mostBytes?: number;
}

export type Files = ReturnType<typeof createFiles>;

/** Files and pictures, each in a message of its own, made after the update that asked for them is done. */
export function createFiles({ api, counter, errands, log, mostBytes = usualBytes }: FilesDeps) {
  const { sheets } = counter;
  const plain = (view: View, text: string): Screen => ({
    text,
    keys: [[beside(view.plain('key-home'), { to: 'home' })]],
  });

  function filesOf({ person, view }: Asking, book: Book, days: Days) {
    if (book === 'money') return csvFiles(sheets.movements(person.id, days), movementColumns(view), mostBytes);
    const buyerId = book === 'shop' ? null : person.id;
    return csvFiles(sheets.orders(buyerId, days), orderColumns(view, book === 'shop'), mostBytes);
  }

  async function sendCsv(asking: Asking, { book, days }: FileWanted, signal: AbortSignal): Promise<void> {
    const { person, view } = asking;
    const dates = { from: view.date(startOf(days.from)), to: view.date(startOf(days.to)) };
    const span = [days.from, days.to].map((day) => isoDate(day, view.calendar)).join('_');
    let part = 0;
    for await (const content of filesOf(asking, book, days)) {
      part += 1;
      const name = `${book === 'money' ? 'wallet' : 'orders'}-${span}${part > 1 ? `-${part}` : ''}.csv`;
      const caption = plain(view, view.html(`file-${book}`, dates));
      await api.sendDocument(
        person.id,
        new InputFile(content, name),
        { caption: caption.text, ...messageOptions(caption) },
        signal as Parameters<Api['sendDocument']>[3],
      );
    }
    if (part === 0) await send(api, person.id, plain(view, view.html('file-empty', dates)));
  }

  async function deliver(asking: Asking, wanted: FileWanted, signal: AbortSignal): Promise<void> {
    const { person, view } = asking;
    try {
      await whileShowing(api, person.id, 'upload_document', () => sendCsv(asking, wanted, signal));
    } catch (error) {
      if (isGone(error)) return;
      log.error({ file: wanted.kind, ...problemOf(error) }, 'a file could not be sent');
      await send(api, person.id, plain(view, view.html('file-failed')));
    }
  }

  /** Begins and does not wait. */
  async function start({ person, view }: Asking, wanted: readonly FileWanted[]): Promise<void> {
    for (const one of wanted) {
      const begun = errands.start(person.id, (signal) => deliver({ person, view }, one, signal));
      if (!begun) return void (await send(api, person.id, plain(view, view.html('file-busy'))));
    }
  }

  return { start };
}

type Asking = Pick<Visit, 'person' | 'view'>;
