import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultOperators } from '#domain/operators.ts';
import { driftIn, look, makeAgent, walletOf } from '#test/support/agents.ts';
import { find, forge, greet, keysOn, rangedTopUpId, says, tap, topUp } from '#test/support/buyer.ts';
import { readCsv } from '#test/support/csv.ts';
import { download } from '#test/support/downloads.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { labels, read, spoken, unmarked } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 420 });
});
afterAll(() => world.close());

let phones = 0;
const phone = (prefix = '0912') => {
  phones += 1;
  return `${prefix}${String(6_000_000 + phones)}`;
};
const many = (count: number, prefix?: string) => Array.from({ length: count }, () => phone(prefix));
const stored = (mobile: string) => `98${mobile.slice(1)}`;
/** The price at which the gateway sold each number. */
const soldTo = async (numbers: readonly string[]) => {
  const sales = await world.sales();
  return numbers.map((number) => sales.filter(({ mobile }) => mobile === stored(number)).map(({ price }) => price));
};
const isOver = (message: Parameters<typeof keysOn>[0]) => keysOn(message).some(({ press }) => press.to === 'bulkFile');

describe.each(journeyLanguages)('a list of numbers, in %s', (language) => {
  const t = (key: string, variables?: Parameters<typeof says>[2]) => says(language, key, variables);

  test('an agent gives each operator of a mixed list a package with one paste and at most four taps', async () => {
    const agent = await makeAgent(world, { language, limit: 100_000_000 });
    const [first, second] = [many(3), many(2, '0935')];
    let taps = 0;
    const pressed = async (...press: Parameters<typeof tap>) => {
      taps += 1;
      await tap(...press);
    };
    await agent.type([first[0], second[0], first[1], second[1], first[2]].join('\n'));
    for (const [operator, count] of [
      [1, 3],
      [2, 2],
    ] as const) {
      const name = defaultOperators[operator].names[language];
      expect(read(agent)).toContain(t('bulk-section-empty', { operator: name, count }).replace(/<[^>]*>/g, ''));
    }
    await pressed(agent, { to: 'bulkItem' });
    await pressed(agent, { to: 'bulkItem' });
    expect(labels(agent.last())[0]).toContain('✅');
    await pressed(agent, { to: 'bulkConfirm' });
    await agent.sees(isOver);
    expect(taps).toBeLessThanOrEqual(4);
    const prices = await soldTo([...first, ...second]);
    expect(prices.every((sold) => sold.length === 1)).toBe(true);
    expect(new Set(prices.flat()).size).toBeLessThanOrEqual(2);
  });

  test('an agent answers one question for all amounts without a unit', async () => {
    const agent = await makeAgent(world, { language, limit: 100_000_000 });
    const [one, two, clear] = [phone(), phone('0935'), phone()];
    await agent.type(`${one} 30000\n${two} علی 70000\n${clear} ۵۰ هزار تومان`);
    expect(read(agent)).toContain(t('bulk-unit-which', { count: 2 }));
    await tap(agent, { to: 'bulkUnit', unit: 'toman' });
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(isOver);
    expect(await soldTo([one, two, clear])).toEqual([[330_000], [770_000], [550_000]]);
  });
});

describe('a list', () => {
  const t = (key: string, variables?: Parameters<typeof says>[2]) => says('en', key, variables);

  test('with an amount, a package or a saved name in each line is ready to confirm', async () => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    const [plain, named, packaged, other, mother] = [phone(), phone(), phone(), phone('0935'), phone()];
    await agent.type(mother);
    await forge(agent, { to: 'label', mobile: stored(mother) });
    await agent.type('مامان');
    await agent.type(
      [
        `${plain} 50,000 rials`,
        `1; Ali Rezaei; ${named}; 200,000 rials`,
        `${packaged} 10gb monthly`,
        `${other} 100000 rials`,
        'مامان ۵۰۰۰ تومان',
      ].join('\n'),
    );
    expect(keysOn(agent.last()).some(({ press }) => press.to === 'bulkItem')).toBe(false);
    expect(read(agent)).toContain('Irancell (1) · 110,000');
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(isOver);
    const sold = await soldTo([plain, named, packaged, other, mother]);
    expect(sold).toMatchObject([[55_000], [220_000], [expect.any(Number)], [110_000], [55_000]]);
    // If items differ, the result names what each number got.
    expect(read(agent)).toMatch(new RegExp(`✅ ${spoken(packaged)} · 10 GB.* · \\w{5}-\\w{5}`));
    const [package_] = sold[2] ?? [];
    expect(await walletOf(world, agent)).toMatchObject({ balance: -(440_000 + (package_ ?? 0)), held: 0 });
    expect(await driftIn(world)).toEqual([]);
  });

  test('names the number with a missing or extra digit', async () => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    await agent.type(
      [`${phone()} 50000 rials`, `${phone()} 50000 rials`, '0912111224 5000', '091211122445'].join('\n'),
    );
    expect(read(agent)).toContain(t('bulk-row-short', { number: '0912111224 5000', missing: 1 }));
    expect(read(agent)).toContain(t('bulk-row-long', { number: '091211122445', extra: 1 }));
    await tap(agent, { to: 'bulkFix', out: 'no' });
    const { press } = find(agent, { to: 'bulkRow' });
    await forge(agent, { to: 'bulkRow', batch: 'batch' in press ? press.batch : '', row: 2 });
    expect(read(agent)).toContain(t('failure-number-short', { missing: 1 }));
  });

  test('with one wrong line keeps the other, even if that number is there twice', async () => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    const [fine, again, twin] = [phone(), phone(), phone()];
    await agent.type(`${fine} 50000 rials\n${again.slice(0, -1)} 50000 rials`);
    expect(read(agent)).toContain(t('bulk-row-short', { number: `${again.slice(0, -1)} 50000 ria…`, missing: 1 }));
    await agent.press(t('key-bulk-correct', { count: 1 }));
    await agent.type(`${again} 50000 rials`);
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(isOver);
    await agent.type(`${twin} 50000 rials\n${twin} 50000 rials`);
    expect(read(agent)).toContain(t('bulk-twice', { count: 1, which: spoken(twin) }));
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(isOver);
    expect(await soldTo([fine, again, twin])).toEqual([[55_000], [55_000], [55_000]]);
    // Two lines of one sale are not a list.
    await agent.type(`${phone()}\n50000 rials`);
    expect(read(agent)).toContain(t('confirm-title'));
  });

  test('of a customer names the wrong line, and the other number is one tap from its item', async () => {
    const customer = await greet(world, { wallet: 1_000_000 });
    const [fine, wrong] = [phone(), phone().slice(0, -1)];
    await customer.type(`${fine} 50000 rials\n${wrong} 70000 rials`);
    expect(read(customer)).toContain(t('line-mistaken', { line: `${wrong} 70000 rials` }));
    expect(read(customer)).toContain(t('failure-number-short', { missing: 1 }));
    await customer.press(spoken(fine));
    await tap(customer, { to: 'confirm' });
    await customer.sees(t('state-delivered'));
    expect(await soldTo([fine])).toEqual([[55_000]]);
  });

  test('with unreadable lines is corrected line by line without sending it again', async () => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    const [fine, unclear, several, dear, again] = [phone(), phone(), phone(), phone(), phone()];
    await agent.type(
      [
        `${fine} 50000 rials`,
        `${unclear} 20000`,
        '0912123 30000 rials',
        `${several} 10gb`,
        `${dear} 900,000,000 toman`,
        `${fine} 50000 rials`,
      ].join('\n'),
    );
    const written = (number: string, words: string) => t('bulk-row-written', { number: spoken(number), words });
    const shown = read(agent);
    expect(shown).toContain(
      t('bulk-unclear', { count: 2, which: `${written(unclear, '20000')} · ${written(several, '10gb')}` }),
    );
    expect(shown).toContain(t('bulk-not-found', { count: 1, which: written(dear, '900,000,000 toman') }));
    expect(shown).toContain(t('bulk-twice', { count: 1, which: spoken(fine) }));
    expect(shown).toContain('0912123');

    // A forged button does not turn an unreadable line into a number.
    await tap(agent, { to: 'bulkFix', out: 'no' });
    const { press } = find(agent, { to: 'bulkRow' });
    const batch = 'batch' in press ? press.batch : '';
    await forge(agent, { to: 'bulkRowItem', batch, row: 2, id: topUp.id, amount: null });
    expect(read(agent)).toContain(t('bulk-row-number-invalid'));
    await tap(agent, { to: 'bulkTable' });
    await agent.press(t('key-bulk-correct', { count: 4 }));
    await tap(agent, { to: 'bulkRow' });
    expect(read(agent)).toContain(spoken(unclear));
    await tap(agent, { to: 'bulkRowItem', amount: 22_000 });
    // The mistyped number is next, and the seller sends the right one.
    expect(read(agent)).toContain(t('bulk-row-number-invalid'));
    await agent.type('0912');
    expect(read(agent)).toContain(t('failure-number-invalid'));
    await agent.type(`${again} 30000 rials`);
    expect(read(agent)).toContain(spoken(several));
    await tap(agent, { to: 'bulkRowItem', id: firstRowItem(agent) });
    expect(read(agent)).toContain(t('bulk-row-not-found'));
    await agent.type('40000 rials');
    // Everything is readable, so the table comes again.
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(isOver);
    expect(await soldTo([fine, unclear, again, several, dear])).toMatchObject([
      [55_000],
      [22_000],
      [33_000],
      [expect.any(Number)],
      [44_000],
    ]);
  });

  test.each([
    ['a digit is missing', (number: string) => number.slice(0, -1)],
    ['it is another number', () => phone()],
  ])('keeps the item of a row whose number is corrected alone: %s', async (_, mistake) => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    const [fine, right, other] = [phone(), phone(), phone()];
    await agent.type(`${fine} 20000 toman\n${mistake(right)} 10gb monthly\n${other}`);
    await agent.type('20000 toman');
    const batch = batchOn(agent);
    await forge(agent, { to: 'bulkRow', batch, row: 1 });
    await agent.type(right);
    // The answer shows the row as it is now.
    const [package_] = await ofBatch(batch, right);
    expect(package_?.title).toContain('۱۰ گیگ');
    expect(read(agent)).toMatch(new RegExp(`${spoken(right)} · .*10 GB.* · [\\d,]+`));
    await tap(agent, { to: 'bulkTable' });
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(isOver);
    expect(await soldTo([fine, right, other])).toEqual([[220_000], [package_?.total], [220_000]]);
  });

  test('keeps a row’s choice when its number is corrected, and says if it does not suit the new number', async () => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    const [usual, chosen, moved, away] = [phone(), phone(), phone(), phone('0935')];
    await agent.type(`${usual}\n${chosen}`);
    await agent.type('50000 rials');
    const batch = batchOn(agent);
    const amount = 77_000;
    await forge(agent, { to: 'bulkRowItem', batch, row: 1, id: rangedTopUpId, amount });
    await forge(agent, { to: 'bulkRow', batch, row: 1 });
    await agent.type(`${moved} Ali`);
    expect(await ofBatch(batch, moved)).toMatchObject([{ product_id: rangedTopUpId, named_amount: amount }]);
    // The new number has another operator, so it gets neither the item nor a replacement.
    await forge(agent, { to: 'bulkRow', batch, row: 1 });
    await agent.type(away);
    expect(await ofBatch(batch, away)).toEqual([]);
    await forge(agent, { to: 'bulkTable', batch });
    expect(read(agent)).toContain(t('bulk-other-operator', { count: 1, which: spoken(away) }));
    await forge(agent, { to: 'bulkRow', batch, row: 1 });
    await agent.type(chosen);
    await forge(agent, { to: 'bulkTable', batch });
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(isOver);
    expect(await soldTo([usual, chosen, moved, away])).toEqual([[55_000], [77_000], [], []]);
  });

  test('keeps number and SIM type of a row whose item is corrected alone', async () => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    const [one, two] = [phone(), phone()];
    await agent.type(`${one} 50000 rials\n${two} 50000 rials postpaid`);
    const batch = batchOn(agent);
    await forge(agent, { to: 'bulkRow', batch, row: 1 });
    await agent.type('70000 rials');
    expect(await ofBatch(batch, two)).toMatchObject([{ sim_type: 'postpaid', base: 70_000 }]);
    expect(read(agent)).toContain(`${spoken(two)} · `);
  });

  test('asks for an unreadable item next to a wrong number and buys no replacement', async () => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    const [fine, other, right] = [phone(), phone(), phone()];
    await agent.type(`${fine}\n0912123 30000 rials\n${other}`);
    await agent.type('20000 toman');
    const batch = batchOn(agent);
    await forge(agent, { to: 'bulkRow', batch, row: 1 });
    await agent.type(right);
    expect(await ofBatch(batch, right)).toEqual([]);
    expect(read(agent)).toContain(spoken(right));
    expect(keysOn(agent.last()).some(({ press }) => press.to === 'bulkItem')).toBe(true);
  });

  test('asks what a row with another operator gets and leaves the other rows alone', async () => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    const [ported, stays, other] = [phone(), phone(), phone('0935')];
    await agent.type(`${ported}\n${stays}\n${other}\n${phone('0935')}`);
    const batch = batchOn(agent);
    await agent.type('50000 rials');
    await forge(agent, { to: 'bulkTable', batch });
    expect(await ofBatch(batch, ported)).toHaveLength(1);
    await forge(agent, { to: 'bulkRowOperator', batch, row: 0, operator: 2 });
    expect(await ofBatch(batch, ported)).toEqual([]);
    expect(await ofBatch(batch, other)).toHaveLength(1);
    expect(keysOn(agent.last()).some(({ press }) => press.to === 'bulkItem')).toBe(true);
  });

  test('keeps the operator of a ported number whose last digit is corrected', async () => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    const [wrong, right, other] = [phone(), phone(), phone()];
    await agent.type(`${wrong}\n${other}`);
    const batch = batchOn(agent);
    await forge(agent, { to: 'bulkRowOperator', batch, row: 0, operator: 2 });
    await forge(agent, { to: 'bulkRow', batch, row: 0 });
    await agent.type('50000 rials');
    await forge(agent, { to: 'bulkRow', batch, row: 0 });
    await agent.type(right);
    expect(await ofBatch(batch, right)).toMatchObject([{ operator_id: 2, base: 50_000 }]);
  });

  test('says that it did not read the words next to several numbers in one line', async () => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    const [one, two] = [phone(), phone()];
    const note = unmarked(says('en', 'bulk-line-unclear'));
    for (const line of [`${one} ۲۰ هزار تومان ${two} ۳۰ هزار تومان`, `${one} ${two} ۲۰ هزار تومان`]) {
      await agent.type(line);
      expect(unmarked(read(agent)), line).toContain(note);
      // An item chosen before is for all of them, and the bot says so.
      await forge(agent, { to: 'product', id: topUp.id, mobile: null });
      await agent.type(line);
      expect(unmarked(read(agent)), line).toContain(note);
    }
    for (const line of [`${one} ${two}`, `${one} ۲۰ هزار تومان\n${two} ۳۰ هزار تومان`]) {
      await agent.type(line);
      expect(unmarked(read(agent)), line).not.toContain(note);
    }
  });

  test('asks what a small number next to a line means, unless the lines are counted', async () => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    const [fifty, none, twenty] = [phone(), phone(), phone()];
    await agent.type(`${fifty} 50\n${none}\n${twenty} ۲۰`);
    const written = (number: string, words: string) => t('bulk-row-written', { number: spoken(number), words });
    expect(read(agent)).toContain(
      t('bulk-unclear', { count: 2, which: `${written(fifty, '50')} · ${written(twenty, '20')}` }),
    );
    await agent.type(`1 ${fifty}\n2 ${none}\n3 ${twenty}`);
    expect(read(agent)).toContain(`(3)`);
    expect(read(agent)).not.toContain('✖️');
  });

  test('shows a ported number in a section of its own after its operator is corrected', async () => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    const [stays, ported] = many(2);
    await agent.type(`${stays}\n${ported}`);
    await agent.type('50000 rials');
    expect(read(agent)).toContain('Hamrah-e Aval (2) · 110,000');
    await tap(agent, { to: 'bulkRows' });
    await tap(agent, { to: 'bulkRow', row: 1 });
    await tap(agent, { to: 'bulkRowOperator', operator: 2 });
    expect(read(agent)).toContain('Hamrah-e Aval (1) · 55,000');
    expect(read(agent)).toContain('Irancell (1)');
    await tap(agent, { to: 'bulkItem', amount: 110_000 });
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(isOver);
    expect(await soldTo([stays ?? '', ported ?? ''])).toEqual([[55_000], [110_000]]);
    const operators = await look(world, ({ db }) =>
      db
        .selectFrom('orders')
        .select('operator_id')
        .where('mobile', '=', stored(ported ?? ''))
        .where('state', '=', 'delivered')
        .execute(),
    );
    expect(operators.map(({ operator_id }) => operator_id)).toEqual([2]);
  });

  test('can leave a row out and take it in again, even the second one of a number', async () => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    const [one, two] = many(2);
    await agent.type(`${one}\n${two}\n${one}`);
    await agent.type('50000 rials');
    for (const [row, out] of [
      [0, 'yes'],
      [1, 'yes'],
      [1, 'no'],
      [2, 'no'],
    ] as const) {
      await tap(agent, { to: 'bulkRows' });
      await tap(agent, { to: 'bulkRow', row });
      await tap(agent, { to: 'bulkRowOut', out });
    }
    expect(read(agent)).toContain(t('bulk-left-out', { count: 1, which: spoken(one ?? '') }));
    expect(read(agent)).toContain('110,000');
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees(isOver);
    expect(await soldTo([one ?? '', two ?? ''])).toEqual([[55_000], [55_000]]);
  });

  test('waits while its seller browses, and takes what is chosen there without asking for a number', async () => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    const numbers = [...many(2), phone('0935')];
    await agent.type(numbers.join('\n'));
    const waits = t('bulk-list-waits', { count: 3 });
    await forge(agent, { to: 'askNumber', purpose: 'topup' });
    expect(read(agent)).toContain(waits);
    await forge(agent, { to: 'operators', type: 'data' });
    expect(read(agent)).toContain(waits);
    await tap(agent, { to: 'sims', operator: 1 });
    await tap(agent, { to: 'shelf', sim: 'prepaid' });
    expect(read(agent)).toContain(waits);
    await forge(agent, { to: 'product', id: topUp.id, mobile: null });
    expect(read(agent)).toContain('Hamrah-e Aval (2) · 22,000');
    // For a top-up of a free amount it shows the amounts of that section.
    await forge(agent, { to: 'product', id: rangedTopUpId, mobile: null });
    await tap(agent, { to: 'bulkItem', id: rangedTopUpId, amount: 55_000 });
    expect(read(agent)).toContain('Hamrah-e Aval (2) · 110,000');
    await forge(agent, { to: 'operators', type: 'data' });
    await tap(agent, { to: 'bulk' });
    await tap(agent, { to: 'bulkCancel' });
    await forge(agent, { to: 'operators', type: 'data' });
    expect(read(agent)).not.toContain(waits);
    expect(await soldTo(numbers)).toEqual([[], [], []]);
  });

  test('ends with a table of numbers, states and codes, and the same as a file', async () => {
    const agent = await makeAgent(world, { limit: 100_000_000 });
    const numbers = many(3);
    await agent.type([...numbers, '0912123'].join('\n'));
    await agent.type('50000 rials');
    await world.fault('purchase', 'rejected', 1);
    await tap(agent, { to: 'bulkConfirm' });
    const summary = await agent.sees(isOver);
    await world.telegram.quiet();
    const orders = await look(world, ({ db }) =>
      db.selectFrom('orders').select(['mobile', 'state', 'webservice_code']).where('buyer_id', '=', agent.id).execute(),
    );
    expect(orders.map(({ state }) => state).toSorted()).toEqual(['delivered', 'delivered', 'rejected']);
    const shown = read(agent);
    for (const { mobile, state, webservice_code } of orders) {
      expect(shown).toMatch(
        new RegExp(`${state === 'delivered' ? '✅' : '❌'} ${spoken(`0${mobile.slice(2)}`)}.*${webservice_code}`),
      );
    }
    await tap(agent, { to: 'bulkFile' });
    const file = await agent.sees(({ id, message }) => id > summary.id && message.document !== undefined);
    const rows = readCsv(await download(world, file));
    expect(rows).toHaveLength(4);
    const column = (name: string) => t(`column-${name}`, { unit: t('unit-rial') });
    for (const { mobile, state, webservice_code } of orders) {
      const row = rows.find((one) => one[column('code')] === webservice_code);
      expect(row?.[column('number')]).toBe(spoken(`0${mobile.slice(2)}`));
      expect(row?.[column('what')]).toBe('Top-up of 50,000 rials');
      const sums = ['base', 'vat', 'total', 'charge'].map((name) => row?.[column(name)]);
      expect(sums).toEqual(['50000', '5000', '55000', state === 'delivered' ? '55000' : '']);
    }
    expect(rows.at(-1)).toMatchObject({ [column('number')]: '0912123', [column('state')]: t('list-number-invalid') });
    // The failed numbers are sent again, in a message of their own.
    await tap(agent, { to: 'bulkRetry' }, { message: summary.id });
    await tap(agent, { to: 'bulkConfirm' });
    await agent.sees((message) => isOver(message) && message.id > file.id);
    expect(await soldTo(numbers)).toEqual([[55_000], [55_000], [55_000]]);
  });
});

function firstRowItem(agent: Person): number {
  const { press } = find(agent, { to: 'bulkRowItem' });
  if (press.to !== 'bulkRowItem' || press.id === null) throw new Error('There is no meaning to choose.');
  return press.id;
}

/** The open orders of a number in a list. */
const ofBatch = (batch: string, number: string) =>
  look(world, ({ db }) =>
    db
      .selectFrom('orders')
      .selectAll()
      .where('batch_id', '=', batch)
      .where('mobile', '=', stored(number))
      .where('state', '=', 'quoted')
      .execute(),
  );

function batchOn(person: Person): string {
  for (const { press } of keysOn(person.last())) if ('batch' in press) return press.batch;
  throw new Error(`There is no list on: ${person.last().text}`);
}
