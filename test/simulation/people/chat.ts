import { sleep } from '#test/simulation/kernel/clock.ts';
import { note } from '#test/simulation/kernel/journal.ts';
import { random } from '#test/simulation/kernel/random.ts';
import { time } from '#test/simulation/kernel/time.ts';
import type { Person, Telegram } from '#test/simulation/outside.ts';
import { codeIn, plain, type Said, saidIn } from './words.ts';

/** A message of the bot as it is now. */
export interface Seen {
  readonly id: number;
  readonly text: string;
  readonly buttons: readonly string[];
  /** Of buttons that open a page. */
  readonly links: readonly (readonly [label: string, url: string])[];
  /** In rials, of an unpaid invoice. */
  readonly invoice: number | null;
  /** The order of changes in this chat. */
  readonly change: number;
}

/** What a person has read about an order. They keep it, even if the message changes later. */
export interface Told {
  readonly at: number;
  readonly code: string;
  readonly said: Said;
}

/** Telegram counts the rial with two decimals. */
const unitsOfRial = 100;

export type Chat = ReturnType<typeof createChat>;

/** One person's chat with the bot: what is in it now, and all that was. */
export function createChat(telegram: Telegram, person: Person) {
  const messages = new Map<number, Seen>();
  /** With the invisible marks that people do not read. */
  const labels = new Map<number, readonly string[]>();
  const told: Told[] = [];
  const read: { readonly at: number; readonly text: string }[] = [];
  let changes = 0;

  telegram.subscribe((event) => {
    if (event.type === 'deleted' && event.chat.endsWith(`:${person.id}`)) messages.delete(event.messageId);
    if (event.type !== 'message' && event.type !== 'edited') return;
    const { message } = event;
    if (message.chat.id !== person.id || message.from?.is_bot !== true) return;
    const text = plain(message.text ?? message.caption ?? message.invoice?.title ?? '');
    const keys = (message.reply_markup?.inline_keyboard ?? []).flat();
    changes += 1;
    const seen: Seen = {
      id: message.message_id,
      text,
      buttons: keys.map((one) => plain(one.text)),
      links: keys.flatMap((one) => ('url' in one && one.url ? [[plain(one.text), one.url] as const] : [])),
      invoice: message.invoice ? message.invoice.total_amount / unitsOfRial : null,
      change: changes,
    };
    messages.set(seen.id, seen);
    labels.set(
      seen.id,
      keys.map((one) => one.text.replaceAll('\u00a0', ' ')),
    );
    read.push({ at: time.at, text });
    const [code, said] = [codeIn(text), saidIn(text)];
    if (code !== null && said !== null) told.push({ at: time.at, code, said });
    note(
      `${person.first_name} reads #${seen.id}: ${text.split('\n').join(' / ').slice(0, 400)} [${seen.buttons.join(' | ')}]`,
    );
  });

  const all = (): Seen[] => [...messages.values()].sort((one, other) => one.id - other.id);

  /** The newest message that fits; waits for it. Null: it did not come in time. */
  async function wait(fits: (seen: Seen) => boolean, ms: number): Promise<Seen | null> {
    const until = time.at + ms;
    for (;;) {
      const found = all().findLast(fits);
      if (found || time.at > until) return found ?? null;
      await sleep(random.people.between(200, 500));
    }
  }

  async function type(text: string): Promise<void> {
    note(`${person.first_name} types ${text}`);
    await person.type(text, { wait: false });
  }

  /** False: the button has gone. */
  async function press(message: Seen, start: string): Promise<boolean> {
    const index = messages.get(message.id)?.buttons.findIndex((one) => one.startsWith(start)) ?? -1;
    const label = labels.get(message.id)?.[index];
    if (label === undefined) return false;
    note(`${person.first_name} presses ${plain(label)} on #${message.id}`);
    await person.press(label, { wait: false, message: message.id });
    return true;
  }

  /** Where a button leads. */
  function linkOf(message: Seen, start: string): string {
    const link = message.links.find(([label]) => label.startsWith(start));
    if (!link) throw new Error(`no link ${start} in: ${message.text}`);
    return link[1];
  }

  /** Pays an invoice. Null: not paid; otherwise the rials that were taken. */
  async function payInvoice({ id, invoice }: Seen): Promise<number | null> {
    note(`${person.first_name} pays invoice #${id}`);
    const { payment } = await person.pay({ wait: false, message: id });
    return payment?.outcome === 'approved' ? invoice : null;
  }

  return {
    person,
    linkOf,
    payInvoice,
    told: told as readonly Told[],
    /** Everything that was ever in the chat. */
    read: read as readonly { readonly at: number; readonly text: string }[],
    all,
    /** Whatever comes later has a higher change. */
    mark: (): number => changes,
    wait,
    type,
    press,
  };
}
