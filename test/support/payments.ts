import type { Person, Shown } from '@sharj/local-telegram';
import { type Bank, createBank } from '@sharj/sandbox';
import type { BotConfig } from '#config/config.ts';
import type { Language } from '#domain/language.ts';
import { bankMethods, merchantId, visit } from '#test/payments/bank-stage.ts';
import { look } from './agents.ts';
import { says } from './buyer.ts';
import { freePort } from './free-port.ts';
import { createWorld, type World } from './world.ts';

/** The sandbox bank, and the settings of a bot whose payers pay there. */
export async function openBank(): Promise<{ bank: Bank; config: Pick<BotConfig, 'port' | 'onlinePayments'> }> {
  const bank = await createBank({ database: ':memory:', host: '127.0.0.1', port: 0 });
  const port = await freePort();
  const onlinePayments = {
    publicUrl: `http://127.0.0.1:${port}`,
    description: 'Wallet',
    accounts: bankMethods.map((method) => ({ method, merchant: merchantId, url: bank.url })),
    isOpen: true,
  };
  return { bank, config: { port, onlinePayments } };
}

/** A bot whose payers pay at the sandbox bank. */
export async function openBankWorld() {
  const { bank, config } = await openBank();
  const world = await createWorld({ products: 120, config });
  const close = async () => {
    await world.close();
    await bank.close();
  };
  return { bank, world, close };
}

const payLinkOn = ({ message }: Shown): string | undefined =>
  message.reply_markup?.inline_keyboard
    .flat()
    .flatMap((button) => ('url' in button && button.url !== undefined ? [button.url] : []))
    .find((url) => url.includes('/pay/') && !url.includes('/by/'));

/** The address behind the newest link to the page of a payment; other links are for the same sum elsewhere. */
export function payLink(person: Person): string {
  const link = person.messages().toReversed().map(payLinkOn).find(Boolean);
  if (link === undefined) throw new Error(`no link to a payment page; the last message: ${person.last().text}`);
  return link;
}

/** The same of a bot that may try the press again first. */
export async function laterPayLink(person: Person): Promise<string> {
  await person.sees((shown) => payLinkOn(shown) !== undefined);
  return payLink(person);
}

/** From our page to the bank, and there the button that is pressed. Gives where the browser is sent next. */
export async function atBank(link: string, press: 'pay' | 'close' | 'late' | 'cancel'): Promise<string | null> {
  const { location } = await visit(link);
  if (location === null) throw new Error('our page does not forward to the bank');
  return (await visit(location, press)).location;
}

/** Back from the bank: what our page says in the end. */
export async function backFrom(location: string | null): Promise<string | null> {
  const { location: result } = await visit(location ?? '');
  const { html } = await visit(new URL(result ?? '', location ?? '').href);
  return /data-state="(\w+)"/.exec(html)?.[1] ?? null;
}

/** What the bank really took, in rials. */
export const takenBy = (bank: Bank): number => bank.payments().reduce((sum, { taken }) => sum + (taken ?? 0), 0);

/** What wallets were credited for payments of a method. */
export const creditedFor = (world: World, personId: number): Promise<number> =>
  look(world, async ({ db }) => {
    const rows = await db
      .selectFrom('ledger')
      .select('balance_delta')
      .where('kind', '=', 'payment')
      .where('person_id', '=', personId)
      .execute();
    return rows.reduce((sum, { balance_delta }) => sum + balance_delta, 0);
  });

const names = [
  ...['amount', 'asked', 'balance', 'owner', 'method', 'why', 'tail', 'name', 'min', 'max'],
  ...[
    'limit',
    'left',
    'anew',
    'role',
    'until',
    'reason',
    'person',
    'debt',
    'when',
    'state',
    'address',
    'network',
    'most',
  ],
];
const blanks = { ...Object.fromEntries(names.map((name) => [name, '|'])), count: 7 };

/** The first words of a message that stand beside its variables. */
export function begins(language: Language, key: string): string {
  const words = says(language, key, blanks).split('|');
  return words.find((part) => part.trim().length > 3) ?? key;
}
