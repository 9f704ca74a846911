import type { Person } from '@sharj/local-telegram';
import { createSalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import { makeSqlite } from './databases.ts';
import { inStorage, languages, type Story, storyIn, unmarked } from './story.ts';
import { createWorld } from './world.ts';

/** Prints the bot's screens in both languages as text: npx node test/support/gallery.ts [fa|en] */
const world = await createWorld({ database: await makeSqlite() });
const wanted = process.argv[2];

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function paint(title: string, person: Person): void {
  const { text, buttons } = person.last();
  const { keyboard, toast } = person.screen();
  print(`\n── ${title} ${'─'.repeat(Math.max(2, 60 - title.length))}`);
  print(unmarked(text));
  for (const row of buttons) print(`   ${row.map((label) => `[ ${unmarked(label)} ]`).join(' ')}`);
  for (const row of keyboard ?? []) print(`   ⌨ ${row.map((label) => `[ ${label} ]`).join(' ')}`);
  if (toast?.text) print(`   (toast) ${toast.text}`);
}

type Step = (person: Person) => Promise<unknown>;

const type =
  (text: string): Step =>
  (person) =>
    person.type(text);
const press =
  (...buttons: (string | RegExp)[]): Step =>
  async (person) => {
    for (const button of buttons) await person.press(button);
  };
const first: Step = (person) => person.press({ row: 0, column: 0 });
const both =
  (one: Step, other: Step): Step =>
  async (person) => {
    await one(person);
    await other(person);
  };

const pause = (paused: boolean): Promise<void> =>
  inStorage(world, (database) => {
    const selling = createSalesPause({ database, now: world.now });
    return paused ? selling.pause('owner', 'Nowruz · نوروز', 'gallery') : selling.resume('owner');
  });

async function walk({ language, t, money, price, buyer, stranger }: Story): Promise<void> {
  const name = language === 'fa' ? 'سارا' : 'Sara';
  const steps: readonly (readonly [string, Step])[] = [
    ['start', type('/start')],
    ['help', type('/help')],
    ['terms', press(t('key-terms'))],
    ['settings', type('/settings')],
    ['numbers, none', press(t('key-numbers'))],
    ['orders, none', type('/orders')],
    ['offers: which number?', both(type('/start'), press(t('key-offers')))],
    ['not a number', type('hello')],
    ['a number', type('0935 123 45 67')],
    ['offers', press(t('key-offers'))],
    ['confirm', press(price(33_000))],
    ['receipt', both(press(t('key-confirm', { total: money(33_000) })), (person) => person.sees(/✅ /))],
    ['buy again: the twin', press(t('key-buy-again'))],
    ['change number', press(t('key-change'), t('key-change-number'))],
    ['another operator', type('09121112233')],
    ['number', type('۰۹۳۵۱۲۳۴۵۶۷')],
    ['change operator', press(t('key-change-operator'))],
    ['change SIM', press(t('key-back'), t('key-change-sim'))],
    ['save', press(t('key-back'), t('key-save-number'))],
    ['named', type(language === 'fa' ? 'مادر' : 'mother')],
    ['edit', press(t('key-edit-number'))],
    ['numbers', both(type('/settings'), press(t('key-numbers')))],
    ['forgotten', both(type('09121112233'), press(t('key-is-postpaid')))],
    ['packages', both(type('/start'), press(t('key-packages')))],
    ['which SIM', press({ fa: 'ایرانسل', en: 'Irancell' }[language === 'en' ? 'en' : 'fa'])],
    ['categories', press(t('sim-prepaid'))],
    ['sub-categories', press(/ماهانه|Monthly/)],
    ['options', press(t('key-shelf-options'))],
    ['list', press(/تا ۱۰ گیگابایت|Up to 10 GB/)],
    ['chosen: which number', first],
    ['confirm a package', press({ fa: 'مادر', en: 'mother' }[language === 'en' ? 'en' : 'fa'])],
    ['back to the list', press(t('key-change'), t('key-change-package'))],
    ['search', type('/search')],
    ['found', type('10gb')],
    ['none', type('/search zebra')],
    ['top-up', both(type('09351234567'), press(t('key-topup')))],
    ['another amount', press(t('key-other-amount'))],
    ['not an amount', type('much')],
    ['out of range', type('5')],
    ['confirm a top-up', type(language === 'fa' ? '۵۰ هزار تومان' : '50,000 tomans')],
    ['cancelled', press(t('key-cancel'))],
    ['fixed', both(type('09351234567'), press(t('key-topup'), /همهٔ شارژها|All top-ups/))],
    ['TD-LTE', type('09411234567')],
    ['several', type('09121234567 09351234567')],
    ['unknown', type('hello there')],
    ['sticker', (person) => person.sendSticker()],
    ['code', (person) => person.type('ABCDE-12345')],
    ['orders', type('/orders')],
    ['an order', first],
    ['cancel', type('/cancel')],
  ];
  const person = await buyer(name);
  print(`\n════ ${language} ${'═'.repeat(60)}`);
  for (const [title, step] of steps) {
    await step(person);
    paint(title, person);
  }
  const poor = stranger('Poor');
  await poor.type('09361234567');
  await poor.press(t('key-offers'));
  await poor.press(price(33_000, 'toman'));
  paint('confirm without money, in tomans', poor);
  await poor.press(/✅/);
  paint('wallet too small', poor);
  await pause(true);
  await person.type('09351234567');
  await person.press(t('key-offers'));
  await person.press(price(33_000));
  paint('paused', person);
  await pause(false);
  await world.fault('offers', '503');
  await person.type('09351234567');
  await person.press(t('key-offers'));
  paint('no offers', person);
  await world.fault('offers', null);
  await world.fault('purchase', 'cut-before');
  await person.type('09381234567');
  await person.press(t('key-offers'));
  await person.press(price(33_000));
  await person.press(/✅/);
  await person.sees(/⏳.*\n/);
  paint('checking', person);
  await world.fault('purchase', null);
  await person.sees(({ text }) => text.startsWith('✅') && text.includes('0938'));
  await person.type('09391234567');
  await person.press(t('key-offers'));
  await person.press(price(33_000));
  world.pass(11 * 60_000);
  await person.press(/✅/);
  paint('expired', person);
  world.pass(20 * 60_000);
  await person.type('/start');
  await person.press(t('key-packages'));
  paint('old prices', person);
}

for (const language of languages) if (!wanted || wanted === language) await walk(storyIn(language, () => world));
await world.close();
