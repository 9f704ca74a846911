import { paymentActions } from '#bot/actions/payments.ts';
import { supportActions } from '#bot/actions/support.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { homeButton } from '#bot/kit/navigation.ts';
import { type Answer, defineQuestion, notAnAnswer, onAnswer, type TypedMessage } from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/kit/request.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import { isAskedForSlips, sentFileIn } from '#bot/words/sent-file.ts';
import { answeredAmount, chooseAmount, readingsOf } from '#domain/amount.ts';
import { mostRials, type Rials, rialsOfToman, type Unit } from '#domain/money.ts';
import { readText } from '#domain/reading/reading.ts';
import type { SlipSubject } from '#shop/money/payments/card-payments.ts';
import type { Payment } from '#shop/money/payments/payment.ts';
import { type SentFile, sourceOf } from '#shop/money/payments/sent-files.ts';

/** Which transfer a photo is the slip of; an amount may be typed. */
const slipAmountQuestion = defineQuestion<{ readonly file: number }>('slip-amount');

/** Banks move any sum; less is a slip of the finger. */
const limits = { min: 1_000 * rialsOfToman, max: mostRials };

/** Shows a payment whose slip was sent. */
export type ShowSlip = (request: BotRequest, payment: Payment) => Promise<Reply>;

interface SlipScreens {
  readonly show: ShowSlip;
  readonly oneAtATime: (format: Formatter, payment: Payment) => Promise<Reply>;
}

/** A photo or a file that answers no question: its sender says whether it is a slip, and of which transfer. */
export function createOfferedSlips(
  { payments, operators }: Pick<Services, 'payments' | 'operators'>,
  { show, oneAtATime }: SlipScreens,
) {
  const { sentFiles, card } = payments;

  /** Null: it is no slip, or its sender decides about slips. `taken`: the file before it in its album asks already. */
  async function offer(request: BotRequest, { message, mobiles }: TypedMessage): Promise<Reply | 'taken' | null> {
    const { person } = request;
    const file = sentFileIn(message);
    if (!file || !isAskedForSlips(person)) return null;
    const open = await card.awaitingSlips(person.id);
    // A number in a caption begins a sale, unless a transfer waits for its slip.
    if (mobiles.length > 0 && open.length === 0) return null;
    const kept = await sentFiles.keep(person.id, file);
    if (kept === 'refused') return null;
    return kept === 'follows' ? 'taken' : ask(request, file, open);
  }

  function ask(
    { format, person }: BotRequest,
    { messageId: file, caption }: SentFile,
    open: readonly Payment[],
  ): Reply {
    const { money, bare } = readText(caption, operators).figures;
    const [figure, ...more] = [...money, ...bare];
    const said = figure && more.length === 0 ? chooseAmount(readingsOf(figure, person.unit), limits, []) : null;
    const amounts = open.length > 0 || said === null ? [] : amountsOf(said);
    return { screen: slipQuestionScreen(format, { file, open, amounts }), question: slipAmountQuestion({ file }) };
  }

  async function submit(request: BotRequest, messageId: number, what: SlipSubject): Promise<Reply> {
    const { person, format } = request;
    const files = await sentFiles.find(person.id, messageId);
    if (files.length === 0) return failureReply(format, { code: 'slip-gone' });
    const [waiting] = await card.awaitingSlips(person.id);
    // Each person has one transfer in the check.
    if ('amount' in what && waiting?.state === 'submitted') return oneAtATime(format, waiting);
    let subject = what;
    let payment: Payment | null = null;
    for (const file of files) {
      const submission = await card.submit(person.id, file.slip, sourceOf(file), subject);
      if (!submission.ok) return payment ? show(request, payment) : failureReply(format, submission.error);
      payment = submission.value;
      subject = { id: payment.id };
    }
    return payment ? show(request, payment) : failureReply(format, { code: 'slip-gone' });
  }

  const question = onAnswer(slipAmountQuestion, async (request, typed, { file }): Promise<Answer | HandlerResult> => {
    const { person } = request;
    const { message, text, reading, mobiles } = typed;
    if (sentFileIn(message)) {
      const reply = await offer(request, typed);
      return reply === 'taken' ? { kind: 'taken' } : (reply ?? notAnAnswer);
    }
    if (text === undefined || mobiles.length > 0 || text.startsWith('/')) return notAnAnswer;
    const open = await card.awaitingSlips(person.id);
    const [only, ...others] = open;
    if (only && others.length === 0 && reading.intents[0]?.intent === 'yes' && reading.rest.length === 0)
      return submit(request, file, { id: only.id });
    const choice = amountIn(text, reading.figures.money, person.unit);
    if (choice === null) return notAnAnswer;
    const back = paymentActions.askSlip({ file });
    if (choice.kind === 'out-of-range')
      return askAgain(request, { code: 'amount-out-of-range', ...limits, nearest: choice.nearest }, back);
    if (choice.kind === 'unclear') {
      const screen = slipQuestionScreen(request.format, { file, open: [], amounts: choice.amounts });
      return { screen, question: slipAmountQuestion({ file }) };
    }
    const named = open.find(({ amount }) => amount === choice.amount);
    return submit(request, file, named ? { id: named.id } : { amount: choice.amount });
  });

  const actions = {
    askSlip: async (request: BotRequest, { file }: { readonly file: number }): Promise<Reply> => {
      const [kept] = await sentFiles.find(request.person.id, file);
      if (!kept) return failureReply(request.format, { code: 'slip-gone' });
      return ask(request, kept, await card.awaitingSlips(request.person.id));
    },
    sendSlip: (request: BotRequest, { file, payment }: { readonly file: number; readonly payment: string }) =>
      submit(request, file, { id: payment }),
    sendSlipOf: (request: BotRequest, { file, amount }: { readonly file: number; readonly amount: Rials }) =>
      submit(request, file, { amount }),
  };

  return { offer, actions, question };
}

type Choice = NonNullable<ReturnType<typeof answeredAmount>>;

const amountsOf = (choice: Choice): readonly Rials[] =>
  choice.kind === 'amount' ? [choice.amount] : choice.kind === 'unclear' ? choice.amounts : [];

/** An amount alone, or the only one with a unit in a sentence. */
function amountIn(text: string, money: readonly Parameters<typeof readingsOf>[0][], unit: Unit): Choice | null {
  const alone = answeredAmount(text, unit, limits);
  const [figure, ...more] = money;
  return alone ?? (figure && more.length === 0 ? chooseAmount(readingsOf(figure, unit), limits, []) : null);
}

interface SlipQuestion {
  readonly file: number;
  readonly open: readonly Payment[];
  /** What may have been transferred without a request. */
  readonly amounts: readonly Rials[];
}

function slipQuestionScreen(format: Formatter, { file, open, amounts }: SlipQuestion): Screen {
  const yes = (amount: Rials, action: Parameters<typeof button>[1]): Button[] => [
    button(format.plain('key-slip-of', { amount: format.money(amount) }), action),
  ];
  return {
    text: lines(
      format.html('slip-question'),
      format.html(open.length > 0 ? 'slip-question-open' : 'slip-question-amount'),
    ),
    keys: [
      ...open.map(({ id, amount }) => yes(amount, paymentActions.sendSlip({ file, payment: id }))),
      ...amounts.map((amount) => yes(amount, paymentActions.sendSlipOf({ file, amount }))),
      [button(format.plain('key-not-slip'), supportActions.fileForSupport({ file }))],
      [homeButton(format)],
    ],
  };
}
