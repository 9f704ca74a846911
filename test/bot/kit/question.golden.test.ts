import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { searchQuestion } from '#bot/buying/catalogue/search.ts';
import { numberConversation } from '#bot/buying/numbers/contact-keyboard.ts';
import { numberQuestion, wordsQuestion } from '#bot/buying/numbers/next-step.ts';
import { labelQuestion } from '#bot/buying/numbers/questions.ts';
import { historyNumberQuestion } from '#bot/buying/orders/history.ts';
import { amountQuestion } from '#bot/buying/top-up/questions.ts';
import { apiAddressesQuestion, apiHookQuestion, apiTokenNameQuestion } from '#bot/connecting/reselling/handlers.ts';
import { apiLimitQuestion } from '#bot/connecting/reselling/person-handlers.ts';
import { questionConversation } from '#bot/kit/question-conversation.ts';
import { merchantQuestion } from '#bot/money/payment-desk/merchants.ts';
import { inviteQuestion } from '#bot/people/agents/credit.ts';
import { pauseReasonQuestion } from '#bot/running/admin/handlers.ts';
import { periodQuestion } from '#bot/running/files/handlers.ts';
import { decisionQuestion } from '#bot/running/manual-review/handlers.ts';
import { lookupQuestion } from '#bot/running/order-lookup/handlers.ts';
import { shopNameQuestion, shopPictureQuestion, shopWelcomeQuestion } from '#bot/running/shop-profile/handlers.ts';
import { messageQuestion } from '#bot/support/broadcasts/handlers.ts';
import { answerQuestion, supportQuestion, textQuestion } from '#bot/support/support/questions.ts';

const mobile = '989351234567';

/** Questions are stored while the bot waits: a new version must understand those of the previous one. */
test.each([
  [numberQuestion({ lead: { kind: 'any' } }), '{"for":"number","lead":{"kind":"any"}}'],
  [numberQuestion({ lead: { kind: 'product', id: 7 } }), '{"for":"number","lead":{"kind":"product","id":7}}'],
  [
    numberQuestion({ lead: { kind: 'amount', id: 7, amount: 9 } }),
    '{"for":"number","lead":{"kind":"amount","id":7,"amount":9}}',
  ],
  [
    numberQuestion({ lead: { kind: 'credit', id: 7, credit: 9 } }),
    '{"for":"number","lead":{"kind":"credit","id":7,"credit":9}}',
  ],
  [labelQuestion({ mobile }), `{"for":"label","mobile":"${mobile}"}`],
  [amountQuestion({ id: 7, mobile }), `{"for":"amount","id":7,"mobile":"${mobile}"}`],
  [searchQuestion(), '{"for":"search"}'],
  [periodQuestion({ book: 'shop' }), '{"for":"period","book":"shop"}'],
  [periodQuestion({ book: { id: 1, name: 'Ali' } }), '{"for":"period","book":{"id":1,"name":"Ali"}}'],
  [historyNumberQuestion({ state: 'open', time: 'week' }), '{"for":"past","state":"open","time":"week"}'],
  [lookupQuestion(), '{"for":"find"}'],
  [inviteQuestion(), '{"for":"invite"}'],
  [pauseReasonQuestion(), '{"for":"pauseSelling"}'],
  [messageQuestion(), '{"for":"announce"}'],
  [decisionQuestion({ order: 'abc', as: 'rejected' }), '{"for":"decide","order":"abc","as":"rejected"}'],
  [supportQuestion({}), '{"for":"support"}'],
  [supportQuestion({ sent: true }), '{"for":"support","sent":true}'],
  [wordsQuestion({ words: '20k' }), '{"for":"number-for-words","words":"20k"}'],
  [answerQuestion({ person: 1 }), '{"for":"supportAnswer","person":1}'],
  [apiTokenNameQuestion({ token: null }), '{"for":"apiTokenName","token":null}'],
  [apiAddressesQuestion({ token: 'abc' }), '{"for":"apiAddresses","token":"abc"}'],
  [merchantQuestion({ method: 'zibal' }), '{"for":"ownMerchant","method":"zibal"}'],
  [apiHookQuestion(), '{"for":"apiHook"}'],
  [apiLimitQuestion({ person: 1 }), '{"for":"apiLimit","person":1}'],
  [shopNameQuestion(), '{"for":"shopName"}'],
  [shopWelcomeQuestion({ readers: 'all' }), '{"for":"shopWelcome","readers":"all"}'],
  [shopPictureQuestion(), '{"for":"shopPicture"}'],
  [textQuestion({ kind: 'faq', text: null }), '{"for":"supportText","kind":"faq","text":null}'],
])('%j is stored in the same form', (question, stored) => {
  expect(JSON.stringify(question)).toBe(stored);
});

test('conversations keep their stored names', () => {
  expect([questionConversation, numberConversation]).toEqual(['typing', 'sharing']);
});

const bot = new URL('../../../src/bot/', import.meta.url);

/** Each button that asks for a text, with the name under which its question is stored. Its data are the button's fields. */
const asks = () =>
  readdirSync(bot, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('kit/'))
    .flatMap((path) => [...readFileSync(new URL(path, bot), 'utf8').matchAll(/(\w+): \{\s+stored: '?([\w.-]+)/g)])
    .map(([, button, stored]) => `${button} ${stored}`)
    .toSorted();

test('questions of buttons keep their stored names', () => {
  expect(asks()).toEqual([
    'askCredit credit',
    'askInvite inviteQuestion.for',
    'askMessage messagePerson',
    'askNote note',
    'askPause pause',
    'askReferral referral',
    'askRenameTier rename-tier',
    'askTier tier',
    'askTurnover turnover',
  ]);
});
