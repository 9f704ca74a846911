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
  /** The order of changes in this chat. */
  readonly change: number;
}

/** What a person has read about an order. They keep it, even if the message changes later. */
export interface Told {
  readonly at: number;
  readonly code: string;
  readonly said: Said;
}

export type Chat = ReturnType<typeof createChat>;

/** One person's chat with the bot: what is in it now, and all that was. */
export function createChat(telegram: Telegram, person: Person) {
  const messages = new Map<number, Seen>();
  const told: Told[] = [];
  let changes = 0;

  telegram.subscribe((event) => {
    if (event.type === 'deleted' && event.chat.endsWith(`:${person.id}`)) messages.delete(event.messageId);
    if (event.type !== 'message' && event.type !== 'edited') return;
    const { message } = event;
    if (message.chat.id !== person.id || message.from?.is_bot !== true) return;
    const text = plain(message.text ?? message.caption ?? '');
    const rows = message.reply_markup?.inline_keyboard ?? [];
    changes += 1;
    const seen = { id: message.message_id, text, buttons: rows.flat().map((one) => plain(one.text)), change: changes };
    messages.set(seen.id, seen);
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
    const label = messages.get(message.id)?.buttons.find((one) => one.startsWith(start));
    if (label === undefined) return false;
    note(`${person.first_name} presses ${label} on #${message.id}`);
    await person.press(label, { wait: false, message: message.id });
    return true;
  }

  return {
    person,
    told: told as readonly Told[],
    all,
    /** Whatever comes later has a higher change. */
    mark: (): number => changes,
    wait,
    type,
    press,
  };
}
