import { bulkActions } from '#bot/actions/bulk.ts';
import { canSell } from '#bot/kit/authorize.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { notAnAnswer, onAnswer, type QuestionHandler } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import { type Batch, itemKey } from '#shop/buying/bulk/batch.ts';
import { readList } from '#shop/buying/bulk/list.ts';
import { isSamePlace, type Section } from '#shop/buying/bulk/sections.ts';
import { type LineMeaning, meaningOf } from '#shop/buying/catalogue/line-meaning.ts';
import type { ListView, ListViewServices } from './list-view.ts';
import { listChoiceQuestion, listPromoQuestion, listRowQuestion } from './questions.ts';
import type { RowHandlers } from './row-handlers.ts';
import { readRow } from './row-meaning.ts';
import { meaningsOfSectionScreen } from './section-screen.ts';

interface ListParts {
  readonly view: ListView;
  readonly rows: RowHandlers;
  /** Shows the list with prices for what is chosen. */
  readonly open: (request: BotRequest, batch: Batch, how: { readonly as: 'table' }) => Promise<Reply>;
}

export function createListQuestions(services: ListViewServices, { view, rows, open }: ListParts): QuestionHandler[] {
  const { batches, numbers, operators, prices, promoCodes } = services;

  const meaningFor = ({ person }: BotRequest, section: Section, text: string): LineMeaning | null =>
    meaningOf(services, section, text, person.unit);

  return [
    onAnswer(listChoiceQuestion, async (request, { text, mobiles }, { batch: id, operator, sim, isTdlte = false }) => {
      const { person, format } = request;
      const asked = { operatorId: operator, simType: sim, isTdlte };
      // A mobile number starts another sale.
      if (text === undefined || mobiles.length > 0 || !canSell(person)) return notAnAnswer;
      const batch = await batches.own(id, person.id);
      if (!batch.ok || batch.value.state !== 'draft') return notAnAnswer;
      const sections = (await view.sectionsIn(batch.value)).filter((section) =>
        operator === null ? section.waiting.length > 0 : isSamePlace(section, asked),
      );
      const meanings = sections.map((section) => ({ section, meaning: meaningFor(request, section, text) }));
      let latest = batch;
      for (const { meaning } of meanings) {
        if (meaning?.kind !== 'item') continue;
        const { productId, amount } = meaning;
        const pricedBatch = await batches.price(id, person.id, { kind: 'product', productId, amount }, false);
        if (pricedBatch.ok) latest = pricedBatch;
      }
      if (latest !== batch) return view.show(request, latest.value);
      const unclear = meanings.find(({ meaning }) => meaning !== null);
      if (!unclear?.meaning) return notAnAnswer;
      const { section, meaning } = unclear;
      if (meaning.kind === 'out-of-range') {
        const { min, max, nearest } = meaning;
        const failure = { code: 'amount-out-of-range', min, max, nearest: nearest.credit } as const;
        return askAgain(request, failure, bulkActions.bulk({ batch: id }));
      }
      if (meaning.kind !== 'choices') return notAnAnswer;
      const list = await prices.listFor(person.id);
      return { screen: meaningsOfSectionScreen(format, { batchId: id, section, choices: meaning, prices: list }) };
    }),
    onAnswer(listPromoQuestion, async (request, { text, mobiles }, { batch: id }) => {
      const { person, format } = request;
      if (text === undefined || mobiles.length > 0 || !canSell(person)) return notAnAnswer;
      const batch = await batches.own(id, person.id);
      if (!batch.ok) return failureReply(format, batch.error);
      const items = new Map(
        batch.value.rows.flatMap(({ item, order }) => (item && order ? [[itemKey(item), order]] : [])),
      );
      const answers = await Promise.all(
        [...items.values()].map((what) => promoCodes.findUsable(text, person.id, what)),
      );
      const [first] = answers;
      const fits = answers.find(({ ok }) => ok);
      if (fits?.ok) await promoCodes.remember(person.id, fits.value.code);
      else if (first && !first.ok) return askAgain(request, first.error, bulkActions.bulkTable({ batch: id }));
      return open(request, batch.value, { as: 'table' });
    }),
    onAnswer(listRowQuestion, async (request, { text }, at) => {
      const { person } = request;
      if (text === undefined || !canSell(person)) return notAnAnswer;
      const { listed } = readList(text, operators, await numbers.labelFinder(person.id));
      const validRows = listed.filter(({ problem }) => problem !== 'number-invalid');
      // Several numbers are another list.
      if (validRows.length > 1) return notAnAnswer;
      const [newRow] = validRows;
      const own = await batches.own(at.batch, person.id);
      const current = own.ok ? own.value.rows.find(({ row }) => row === at.row) : undefined;
      if (!newRow && current?.problem === 'number-invalid')
        return askAgain(request, { code: 'number-invalid' }, bulkActions.bulkRow(at));
      const number = current && !newRow ? await numbers.find(person.id, current.mobile) : null;
      if (number && readRow(services, number, text, person.unit).words === null) return notAnAnswer;
      const named = newRow ?? { mobile: null, words: text };
      return rows.ofRow(request, at, (batch, row) => rows.correct(request, batch, row, named));
    }),
  ];
}
