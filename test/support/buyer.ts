import type { Person, PressOptions, Reaction, Shown } from '@sharj/local-telegram';
import { loadTexts, type Texts, type Variables } from '#bot/kit/texts.ts';
import type { Language } from '#domain/language.ts';
import { decode, encode, type NamedAction, type NamedActions } from './actions.ts';
import type { World } from './world.ts';

/** Operator 1's prepaid top-up of 10,000 rials: 11,000 with VAT. */
export const topUp = { id: 37, total: 11_000 } as const;
/** Operator 1's prepaid top-up of any amount from 10,000 to 2,000,000 rials. */
export const rangedTopUpId = 17;
export const languages = ['fa', 'en'] as const;

const texts = loadTexts(new URL('../../locales', import.meta.url).pathname);

const saysBy =
  ({ translate }: Texts) =>
  (language: Language, key: string, variables?: Variables): string => {
    const [first = ''] = translate(language, key, variables).split('\n');
    return first
      .replace(/<[^>]*>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('\u00a0', ' ')
      .trim();
  };

/** The first line of a text as it is shown: tests do not depend on the wording. */
export const says = saysBy(texts);
/** The same in an agent's own bot. */
export const shopSays = saysBy(texts.ofAgentShop);

export interface Tappable {
  readonly press: NamedAction;
  readonly data: string;
  readonly message: number;
}

/** The action buttons of a message. */
export function keysOn({ id, message }: Pick<Shown, 'id' | 'message'>): Tappable[] {
  return (message.reply_markup?.inline_keyboard ?? []).flat().flatMap((button) => {
    const data = 'callback_data' in button ? button.callback_data : undefined;
    const press = data === undefined ? null : decode(data);
    return press && data !== undefined ? [{ press, data, message: id }] : [];
  });
}

/** One of its buttons leads there. */
export const leadsTo =
  (to: keyof NamedActions) =>
  (shown: Parameters<typeof keysOn>[0]): boolean =>
    keysOn(shown).some(({ press }) => press.to === to);

export type Wanted<Name extends keyof NamedActions> = { readonly to: Name } & Partial<NamedActions[Name]>;

const fits = (press: NamedAction, wanted: object): boolean =>
  Object.entries(wanted).every(([field, value]) => (press as unknown as Record<string, unknown>)[field] === value);

/** The newest button with this action. */
export function find<Name extends keyof NamedActions>(person: Person, wanted: Wanted<Name>): Tappable {
  const shown = person.messages().filter(({ fromBot }) => fromBot);
  for (const message of shown.toReversed()) {
    const key = keysOn(message).find(({ press }) => fits(press, wanted));
    if (key) return key;
  }
  throw new Error(`no button leads to ${JSON.stringify(wanted)}; the last message: ${person.last().text}`);
}

/** Presses the newest button with this action, whatever its text. */
export function tap<Name extends keyof NamedActions>(
  person: Person,
  wanted: Wanted<Name>,
  options: PressOptions = {},
): Promise<Reaction> {
  const { data, message } = find(person, wanted);
  return person.forge(data, { message, ...options });
}

/** Presses a button that does not exist. */
export const forge = (person: Person, press: NamedAction, options: PressOptions = {}): Promise<Reaction> =>
  person.forge(encode(press), options);

export interface NewBuyer {
  readonly language?: Language;
  readonly id?: number;
  readonly username?: string;
  /** In rials. */
  readonly wallet?: number;
}

let met = 5_000_000;

/** A new person with money. */
export async function greet(world: World, buyer: NewBuyer = {}): Promise<Person> {
  met += 1;
  const { language = 'en', id = met, username, wallet = 1_000_000 } = buyer;
  const named = { id, first_name: `Buyer ${id}`, ...(username === undefined ? {} : { username }) };
  const person = world.telegram.person({ ...named, language_code: language });
  await person.type('/start');
  if (wallet > 0) await world.grant(person.id, wallet);
  return person;
}

/** The order of the newest Confirm button. */
export function orderOn(person: Person): string {
  const { press } = find(person, { to: 'confirm' });
  return press.to === 'confirm' ? press.order : '';
}

/** Chooses a top-up for a number, up to the Confirm button. Returns the order's id. */
export async function choose(person: Person, mobile: string, id: number = topUp.id): Promise<string> {
  await forge(person, { to: 'product', id, mobile });
  return orderOn(person);
}

/** Every text that a message or a chat shows from now on, oldest first. */
export function watch(world: World, person: Person, message?: number): string[] {
  const shown: string[] = [];
  world.telegram.subscribe((event) => {
    if (event.type !== 'message' && event.type !== 'edited') return;
    const { message: one } = event;
    if (one.chat.id !== person.id || !one.from?.is_bot) return;
    if (message === undefined || one.message_id === message) shown.push((one.text ?? '').replaceAll('\u00a0', ' '));
  });
  return shown;
}
