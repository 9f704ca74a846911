import { bulkActions } from '#bot/actions/bulk.ts';
import { canSell } from '#bot/kit/action.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { notAnAnswer, onAnswer, type QuestionHandler } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import { type Batch, itemKey } from '#shop/buying/bulk/batch.ts';
import { readList } from '#shop/buying/bulk/list.ts';
import { isSamePlace } from '#shop/buying/bulk/sections.ts';
import type { ChooseForSections } from './choose-for-sections.ts';
import type { ListView, ListViewServices } from './list-view.ts';
import { listChoiceQuestion, listPromoQuestion, listRowQuestion } from './questions.ts';
import type { RowHandlers } from './row-handlers.ts';
import { readRow } from './row-meaning.ts';

interface ListParts {
  readonly choose: ChooseForSections;
  readonly view: ListView;
  readonly rows: RowHandlers;
  /** Shows the list with prices for what is chosen. */
  readonly open: (request: BotRequest, batch: Batch, how: { readonly as: 'table' }) => Promise<Reply>;
}

export function createListQuestions(
  services: ListViewServices,
  { choose, view, rows, open }: ListParts,
): QuestionHandler[] {
  const { batches, numbers, operators, promoCodes } = services;

  return [
    onAnswer(listChoiceQuestion, async (request, { text, mobiles }, { batch: id, operator, sim, isTdlte = false }) => {
      const { person } = request;
      const asked = { operatorId: operator, simType: sim, isTdlte };
      // A mobile number starts another sale.
      if (text === undefined || mobiles.length > 0 || !canSell(person)) return notAnAnswer;
      const batch = await batches.own(id, person.id);
      if (!batch.ok || batch.value.state !== 'draft') return notAnAnswer;
      const sections = (await view.sectionsIn(batch.value)).filter((section) =>
        operator === null ? section.waiting.length > 0 : isSamePlace(section, asked),
      );
      const choice = await choose(request, batch.value, sections, text);
      if (choice === null) return notAnAnswer;
      if ('failure' in choice) return askAgain(request, choice.failure, bulkActions.bulk({ batch: id }));
      return 'screen' in choice ? choice : view.show(request, choice.chosen);
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
