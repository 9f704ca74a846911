import type { Person } from '@sharj/local-telegram';
import { encode } from './actions.ts';
import { keysOn, type Tappable } from './buyer.ts';
import type { Chance } from './chance.ts';

const snippets = [
  ...['<b>', '</b>', '<a href="x">', '&', '&lt;', '"', "'", ';--', '{{', '%s', '\\', '/', ':', '@sharj_bot'],
  ...['\u202e', '\u200f', '\u2066', '\u2069', '\u0000', '\ufffd', '😀', '👨‍👩‍👧', 'ي', 'ك', '‌', '𐍈', '\n', '\t', ' '],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', 'true', '[object Object]', '1h', '1c:'],
  ...[
    '0',
    '-1',
    '9007199254740993',
    '1e309',
    '۱۲۳',
    '٣',
    '09121234567',
    '+98 935 123 45 67',
    '00989',
    '912',
    '9'.repeat(40),
  ],
  ...[
    '/start',
    '/start abc',
    '/search',
    '/search 10gb',
    '/orders',
    '/cancel',
    '/help',
    '/settings',
    '/terms',
    '/x',
    '/',
  ],
  ...['10gb', 'monthly', 'گیگابایت', 'ABCDE-FGHJK', 'اینترنت'],
];

/** Hostile or broken updates: Telegram's shapes with any content. */
export function createHostile(chance: Chance, people: readonly Person[]) {
  const { whole, pick, weighted } = chance;
  const some = <T>(most: number, make: () => T): T[] => Array.from({ length: whole(most) + 1 }, make);
  const text = () =>
    some(pick([1, 3, 8, 60]), () => pick(snippets))
      .join(pick(['', ' ']))
      .slice(0, 4_096);
  const number = () => pick([0, 1, -1, 7, 2 ** 31, 2 ** 53 - 1, 1_800_000_000]);
  const languages = ['fa', 'en', 'fa-IR', 'xx', '', undefined];

  const fromOf = ({ id }: Person) => ({
    id,
    is_bot: false,
    first_name: weighted([
      [60, `Buyer ${id}`],
      [1, text().slice(0, 64)],
    ]),
    ...(whole(60) === 0 ? { last_name: text().slice(0, 64) } : {}),
    language_code: pick(languages),
  });
  const privateOf = ({ id }: Person) => ({ id, type: 'private', first_name: 'x' });
  const elsewhere = () => ({
    id: -1_001_000_000_000 - whole(5),
    type: pick(['group', 'supergroup', 'channel']),
    title: text(),
  });

  const attachment = () =>
    pick<() => object>([
      () => ({ sticker: { file_id: 'a', file_unique_id: 'a', width: 1, height: 1, type: 'regular' } }),
      () => ({ photo: [], caption: text().slice(0, 1_024) }),
      () => ({ contact: { phone_number: text(), first_name: text() } }),
      () => ({ contact: { phone_number: `98912${whole(10_000_000)}`, first_name: '', user_id: number() } }),
      () => ({ location: { latitude: number(), longitude: number() } }),
      () => ({ dice: { emoji: '🎲', value: number() } }),
      () => ({
        successful_payment: {
          currency: 'IRR',
          total_amount: 1 + whole(9_000),
          invoice_payload: text(),
          telegram_payment_charge_id: `${whole(2 ** 31)}`,
          provider_payment_charge_id: 'x',
        },
      }),
      () => ({ new_chat_members: [] }),
      () => ({ web_app_data: { data: text(), button_text: text() } }),
      () => ({ [pick(['hologram', 'poll', 'game', 'story', 'venue', 'giveaway'])]: {} }),
      () => ({}),
    ])();

  const entities = (length: number) =>
    whole(4) === 0
      ? {
          entities: some(3, () => ({
            type: pick(['bot_command', 'mention', 'url', 'spoiler']),
            offset: whole(length + 5),
            length: whole(40),
          })),
        }
      : {};

  const messageFrom = (person: Person, content: object) => ({
    message_id: number(),
    date: number(),
    chat: privateOf(person),
    from: fromOf(person),
    ...content,
  });
  function words(): object {
    const said = text();
    const command = /^\/\w+/.exec(said)?.[0];
    if (command !== undefined && whole(4) > 0)
      return { text: said, entities: [{ type: 'bot_command', offset: 0, length: command.length }] };
    return { text: said, ...entities(said.length) };
  }

  /** What each chat showed when it was last read: reading it at every update would be slow. */
  let chats = new Map<Person, { readonly last: object | undefined; readonly keys: readonly Tappable[] }>();
  function look(): void {
    chats = new Map(
      people.map((person) => {
        const shown = person.messages().filter(({ fromBot }) => fromBot);
        return [person, { last: shown.at(-1)?.message, keys: shown.slice(-6).flatMap(keysOn) }] as const;
      }),
    );
  }
  const buttonOf = (person: Person): string => {
    const keys = chats.get(person)?.keys ?? [];
    return keys.length > 0 ? pick(keys).data : '1h';
  };
  const confirmOf = (person: Person): string =>
    chats.get(person)?.keys.find(({ press }) => press.to === 'confirm')?.data ?? buttonOf(person);
  const choice = (): string =>
    encode({ to: 'product', id: pick([37, 47, 57, 1, 9_999]), mobile: `98912000000${whole(10)}` });

  function spoilt(data: string): string {
    const at = whole(data.length + 1);
    return pick([
      () => data.slice(0, at) + pick(snippets) + data.slice(at),
      () => data.slice(0, at) + data.slice(at + 1),
      () => data.split(':').reverse().join(':'),
      () => `${data}:${whole(1_000)}`,
      () => data.replace(/\d+/, (digits) => String(Number(digits) + whole(9))),
    ])().slice(0, 64);
  }
  const press = (data: (person: Person) => string) => () => {
    const person = pick(people);
    const message = weighted<() => object>([
      [8, () => chats.get(person)?.last ?? messageFrom(person, {})],
      [1, () => ({ chat: privateOf(person), message_id: number(), date: 0 })],
      [1, () => messageFrom(person, { message_id: 1 + whole(50) })],
    ])();
    return {
      callback_query: {
        id: String(whole(2 ** 31)),
        from: fromOf(person),
        message,
        chat_instance: '1',
        data: data(person),
      },
    };
  };

  const kinds = [
    [24, () => ({ message: messageFrom(pick(people), words()) })],
    [10, () => ({ message: messageFrom(pick(people), attachment()) })],
    [14, press(buttonOf)],
    [4, press(() => buttonOf(pick(people)))],
    [4, press(choice)],
    [5, press(confirmOf)],
    [10, press((person) => spoilt(buttonOf(person)))],
    [8, press(() => text().slice(0, 64))],
    [3, () => ({ edited_message: { ...messageFrom(pick(people), words()), edit_date: number() } })],
    [2, () => ({ edited_message: { ...messageFrom(pick(people), attachment()), edit_date: number() } })],
    [4, () => ({ message: { ...messageFrom(pick(people), words()), chat: elsewhere() } })],
    [
      1,
      () => ({
        callback_query: { id: '1', from: fromOf(pick(people)), chat_instance: '1', inline_message_id: text() },
      }),
    ],
    [1, () => ({ message: { message_id: number(), date: number(), chat: privateOf(pick(people)), ...words() } })],
    [1, () => ({ message: { message_id: number(), date: number(), ...words() } })],
    [
      1,
      () => ({ message: messageFrom(pick(people), { from: { ...fromOf(pick(people)), is_bot: true }, ...words() }) }),
    ],
    [
      1,
      () => {
        const person = pick(people);
        const member = () => ({
          user: fromOf(person),
          status: pick(['member', 'kicked', 'left', 'administrator', text()]),
        });
        return {
          my_chat_member: {
            chat: weighted<object>([
              [1, privateOf(person)],
              [1, elsewhere()],
            ]),
            from: fromOf(person),
            date: number(),
            old_chat_member: member(),
            new_chat_member: member(),
          },
        };
      },
    ],
    [3, () => ({ channel_post: { message_id: number(), date: number(), chat: elsewhere(), ...words() } })],
    [
      1,
      () => {
        const asked = { id: text(), currency: 'IRR', total_amount: 1 + whole(9_000), invoice_payload: text() };
        return { pre_checkout_query: { ...asked, from: fromOf(pick(people)) } };
      },
    ],
    [2, () => ({ inline_query: { id: '1', from: fromOf(pick(people)), query: text(), offset: '' } })],
    [
      2,
      () => ({
        [pick(['hologram', 'poll', 'chat_join_request', 'message_reaction', 'chat_boost'])]: {
          from: fromOf(pick(people)),
        },
      }),
    ],
    [1, () => ({})],
  ] as const;

  return { look, next: (): object => weighted<() => object>(kinds)() };
}
