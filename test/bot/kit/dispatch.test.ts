import { describe, expect, test } from 'vitest';
import { defineAction } from '#bot/kit/action.ts';
import { encodeAction } from '#bot/kit/callback-data.ts';
import { createDispatcher } from '#bot/kit/dispatch.ts';
import { defineFeature } from '#bot/kit/feature.ts';
import { oneOf, whole } from '#bot/kit/fields.ts';
import { createFormatter } from '#bot/kit/formatter.ts';
import { defineQuestion, onAnswer } from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult } from '#bot/kit/request.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { withPauseNotice } from '#bot/words/pause-notice.ts';
import { defaultOperators } from '#domain/operators.ts';
import { readText } from '#domain/reading/reading.ts';

const texts = loadTexts(new URL('../../../locales', import.meta.url).pathname);
const format = createFormatter({ texts, operators: defaultOperators }, 'en', 'toman');

const requestBy = (person: Partial<BotRequest['person']> = {}): BotRequest => ({
  person: {
    id: 1,
    name: 'Sara',
    role: 'customer',
    staff: null,
    language: 'en',
    unit: 'toman',
    pausedWhy: null,
    ...person,
  },
  format,
  idempotencySource: 'update:1',
  messageId: null,
});

const actions = {
  look: defineAction({ tag: 'l', fields: { page: whole }, permission: 'buy', whilePaused: true }),
  shop: defineAction({ tag: 's', fields: {}, permission: 'buy', towardsPurchase: true }),
  choose: defineAction({ tag: 'c', fields: {}, permission: 'buy', towardsPurchase: true }),
  run: defineAction({ tag: 'r', fields: {}, permission: 'run' }),
  enter: defineAction({ tag: 'e', fields: { to: oneOf(['shop', 'run']) }, permission: 'buy', whilePaused: true }),
};
const pageQuestion = defineQuestion<{ readonly book: string }>('page');

const feature = defineFeature(
  actions,
  {
    look: async (_, { page }) => ({ screen: { text: `page ${page}`, keys: [] } }),
    shop: async () => ({ screen: { text: 'shop', keys: [] } }),
    choose: async () => ({ redirect: actions.shop() }),
    run: async () => ({ screen: { text: 'run', keys: [] } }),
    enter: async (_, { to }) => ({ redirect: actions[to]() }),
  },
  [
    onAnswer(pageQuestion, async (_, { text }, { book }) =>
      text === undefined ? { screen: { text: book, keys: [] } } : { redirect: actions.look({ page: Number(text) }) },
    ),
  ],
);

const asItIs = (_: BotRequest, reply: Promise<HandlerResult>) => reply;
const dispatcher = createDispatcher([feature], asItIs);

describe('dispatch', () => {
  test('calls the handler of an action with its fields', async () => {
    const decoded = dispatcher.decode(encodeAction(actions.look({ page: 37 })));
    expect(decoded?.inNewMessage).toBe(false);
    const reply = await dispatcher.dispatch(requestBy(), decoded?.action ?? actions.run());
    expect(reply.screen?.text).toBe('page 37');
  });

  test.each(['1x', '1l', '1l:-1', '1s:1', '2s', ''])('%j is not our button', (data) => {
    expect(dispatcher.decode(data)).toBeNull();
  });

  test('refuses what a role or a pause forbids', async () => {
    const refused = await dispatcher.dispatch(requestBy(), actions.run());
    expect(refused).toMatchObject({ failure: { code: 'not-allowed' } });
    const paused = requestBy({ pausedWhy: 'debts' });
    expect(await dispatcher.dispatch(paused, actions.shop())).toMatchObject({
      failure: { code: 'person-paused', reason: 'debts' },
    });
    expect((await dispatcher.dispatch(paused, actions.look({ page: 1 }))).screen?.text).toBe('page 1');
  });

  test('checks where a redirect leads, too', async () => {
    const paused = requestBy({ pausedWhy: 'debts' });
    expect(await dispatcher.dispatch(paused, actions.enter({ to: 'shop' }))).toMatchObject({
      failure: { code: 'person-paused' },
    });
    expect(await dispatcher.dispatch(requestBy(), actions.enter({ to: 'run' }))).toMatchObject({
      failure: { code: 'not-allowed' },
    });
  });

  test('says once that sales are paused, also after a redirect', async () => {
    const { dispatch } = createDispatcher([feature], (request, reply) =>
      withPauseNotice(async () => ({ reason: '', by: 'owner', at: 0 }), request, reply),
    );
    const notice = format.html('paused-now');
    expect((await dispatch(requestBy(), actions.shop())).screen?.text).toBe(`${notice}\n\nshop`);
    expect((await dispatch(requestBy(), actions.choose())).screen?.text).toBe(`${notice}\n\nshop`);
    expect((await dispatch(requestBy(), actions.look({ page: 1 }))).screen?.text).toBe('page 1');
  });

  test('an answer is dispatched; an unknown question throws', async () => {
    const typed = { message: undefined, mobiles: [], isSale: false, reading: readText('5', defaultOperators) };
    const answer = await dispatcher.answer(requestBy(), { ...typed, text: '5' }, pageQuestion({ book: 'a' }));
    expect(answer).toEqual({
      kind: 'done',
      screen: { text: 'page 5', keys: [] },
      ask: null,
      tracks: null,
      quoted: null,
    });
    await expect(dispatcher.answer(requestBy(), { ...typed, text: '5' }, { for: 'nothing' })).rejects.toThrow(
      'nothing',
    );
  });

  test('two features with the same tag or question do not start', () => {
    const other = defineFeature(
      { look: defineAction({ tag: 'l', fields: {}, permission: 'buy' }) },
      {
        look: async () => ({ screen: { text: '', keys: [] } }),
      },
    );
    expect(() => createDispatcher([feature, other], asItIs)).toThrow('"l"');
    expect(() => createDispatcher([feature, { actions: [], questions: feature.questions }], asItIs)).toThrow('"page"');
  });
});
