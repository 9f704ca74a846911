import type { bulkActions } from '#bot/actions/bulk.ts';
import { failureReply, failureText } from '#bot/kit/failure.ts';
import type { Handlers } from '#bot/kit/feature.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import { namesItem, readWords, withKindsOf } from '#domain/line-words.ts';
import { operatorOf } from '#domain/operators.ts';
import type { Mobile } from '#domain/phone.ts';
import { type Batch, hasNumber, itemKey, type RowItem, type RowOrder, type SaleRow } from '#shop/buying/bulk/batch.ts';
import { fitsNumber, type RowDraft } from '#shop/buying/bulk/checks.ts';
import { rowsToCorrect, type Section } from '#shop/buying/bulk/sections.ts';
import { hasUnit } from '#shop/buying/catalogue/line-meaning.ts';
import type { ListView, ListViewServices } from './list-view.ts';
import { listRowQuestion } from './questions.ts';
import { rowTitle } from './row-lines.ts';
import { readRow, rowMeaning } from './row-meaning.ts';
import { rowScreen, rowsScreen } from './row-screens.ts';

type RowActions = Pick<
  typeof bulkActions,
  'bulkRows' | 'bulkRow' | 'bulkRowItem' | 'bulkRowOperator' | 'bulkRowOut' | 'bulkUnit'
>;

type RowMeaning = Pick<RowDraft, 'words' | 'item' | 'problem'>;

/** What a typed correction names; null: not that. */
interface Named {
  readonly mobile: Mobile | null;
  readonly words: string | null;
}

export type RowHandlers = ReturnType<typeof createRowHandlers>;

/** Corrections of single rows, so that no list is sent twice. */
export function createRowHandlers(services: ListViewServices, view: ListView) {
  const { batches, catalogue, numbers, operators, prices } = services;

  const numberOf = async ({ person }: BotRequest, { mobile }: SaleRow) =>
    hasNumber({ mobile }) ? numbers.find(person.id, mobile) : null;

  async function showRow(request: BotRequest, batch: Batch, row: SaleRow, note: string | null = null): Promise<Reply> {
    const { person, format } = request;
    const number = await numberOf(request, row);
    const sections = await view.sectionsIn(batch);
    const meaning = number && row.words !== null ? rowMeaning(services, number, row.words, person.unit) : null;
    const usual = usualItem(sections.find(({ rows }) => rows.some((one) => one.row === row.row)));
    const list = await prices.listFor(person.id);
    const next = rowsToCorrect(batch, sections).find((one) => one.row > row.row) ?? null;
    const screen = rowScreen(format, { batch, row, number, meaning, usual, prices: list, next });
    return {
      screen: note === null ? screen : { ...screen, text: `${note}\n\n${screen.text}` },
      question: listRowQuestion({ batch: batch.id, row: row.row }),
    };
  }

  /** A row of an own list that is not confirmed yet. */
  async function ofRow(
    request: BotRequest,
    { batch: id, row: nth }: { readonly batch: string; readonly row: number },
    then: (batch: Batch, row: SaleRow) => Promise<Reply>,
  ): Promise<Reply> {
    const batch = await batches.own(id, request.person.id);
    if (!batch.ok) return failureReply(request.format, batch.error);
    const row = batch.value.rows.find((one) => one.row === nth);
    return row && batch.value.state === 'draft' ? then(batch.value, row) : view.show(request, batch.value);
  }

  const ofNumber: typeof ofRow = (request, at, then) =>
    ofRow(request, at, async (batch, row) => (hasNumber(row) ? then(batch, row) : showRow(request, batch, row)));

  /** Shows the next row to correct, or the table. */
  async function change(
    request: BotRequest,
    batch: Batch,
    row: SaleRow,
    to: Partial<Omit<RowDraft, 'row'>>,
  ): Promise<Reply> {
    const edited = await batches.setRow(batch.id, request.person.id, row.row, to);
    if (!edited.ok) return showRow(request, batch, row, failureText(request.format, edited.error));
    const sections = await view.sectionsIn(edited.value);
    const openRows = edited.value.state === 'draft' ? rowsToCorrect(edited.value, sections) : [];
    const wasWrong = rowsToCorrect(batch, await view.sectionsIn(batch)).some((one) => one.row === row.row);
    const next = openRows.find((one) => one.row >= row.row) ?? openRows[0];
    const now = edited.value.rows.find((one) => one.row === row.row);
    const note = now?.order ? rowNow(request.format, now, now.order) : null;
    return wasWrong && next ? showRow(request, edited.value, next, note) : view.show(request, edited.value, { note });
  }

  async function asOthers(batch: Batch, row: SaleRow): Promise<RowItem | null> {
    const rows = batch.rows.map((one) => (one.row === row.row ? { ...one, problem: null } : one));
    const sections = await view.sectionsIn({ ...batch, rows });
    return usualItem(sections.find((section) => section.rows.some((one) => one.row === row.row)));
  }

  /** By the words beside its number, or else as the others of its section. */
  async function readAgain(
    request: BotRequest,
    batch: Batch,
    row: Pick<SaleRow, 'row' | 'mobile' | 'words'>,
  ): Promise<RowMeaning> {
    const { person } = request;
    const number = await numbers.find(person.id, row.mobile);
    const meaning = readRow(services, number, row.words, person.unit);
    if (meaning.words !== null) return meaning;
    const rows = batch.rows.map((one) => (one.row === row.row ? { ...one, mobile: row.mobile, problem: null } : one));
    const item = await asOthers(
      { ...batch, rows },
      { ...row, problem: null, item: null, withBought: false, order: null },
    );
    return { ...meaning, item };
  }

  /** What a correction does not name stays as it was: the number, or what the row is for. */
  const correct = async (request: BotRequest, batch: Batch, row: SaleRow, named: Named): Promise<Reply> =>
    change(request, batch, row, await correction(request, batch, row, named));

  async function correction(
    request: BotRequest,
    batch: Batch,
    row: SaleRow,
    named: Named,
  ): Promise<Partial<Omit<RowDraft, 'row'>>> {
    const mobile = named.mobile ?? row.mobile;
    const isMoved = mobile !== row.mobile;
    if (isMoved) await keepKinds(request, row, mobile);
    const meaning = await meaningAfter(request, batch, row, { ...named, mobile });
    // That the former number got it today says nothing of this one.
    const withBought = row.withBought && !isMoved;
    const problem = !withBought && isTwice(batch, { row: row.row, mobile }) ? 'twice' : meaning.problem;
    return { ...meaning, mobile, problem, withBought };
  }

  async function meaningAfter(
    request: BotRequest,
    batch: Batch,
    row: SaleRow,
    { mobile, words }: { readonly mobile: Mobile; readonly words: string | null },
  ): Promise<RowMeaning> {
    const { id, unit } = request.person;
    const number = await numbers.find(id, mobile);
    const newWords = words === null || row.words === null ? words : withKindsOf(words, row.words);
    const meaning = readRow(services, number, newWords, unit);
    // Beside a number of an unknown operator a name is not told from an item by what is sold.
    const isNamed = number.operatorId !== null || (words !== null && namesItem(readWords(words)));
    if (meaning.words !== null && isNamed) return meaning;
    const product = row.item && catalogue.product(row.item.productId);
    const fits = product && fitsNumber({ ...product, productType: product.type }, number);
    const before = fits ? null : readRow(services, number, row.words, unit);
    if (before && before.words !== null) return before;
    if (row.item !== null) return { words: row.words, item: row.item, problem: null };
    // Something was written beside the wrong number, and could not be read.
    if (hasUnit(row.mobile)) return { words: null, item: null, problem: null };
    return readAgain(request, batch, { row: row.row, mobile, words: null });
  }

  /** A number of the same prefix keeps the operator and the kind of SIM card that the seller gave to the wrong one. */
  async function keepKinds({ person }: BotRequest, { mobile, problem }: SaleRow, corrected: Mobile): Promise<void> {
    const guess = operatorOf(operators, mobile);
    if (problem === 'number-invalid' || guess !== operatorOf(operators, corrected)) return;
    const [wrong, right] = await Promise.all([numbers.find(person.id, mobile), numbers.find(person.id, corrected)]);
    if (wrong.operatorId !== null && wrong.operatorId !== guess && right.operatorId === guess)
      await numbers.setOperator(person.id, corrected, wrong.operatorId);
    if (!wrong.isSimAssumed && right.isSimAssumed) await numbers.setSimType(person.id, corrected, wrong.simType);
  }

  const actions: Handlers<RowActions> = {
    bulkRows: async (request, { batch: id, page }) => {
      const batch = await batches.own(id, request.person.id);
      if (!batch.ok) return failureReply(request.format, batch.error);
      return batch.value.state === 'draft'
        ? { screen: rowsScreen(request.format, batch.value, page) }
        : view.show(request, batch.value);
    },
    bulkRow: (request, at) => ofRow(request, at, (batch, row) => showRow(request, batch, row)),
    bulkRowItem: (request, { id, amount, ...at }) =>
      ofNumber(request, at, async (batch, row) =>
        id === null
          ? change(request, batch, row, {
              problem: null,
              words: null,
              item: await asOthers(batch, row),
              ...stillOut(row),
            })
          : change(request, batch, row, { problem: null, item: { productId: id, amount }, ...stillOut(row) }),
      ),
    bulkUnit: async (request, { batch: id, unit }) => {
      const batch = await batches.own(id, request.person.id);
      if (!batch.ok) return failureReply(request.format, batch.error);
      const rows = batch.value.state === 'draft' ? await view.rowsWithoutUnit(request, batch.value) : [];
      const changes = new Map(rows.map(({ row, items }) => [row.row, { problem: null, item: items[unit] }]));
      const result = await batches.setRows(id, request.person.id, changes);
      return result.ok
        ? view.show(request, result.value)
        : view.show(request, batch.value, { note: failureText(request.format, result.error), as: 'table' });
    },
    bulkRowOperator: (request, { operator, ...at }) =>
      ofNumber(request, at, async (batch, row) => {
        await numbers.setOperator(request.person.id, row.mobile, operator);
        const meaning = await meaningAfter(request, batch, row, { mobile: row.mobile, words: null });
        return change(request, batch, row, { ...meaning, ...stillOut(row) });
      }),
    bulkRowOut: (request, { out, ...at }) =>
      ofRow(request, at, async (batch, row) => {
        if (out === 'yes') return change(request, batch, row, { problem: 'left-out' });
        if (!hasNumber(row)) return change(request, batch, row, { problem: 'number-invalid' });
        const to = row.item === null ? await readAgain(request, batch, row) : { problem: null };
        const isRepeated = row.problem === 'left-out' && isTwice(batch, row);
        return change(request, batch, row, isRepeated ? { ...to, problem: 'twice' } : to);
      }),
  };

  return { actions, ofRow, correct, correction, rowNow };
}

/** A row that was changed, as it is now. */
const rowNow = (format: Formatter, row: SaleRow, { charge }: RowOrder): string =>
  format.html('bulk-row-now', {
    number: format.mobile(row.mobile),
    what: rowTitle(format, row),
    price: format.money(charge),
  });

/** Another row of the number is bought, or may still be corrected and bought. */
const isTwice = ({ rows }: Batch, { row, mobile }: Pick<SaleRow, 'row' | 'mobile'>): boolean =>
  rows.some((one) => one.row !== row && one.mobile === mobile && !isOut(one));

const isOut = ({ problem }: SaleRow): boolean => problem === 'twice' || problem === 'left-out';

/** A row that is there twice, or was left out, is taken in by its own button alone. */
const stillOut = (row: SaleRow): Partial<Pick<SaleRow, 'problem'>> => (isOut(row) ? { problem: row.problem } : {});

/** What most rows without words of their own get. */
function usualItem(section: Section | undefined): RowItem | null {
  const counts = new Map<string, { item: RowItem; count: number }>();
  for (const { item, words } of section?.rows ?? []) {
    if (item === null || words !== null) continue;
    counts.set(itemKey(item), { item, count: (counts.get(itemKey(item))?.count ?? 0) + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)[0]?.item ?? null;
}
