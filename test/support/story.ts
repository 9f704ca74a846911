import { loadTexts, type Variables } from '../../src/bot/core/texts.ts';
import { type Language, moneyText, shortMoneyText, type Unit } from '../../src/domain/money.ts';
import { createLog } from '../../src/log.ts';
import type { Person } from '../../src/playground/telegram/people/people.ts';
import type { Shown } from '../../src/playground/telegram/people/screen.ts';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { gatewayToken, type Sale, type World } from './world.ts';

export const languages = ['fa', 'en'] as const satisfies readonly Language[];

const texts = loadTexts(new URL('../../locales', import.meta.url).pathname);

/** A text as it is read: without the marks that keep its directions in order. */
export const unmarked = (text: string): string => text.replace(/[\u200e\u200f\u2066-\u2069]/g, '');

interface Ware {
  readonly id: number;
  readonly name: string;
  readonly name_en: string | null;
  readonly price: number;
  readonly status: number;
}

/** One language's way of telling a story: the words on its buttons, its amounts, its people. */
export interface Story {
  readonly language: Language;
  /** The text of a key, as it stands in the locale. */
  t(key: string, variables?: Variables): string;
  money(rials: number, unit?: Unit): string;
  /** An amount on a button of a list. */
  price(rials: number, unit?: Unit): string;
  /** One back and home, as they stand from left to right. */
  readonly backKeys: readonly string[];
  /** Someone with money in the wallet, who sees amounts in rials. */
  buyer(name: string, rials?: number): Promise<Person>;
  /** Someone who has never written. */
  stranger(name: string): Person;
  /** A number of nobody else's in this language: 11 digits, as people write it. */
  phone(prefix: string): string;
  /** What the gateway really sold for a number. */
  sold(phone: string): Promise<Sale[]>;
  /** Something on sale, by its Persian name, as the gateway itself describes it; `total` is what a buyer pays. */
  ware(
    operator: number,
    sim: 'credit' | 'permanent',
    name: string,
  ): Promise<{ readonly id: number; readonly shown: string; readonly total: number }>;
}

export function storyIn(language: Language, world: () => World): Story {
  let phones = 0;
  const t = (key: string, variables?: Variables) => texts.translate(language, key, variables);
  const stranger = (name: string) => world().telegram.person({ first_name: name, language_code: language });
  return {
    language,
    t,
    backKeys: language === 'fa' ? [t('key-home'), t('key-back')] : [t('key-back'), t('key-home')],
    money: (rials, unit = 'rial') => moneyText(rials, unit, language),
    price: (rials, unit = 'rial') => shortMoneyText(rials, unit, language),
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

/** The newest message of the bot, as it is read. */
export const read = (person: Person): string => unmarked(person.last().text);

/** Its buttons, row by row, as they are read. */
export const rows = ({ buttons }: Pick<Shown, 'buttons'>): string[][] => buttons.map((row) => row.map(unmarked));

export const labels = (message: Pick<Shown, 'buttons'>): string[] => rows(message).flat();

/** As a number is shown: 0935 123 4567. */
export const spoken = (phone: string): string => `${phone.slice(0, 4)} ${phone.slice(4, 7)} ${phone.slice(7)}`;

/** Something that the owner, or time, does to what is stored. */
export async function inStorage(
  { database }: Pick<World, 'database'>,
  change: (database: Database) => Promise<unknown>,
): Promise<void> {
  const opened = await openDatabase(database.settings, { log: createLog('silent') });
  await change(opened);
  await opened.close();
}
