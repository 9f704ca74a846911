import type { Person, Shown } from '@sharj/local-telegram';
import { loadTexts, type Variables } from '#bot/kit/texts.ts';
import { type Language, rulesOf } from '#domain/language.ts';
import { moneyText, shortMoneyText, type Unit } from '#domain/money.ts';
import { createLog } from '#log.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { gatewayToken, type Sale, type World } from './world.ts';

export const languages = ['fa', 'en'] as const satisfies readonly Language[];

const texts = loadTexts(new URL('../../locales', import.meta.url).pathname);

/** A text as it is seen: without direction marks, and every space is a space. */
export const unmarked = (text: string): string =>
  text.replace(/[\u200e\u200f\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ');

export const asRead = (text: string): string => text.replaceAll('\u00a0', ' ');

interface Ware {
  readonly id: number;
  readonly name: string;
  readonly name_en: string | null;
  readonly price: number;
  readonly status: number;
}

/** Texts, amounts and people of one language. */
export interface Story {
  readonly language: Language;
  /** The text of a button, from the locale. */
  t(key: string, variables?: Variables): string;
  money(rials: number, unit?: Unit): string;
  /** An amount on a button of a list. */
  price(rials: number, unit?: Unit): string;
  /** The receipt of a delivered top-up or an activated package. */
  isReceipt(message: Pick<Shown, 'html'>): boolean;
  /** In reading order, from left to right on the screen. */
  inRow(...labels: readonly string[]): string[];
  /** Back and home, from left to right. */
  readonly backKeys: readonly string[];
  /** A person with money, who uses rials. */
  buyer(name: string, rials?: number): Promise<Person>;
  /** A person who has never written. */
  stranger(name: string): Person;
  /** An unused number of this language: 11 digits, as people write it. */
  phone(prefix: string): string;
  /** What the gateway really sold for a number. */
  sold(phone: string): Promise<Sale[]>;
  /** A product by its Persian name, from the gateway itself; `total` is what a buyer pays. */
  ware(
    operator: number,
    sim: 'credit' | 'permanent',
    name: string,
  ): Promise<{ readonly id: number; readonly shown: string; readonly total: number }>;
}

export function storyIn(language: Language, world: () => World): Story {
  let phones = 0;
  const t = (key: string, variables?: Variables) => asRead(texts.translate(language, key, variables));
  const inRow = (...labels: readonly string[]) =>
    rulesOf(language).direction === 'rtl' ? labels.toReversed() : [...labels];
  const stranger = (name: string) => world().telegram.person({ first_name: name, language_code: language });
  return {
    language,
    t,
    isReceipt: ({ html }) => html.includes(t('state-delivered')) || html.includes(t('state-activated')),
    inRow,
    backKeys: inRow(t('key-back'), t('key-home')),
    money: (rials, unit = 'rial') => asRead(moneyText(rials, unit, language)),
    price: (rials, unit = 'rial') => asRead(shortMoneyText(rials, unit, language)),
    stranger,
    buyer: async (name, rials = 10_000_000) => {
      const person = stranger(name);
      await world().grant(person.id, rials);
      await person.type('/settings');
      await person.press(t('unit-rial'));
      return person;
    },
    phone: (prefix) => {
      phones += 1;
      return `${prefix}${language === 'fa' ? 5 : 6}${String(phones).padStart(6, '0')}`;
    },
    sold: async (phone) => (await world().sales()).filter(({ mobile }) => mobile === `98${phone.slice(1)}`),
    ware: async (operator, sim, name) => {
      const answer = await fetch(`${world().sandbox.url}/api/filter`, {
        method: 'POST',
        headers: { authorization: `Bearer ${gatewayToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          table: 'product',
          items: { operator: `operator${operator}`, sim_card_type: sim, pagination: 'false' },
        }),
      });
      const { data } = (await answer.json()) as { data: Ware[] };
      const found = data.find((ware) => ware.status === 1 && ware.name === name);
      if (!found) throw new Error(`"${name}" is not on sale`);
      const shown = (language === 'en' ? found.name_en : null) ?? found.name;
      return { id: found.id, shown, total: found.price + Math.floor((found.price + 5) / 10) };
    },
  };
}

/** The bot's newest message, as shown. */
export const read = (person: Person): string => unmarked(person.last().text);

/** The code of an order, which a touch copies. */
export function codeIn({ html }: Pick<Shown, 'html'>): string {
  const [, code] = /<code>([0-9A-Z]{5}-[0-9A-Z]{5})<\/code>/.exec(html) ?? [];
  if (!code) throw new Error(`There is no code in: ${html}`);
  return code;
}

/** Its buttons, row by row, as shown. */
export const rows = ({ buttons }: Pick<Shown, 'buttons'>): string[][] => buttons.map((row) => row.map(unmarked));

export const labels = (message: Pick<Shown, 'buttons'>): string[] => rows(message).flat();

/** 0935 123 4567. */
export const spoken = (phone: string): string => `${phone.slice(0, 4)} ${phone.slice(4, 7)} ${phone.slice(7)}`;

/** A direct change of stored data. */
export async function inStorage(
  { database }: Pick<World, 'database'>,
  change: (database: Database) => Promise<unknown>,
): Promise<void> {
  const opened = await openDatabase(database.settings, { log: createLog('silent') });
  await change(opened);
  await opened.close();
}
