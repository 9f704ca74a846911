import type { Person } from '@sharj/local-telegram';
import type { Language } from '#domain/language.ts';
import { encode, type NamedAction } from '#test/support/actions.ts';
import { find, keysOn, says, type Tappable, topUp } from '#test/support/buyer.ts';
import type { Chance } from '#test/support/chance.ts';
import { spoken, unmarked } from '#test/support/story.ts';
import type { World } from '#test/support/world.ts';

/** A message of the bot with its buttons and its text without direction marks. */
interface Seen {
  readonly id: number;
  readonly text: string;
  readonly keys: readonly Tappable[];
  /** What the message has shown: each first line after its second. */
  readonly history: readonly string[];
}

export interface Chats {
  /** The bot's messages to a person, oldest first. */
  seen(chat: number): readonly Seen[];
  until(chat: number, look: () => boolean): Promise<void>;
}

/** Watches all chats with one listener: hundreds of listeners would slow the measurement. */
export function watchChats({ telegram }: World, timeoutMs: number): Chats {
  const looking = new Map<number, () => void>();
  const chats = new Map<number, Map<number, Seen>>();
  const began = performance.now();
  telegram.subscribe((event) => {
    if (event.type !== 'message' && event.type !== 'edited') return;
    const { message } = event;
    if (!message.from?.is_bot) return;
    const id = message.message_id;
    const seen = chats.get(message.chat.id) ?? new Map<number, Seen>();
    chats.set(message.chat.id, seen);
    const text = unmarked(message.text ?? '');
    const line = `${((performance.now() - began) / 1_000).toFixed(1)} ${text.split('\n', 1)[0]}`;
    const history = [...(seen.get(id)?.history ?? []), line];
    seen.set(id, { id, text, keys: keysOn({ id, message }), history });
    looking.get(message.chat.id)?.();
  });
  return {
    seen: (chat) => [...(chats.get(chat)?.values() ?? [])],
    until: (chat, look) =>
      new Promise((resolve, reject) => {
        const over = (end: () => void) => {
          clearTimeout(timer);
          looking.delete(chat);
          end();
        };
        const check = () => {
          if (look()) over(resolve);
        };
        const timer = setTimeout(() => {
          const last = [...(chats.get(chat)?.values() ?? [])].at(-1)?.text;
          over(() => reject(new Error(`${chat} waits in vain; the last message: ${last}`)));
        }, timeoutMs);
        looking.set(chat, check);
        check();
      }),
  };
}

export interface Purchase {
  readonly mobile: string;
  readonly seconds: number;
}

export interface Shopper {
  readonly person: Person;
  readonly language: Language;
  readonly bought: Purchase[];
  /** How often the shopper got an error and tried again. */
  readonly troubles: { count: number };
  /** The number of updates that the shopper caused. */
  readonly sent: { count: number };
  /** The number of error messages that the shopper got. */
  errors(): number;
  hello(): Promise<void>;
  buy(mobile: string): Promise<void>;
  /** Whether the shopper sees the outcome and no message still shows progress or Confirm. */
  hasReceipt(mobile: string): boolean;
  /** The messages about this number, for a report. */
  about(mobile: string): string;
  /** The number of receipts beyond the first. */
  repeated(mobile: string): number;
}

export function createShopper(
  person: Person,
  language: Language,
  { chats, chance }: { readonly chats: Chats; readonly chance: Chance },
): Shopper {
  const said = (key: string) => unmarked(says(language, key, { reference: '' }));
  const error = said('error').slice(0, 20);
  /** The bot shows it when a busy machine makes the gateway too slow. */
  const unanswered = said('failure-offers-unavailable');
  const home = said('home-title');
  const ended = [said('state-delivered'), said('state-activated'), said('state-rejected')];
  const underWay = [said('state-confirmed'), said('state-unsure')];
  const bought: Purchase[] = [];
  const troubles = { count: 0 };
  const sent = { count: 0 };
  const tapped = new Map<string, number>();
  const fromBot = () => chats.seen(person.id);
  const about = (mobile: string) => {
    const number = spoken(`0${mobile.slice(2)}`);
    return fromBot().filter(({ text }) => text.includes(number));
  };
  const tells = (message: Seen, texts: readonly string[]) => texts.some((text) => message.text.includes(text));
  const leads = ({ keys }: Seen, to: NamedAction['to']) => keys.some(({ press }) => press.to === to);
  const receipts = (mobile: string) => about(mobile).filter((message) => tells(message, ended));

  const isTrouble = ({ text }: Seen) => text.startsWith(error) || text.includes(unanswered);

  /** Acts and waits for the expected result. False after an error message or when it can no longer come. */
  async function attempt(
    act: () => Promise<unknown>,
    done: () => boolean,
    isOver: () => boolean = () => false,
  ): Promise<boolean> {
    const before = new Map(fromBot().map(({ id, text }) => [id, text]));
    const failed = () => fromBot().some((message) => isTrouble(message) && before.get(message.id) !== message.text);
    await act();
    await chats.until(person.id, () => done() || failed() || isOver());
    if (done()) return true;
    troubles.count += 1;
    return false;
  }

  const tapOn = (data: string, message?: number) => {
    sent.count += 1;
    return person.forge(data, { wait: false, ...(message === undefined ? {} : { message }) });
  };
  const say = (text: string) => {
    sent.count += 1;
    return person.type(text, { wait: false });
  };
  /** Presses a button that leaves its message and answers in a new one. */
  const press = (to: NamedAction) => tapOn(encode(to, true));
  const asks = (mobile: string) => () => about(mobile).some((message) => leads(message, 'confirm'));

  const ways: Record<'direct' | 'typed' | 'offer', (mobile: string) => Promise<boolean>> = {
    direct: (mobile) => attempt(() => press({ to: 'product', id: topUp.id, mobile }), asks(mobile)),
    typed: async (mobile) => {
      const before = fromBot().length;
      const asked = () => fromBot().length > before;
      if (!(await attempt(() => press({ to: 'product', id: topUp.id, mobile: null }), asked))) return false;
      // After a lost question the number opens its own page, and the shopper continues from there.
      await attempt(
        () => say(mobile),
        () => about(mobile).length > 0,
      );
      return asks(mobile)();
    },
    offer: async (mobile) => {
      const known = () => about(mobile).some((message) => leads(message, 'offers') || leads(message, 'offer'));
      if (!(await attempt(() => press({ to: 'setSim', mobile, sim: 'prepaid', purpose: 'any' }), known))) return false;
      const listed = () => about(mobile).some((message) => leads(message, 'offer'));
      if (!(await attempt(() => press({ to: 'offers', mobile, page: 1 }), listed))) return false;
      const { data, message } = find(person, { to: 'offer', mobile });
      return attempt(() => tapOn(data, message), asks(mobile));
    },
  };

  async function confirm(mobile: string): Promise<boolean> {
    const confirmed = about(mobile).findLast((message) => leads(message, 'confirm'));
    const key = confirmed?.keys.find((one) => one.press.to === 'confirm');
    const taps = chance.whole(4) === 0 ? 2 : 1;
    const tap = async () => {
      // The order is already in progress: after an error there is no button left.
      if (!key) return;
      tapped.set(mobile, key.message);
      for (let left = taps; left > 0; left -= 1) await tapOn(key.data, key.message);
    };
    // A late press made a newer Confirm, which retired this one.
    const isReplaced = () =>
      fromBot().some(
        (message) =>
          message.id === key?.message && !leads(message, 'confirm') && !tells(message, [...underWay, ...ended]),
      );
    return attempt(tap, () => receipts(mobile).length > 0, isReplaced);
  }

  return {
    person,
    language,
    bought,
    troubles,
    sent,
    errors: () => fromBot().filter(({ text }) => text.startsWith(error)).length,
    hello: async () => {
      const newest = fromBot().at(-1)?.id ?? 0;
      const greeted = () => fromBot().some(({ id, text }) => id > newest && text.includes(home));
      while (!(await attempt(() => say('/start'), greeted)));
    },
    buy: async (mobile) => {
      const way = mobile.startsWith('98935') ? ways.offer : chance.pick([ways.direct, ways.direct, ways.typed]);
      let asked = await way(mobile);
      while (!asked) asked = await ways[mobile.startsWith('98935') ? 'offer' : 'direct'](mobile);
      const began = performance.now();
      for (let done = await confirm(mobile); !done; done = await confirm(mobile));
      bought.push({ mobile, seconds: (performance.now() - began) / 1_000 });
    },
    hasReceipt: (mobile) => {
      const stale = (message: Seen) =>
        tells(message, underWay) || (message.id === tapped.get(mobile) && leads(message, 'confirm'));
      return receipts(mobile).length > 0 && !about(mobile).some(stale);
    },
    about: (mobile) =>
      about(mobile)
        .map(
          ({ id, text, keys, history }) =>
            `${id}${id === tapped.get(mobile) ? ', tapped' : ''}: ${text} [${keys.map(({ press }) => press.to)}] {${history.join(' | ')}}`,
        )
        .join('\n'),
    repeated: (mobile) => receipts(mobile).length - 1,
  };
}
