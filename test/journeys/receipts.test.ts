import type { Person, Shown } from '@sharj/local-telegram';
import jsQR from 'jsqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { daysText } from '#bot/running/files/csv-export.ts';
import { dayOf } from '#domain/calendar.ts';
import { presetDays } from '#domain/period.ts';
import { everything, look, meetOwner } from '#test/support/agents.ts';
import { forge, greet, leadsTo, orderOn, says, tap, topUp } from '#test/support/buyer.ts';
import { download } from '#test/support/downloads.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { viewIn } from '#test/support/picture-cases.ts';
import { readPng } from '#test/support/png.ts';
import { unmarked } from '#test/support/story.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(() => world.close());

let numbers = 0;

/** A buyer with the Confirm button on the screen. */
async function choose(buyer: Person) {
  numbers += 1;
  const mobile = `989129${String(numbers).padStart(6, '0')}`;
  await forge(buyer, { to: 'product', id: topUp.id, mobile });
  return { id: orderOn(buyer), mobile, masked: `0912•••${mobile.slice(-4)}` };
}

async function linkOf(buyer: Person): Promise<string> {
  if (!leadsTo('share')(buyer.last())) await tap(buyer, { to: 'more' });
  await tap(buyer, { to: 'share' });
  const [link] = /https:\/\/t\.me\/\S+/.exec(unmarked(buyer.last().text)) ?? [];
  if (!link) throw new Error(`There is no link in: ${buyer.last().text}`);
  return link;
}

const isPhoto = ({ media }: Shown) => media === 'photo';

describe.each(journeyLanguages)('a shared receipt, in %s', (language) => {
  const t = (key: string, variables?: Record<string, string>) => says(language, key, variables);
  const stranger = () => {
    numbers += 1;
    return world.telegram.person({ id: 6_500_000 + numbers, first_name: 'Stranger', language_code: language });
  };

  test('shows everyone with its link the order’s state, and nothing about the buyer', async () => {
    const buyer = await greet(world, { language });
    const { mobile, masked } = await choose(buyer);
    await world.fault('purchase', '503', null);
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-unsure'));
    const link = await linkOf(buyer);
    const reader = stranger();
    await reader.open(link);
    expect(reader.last().text).toContain(t('proof-open'));
    await world.fault('purchase', null);
    await buyer.sees(t('state-delivered'));
    await reader.open(link);
    const said = unmarked(reader.last().text);
    expect(said).toContain(t('state-delivered'));
    expect(said).toContain(masked);
    for (const secret of [buyer.first_name, String(buyer.id), mobile.slice(2), mobile.slice(5)])
      expect(said).not.toContain(secret);
    // The link stays valid, and the owner sees no more than others.
    const owner = await meetOwner(world, language);
    await owner.open(link);
    expect(unmarked(owner.last().text)).toContain(masked);
  });

  test('shows that an order was rejected', async () => {
    const buyer = await greet(world, { language });
    await choose(buyer);
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-delivered'));
    await look(world, ({ db }) =>
      db.updateTable('orders').set({ state: 'rejected' }).where('buyer_id', '=', buyer.id).execute(),
    );
    await forge(buyer, { to: 'orders', page: 1 });
    await tap(buyer, { to: 'order' });
    const reader = stranger();
    await reader.open(await linkOf(buyer));
    expect(reader.last().text).toContain(t('proof-rejected'));
  });

  test('can also be read by a paused person', async () => {
    const buyer = await greet(world, { language });
    await choose(buyer);
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-delivered'));
    const link = await linkOf(buyer);
    const owner = await meetOwner(world, language);
    await forge(owner, { to: 'askPause', person: buyer.id });
    await owner.type('a while');
    await buyer.open(link);
    expect(buyer.last().text).toContain(t('state-delivered'));
  });

  test('gives a guess, a changed proof and a bare code the same answer and writes nothing', async () => {
    const buyer = await greet(world, { language });
    const { id } = await choose(buyer);
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(t('state-delivered'));
    const link = await linkOf(buyer);
    const start = new URL(link).searchParams.get('start') ?? '';
    const order = await look(world, ({ db }) =>
      db.selectFrom('orders').select('webservice_code').where('id', '=', id).executeTakeFirstOrThrow(),
    );
    const code = order.webservice_code;
    const reader = stranger();
    await reader.type('/start');
    const kept = await everything(world);
    const last = start.endsWith('A') ? 'B' : 'A';
    const tries = [
      `r_${code.replace('-', '')}`,
      `r_${code}`,
      start.slice(0, -1) + last,
      start.slice(0, -1),
      `r_ZZZZZZZZZZ${start.slice(12)}`,
      `r_${code.replace('-', '')}${'A'.repeat(16)}`,
      'r_',
    ];
    for (const wrong of [...tries, ...tries]) {
      await reader.type(`/start ${wrong}`);
      expect(reader.last().text, wrong).toBe(t('proof-unknown'));
    }
    // Another person's code gets the answer of an unknown one, even where a number is asked for.
    for (const before of [null, { to: 'askNumber', purpose: 'any' }] as const) {
      await forge(reader, before ?? { to: 'menu' });
      await reader.type(code);
      const known = reader.last().text;
      await forge(reader, before ?? { to: 'menu' });
      await reader.type(code.startsWith('1') ? `2${code.slice(1)}` : `1${code.slice(1)}`);
      expect(reader.last().text).toBe(known);
      expect(known).not.toContain('•••');
    }
    expect(await everything(world)).toBe(kept);
  });

  test('has a picture with the same facts and a QR code of the link', async () => {
    const buyer = await greet(world, { language });
    const { masked } = await choose(buyer);
    await tap(buyer, { to: 'confirm' });
    const receipt = await buyer.sees(t('state-delivered'));
    await tap(buyer, { to: 'more' });
    await tap(buyer, { to: 'picture' });
    const shown = await buyer.sees(isPhoto);
    expect(unmarked(shown.text)).toContain(masked);
    const link = await linkOf(buyer);
    const { data, width, height } = readPng(await download(world, shown));
    expect(jsQR.default(data, width, height)?.data).toBe(link);
    // The receipt itself stays.
    expect(buyer.messages().find(({ id }) => id === receipt.id)?.text).toContain(t('state-delivered'));
  });

  test('is shared and drawn only by the buyer, and only after delivery', async () => {
    const buyer = await greet(world, { language });
    const { id } = await choose(buyer);
    const reader = await greet(world, { language });
    for (const to of ['share', 'picture'] as const) {
      await forge(reader, { to, order: id });
      expect(reader.last().text).toBe(t('failure-order-not-yours'));
      await forge(buyer, { to, order: id });
      expect(buyer.last().text).toContain(t('state-quoted'));
    }
    expect([...buyer.messages(), ...reader.messages()].some(isPhoto)).toBe(false);
  });

  test('a chart of thirty days shows everyone’s sales to the owner, and their own to an agent', async () => {
    const owner = await meetOwner(world, language);
    await forge(owner, { to: 'menu' });
    await tap(owner, { to: 'report' });
    const since = owner.mark();
    await tap(owner, { to: 'chart' });
    const shown = await owner.sees(isPhoto, { since });
    expect(shown.text).toContain(t('chart-shop'));
    expect(readPng(await download(world, shown))).toMatchObject({ width: 1_200, height: 760 });
    await forge(owner, { to: 'report', of: owner.id, span: 'month', day: null });
    await tap(owner, { to: 'chart', of: owner.id });
    await owner.sees(({ text, media }) => media === 'photo' && text.includes(t('chart-mine')), { since });
    await tap(owner, { to: 'reportFile', span: 'month' });
    // The owner has no sales of their own.
    const days = presetDays('month', dayOf(world.now()), language === 'fa' ? 'persian' : 'gregorian');
    await owner.sees(t('file-empty', { days: daysText(viewIn(language), days) }), { since });
  });
});
