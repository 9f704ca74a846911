import { agentActions } from '#bot/actions/agents.ts';
import { customerActions } from '#bot/actions/customers.ts';
import { canNow } from '#bot/kit/action.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import { oneLine, truncate, untrusted } from '#bot/kit/formatter.ts';
import { clampPage, pageSize, promptScreen } from '#bot/kit/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Parts } from '#bot/parts.ts';
import { mistakenNumber, plainDigits } from '#domain/phone.ts';
import { customersScreen, foundCustomersScreen, notesScreen, personOrdersScreen } from './screens.ts';

const findCustomerQuestion = defineQuestion('findCustomer');

/** Fewer than elsewhere: its first page also sorts and finds. */
const listSize = pageSize - 1;
/** So that a page of them fits into one message. */
const notesSize = 5;
const noteLength = 300;
const messageLength = 1_000;

/** Everyone who wrote to the bot: listed, found, noted about and written to. */
export function createCustomersFeature({ customers, orders, people }: Parts): Feature {
  async function named(id: number): Promise<{ id: number; name: string }> {
    const person = await people.find(id);
    return { id, name: person?.name || String(id) };
  }

  async function notes({ format }: BotRequest, person: number, page: number): Promise<Reply> {
    const at = clampPage(page);
    const notesPage = await customers.notes(person, at - 1, notesSize);
    const names = await people.names([...new Set(notesPage.notes.map(({ authorId }) => authorId))]);
    return { screen: notesScreen(format, { ...notesPage, names, person: await named(person), page: at }) };
  }

  const handlers: Handlers<typeof customerActions> = {
    customers: async ({ format }, { sort, page }) => {
      const at = clampPage(page);
      const customerPage = await customers.list(sort, at - 1, listSize);
      return { screen: customersScreen(format, { ...customerPage, sort, page: at }) };
    },
    askFindCustomer: async ({ format }) => ({
      screen: promptScreen(
        format,
        format.html('ask-find-customer'),
        customerActions.customers({ sort: 'newest', page: 1 }),
      ),
      question: findCustomerQuestion(),
    }),
    personOrders: async ({ format }, { person, page }) => {
      const history = await orders.ofBuyer(person, page - 1);
      return { screen: personOrdersScreen(format, { ...history, person: await named(person) }) };
    },
    notes: (request, { person, page }) => notes(request, person, page),
    removeNote: async (request, { person, note }) => {
      const removal = await customers.removeNote(request.person.id, note);
      if (!removal.ok) return failureReply(request.format, removal.error);
      return notes(request, person, 1);
    },
    askNote: {
      stored: 'note',
      text: ({ format }) => format.html('ask-note'),
      back: ({ person }) => customerActions.notes({ person, page: 1 }),
      isForOthers: true,
      answer: async (request, text, { person }) => {
        const addition = await customers.addNote(request.person.id, person, truncate(oneLine(text), noteLength, ''));
        return addition.ok ? notes(request, person, 1) : failureReply(request.format, addition.error);
      },
    },
    askMessage: {
      stored: 'messagePerson',
      text: async ({ format }, { person }) =>
        format.html('ask-message', { name: untrusted((await named(person)).name) }),
      back: ({ person }) => agentActions.agent({ person }),
      isForOthers: true,
      answer: async (request, text, { person }, { again }) => {
        const back = agentActions.agent({ person });
        if (text.length > messageLength) return again({ code: 'message-too-long' });
        const result = await customers.message(request.person.id, person, text, request.idempotencySource);
        if (!result.ok) return failureReply(request.format, result.error, back);
        return { screen: promptScreen(request.format, request.format.html('message-sent'), back) };
      },
    },
  };

  // A number alone is what they look for here.
  const findCustomer = onAnswer(findCustomerQuestion, async (request, input) => {
    const { text } = input;
    const [mobile] = input.mobiles;
    if (!canNow(request.person, 'people') || (text === undefined && mobile === undefined)) return notAnAnswer;
    if (input.isSale) return notAnAnswer;
    const order = text === undefined ? null : await orders.byCode(text);
    if (order) return { redirect: agentActions.agent({ person: order.buyerId }) };
    const words = plainDigits(text ?? '').trim();
    const foundPeople = await customers.find(words, mobile ?? null);
    const [only] = foundPeople;
    if (only && foundPeople.length === 1) return { redirect: agentActions.agent({ person: only.id }) };
    const mistake = only || mobile !== undefined ? null : mistakenNumber(words);
    if (mistake && mistake.failure.code !== 'number-invalid')
      return askAgain(request, mistake.failure, customerActions.customers({ sort: 'newest', page: 1 }));
    const screen = foundCustomersScreen(request.format, {
      people: foundPeople,
      words: text ?? `0${mobile?.slice(2)}`,
    });
    return { screen, question: findCustomerQuestion() };
  });

  return defineFeature(customerActions, handlers, [findCustomer]);
}
