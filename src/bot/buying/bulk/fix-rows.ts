import { bulkActions } from '#bot/actions/bulk.ts';
import { canSell } from '#bot/kit/action.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { page } from '#bot/kit/page.ts';
import { defineQuestion, notAnAnswer, onAnswer } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import { button, type Screen } from '#bot/kit/screen.ts';
import { plainDigits } from '#domain/phone.ts';
import { type Batch, hasNumber, type SaleRow } from '#shop/buying/bulk/batch.ts';
import type { RowDraft } from '#shop/buying/bulk/checks.ts';
import { readList } from '#shop/buying/bulk/list.ts';
import { rowsToCorrect } from '#shop/buying/bulk/sections.ts';
import type { ListView, ListViewServices } from './list-view.ts';
import type { RowHandlers } from './row-handlers.ts';
import { problemLines } from './row-lines.ts';

/** All wrong rows, as they should have been written. `rows`: those that the screen shows, in its order. */
const fixQuestion = defineQuestion<{ readonly batch: string; readonly rows: readonly number[] }>('list-fix');

/** Their lines fit in one message, with what is wrong with them. */
const mostAtOnce = 25;
const mostNotes = 6;

/** All wrong rows as one text, which comes back corrected in one message. */
export function createFixRows(
  { batches, numbers, operators }: ListViewServices,
  view: ListView,
  { correction, rowNow }: Pick<RowHandlers, 'correction' | 'rowNow'>,
) {
  async function wrongIn(batch: Batch): Promise<SaleRow[]> {
    return batch.state === 'draft' ? rowsToCorrect(batch, await view.sectionsIn(batch)) : [];
  }

  /** The table, once nothing is wrong. */
  async function show(request: BotRequest, batch: Batch, note: string | null = null): Promise<Reply> {
    const wrong = (await wrongIn(batch)).slice(0, mostAtOnce);
    if (wrong.length === 0) return view.show(request, batch, { note });
    const screen = fixScreen(request.format, batch, wrong, note);
    return { screen, question: fixQuestion({ batch: batch.id, rows: wrong.map(({ row }) => row) }) };
  }

  async function leaveOut(request: BotRequest, batch: Batch): Promise<Reply> {
    const wrong = await wrongIn(batch);
    const changes = new Map(wrong.map(({ row }) => [row, { problem: 'left-out' } as const]));
    const result = await batches.setRows(batch.id, request.person.id, changes);
    return result.ok ? view.show(request, result.value) : failureReply(request.format, result.error);
  }

  /** Each line corrects its row. The next line already sees the row, so that no number is bought twice. */
  async function correct(request: BotRequest, batch: Batch, pairs: readonly (readonly [SaleRow, string])[]) {
    const find = await numbers.labelFinder(request.person.id);
    const changes = new Map<number, Partial<Omit<RowDraft, 'row'>>>();
    let current = batch;
    for (const [row, line] of pairs) {
      const [entry] = readList(line, operators, find).listed;
      const isWrong = entry?.problem === 'number-invalid';
      if (isWrong || (!entry && !hasNumber(row))) continue;
      const named = entry ? { mobile: entry.mobile, words: entry.words } : { mobile: null, words: line };
      const to = leaves.test(line)
        ? ({ problem: 'left-out' } as const)
        : await correction(request, current, row, named);
      changes.set(row.row, to);
      current = { ...current, rows: current.rows.map((one) => (one.row === row.row ? { ...one, ...to } : one)) };
    }
    return batches.setRows(batch.id, request.person.id, changes);
  }

  const question = onAnswer(fixQuestion, async (request, { text }, { batch: id, rows }) => {
    const { person, format } = request;
    if (text === undefined || !canSell(person)) return notAnAnswer;
    const batch = await batches.own(id, person.id);
    if (!batch.ok || batch.value.state !== 'draft') return notAnAnswer;
    const asked = batch.value.rows.filter(({ row }) => rows.includes(row));
    const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
    const pairs = pairsOf(asked, lines);
    // One line, or lines of other numbers, are another message.
    if (pairs === null)
      return lines.length < 2
        ? notAnAnswer
        : askAgain(request, { code: 'list-lines', count: asked.length }, bulkActions.bulkTable({ batch: id }));
    const result = await correct(request, batch.value, pairs);
    if (!result.ok) return failureReply(format, result.error, bulkActions.bulk({ batch: id }));
    const notes = pairs.flatMap(([{ row }]) => {
      const now = result.value.rows.find((one) => one.row === row);
      return now?.order ? [rowNow(format, now, now.order)] : [];
    });
    return show(request, result.value, notes.length === 0 ? null : notes.slice(0, mostNotes).join('\n'));
  });

  return { show, leaveOut, question };
}

/** «-», "out": the row is left out. */
const leaves = /^\s*(?:[-–—✖x×]|حذف|نه|out|no|skip|احذف)\s*$/iu;

const digitsOf = (text: string): string => plainDigits(text).replace(/\D/g, '');

/** As many lines as rows are in their order; fewer name their rows by the number. Null: they belong to something else. */
function pairsOf(rows: readonly SaleRow[], lines: readonly string[]): readonly (readonly [SaleRow, string])[] | null {
  if (lines.length === rows.length) return rows.map((row, nth) => [row, lines[nth] ?? ''] as const);
  const pairs = lines.flatMap((line) => {
    const row = rows.find((one) => hasNumber(one) && digitsOf(line).includes(one.mobile.slice(2)));
    return row ? [[row, line] as const] : [];
  });
  return pairs.length === lines.length ? pairs : null;
}

/** As it was written. */
const lineOf = (row: SaleRow): string => {
  if (hasNumber(row)) return [`0${row.mobile.slice(2)}`, row.words].filter(Boolean).join(' ');
  return row.words === null || row.mobile.endsWith(row.words) ? row.mobile : `${row.mobile} ${row.words}`;
};

/** Telegram's limit for a button that copies. */
const mostCopied = 256;

function fixScreen(format: Formatter, batch: Batch, rows: readonly SaleRow[], note: string | null): Screen {
  const text = rows.map(lineOf).join('\n');
  const [first] = rows;
  const html = format.html('line', { text: untrusted(text, 3_000) });
  return page(format, {
    note,
    text: [...problemLines(format, rows), '', format.html('bulk-fix-hint'), '', `<pre>${html}</pre>`],
    keys: [
      text.length <= mostCopied && { label: format.plain('key-copy'), copy: text },
      first && button(format.plain('key-bulk-one-by-one'), bulkActions.bulkRow({ batch: batch.id, row: first.row })),
      button(
        format.plain('key-bulk-leave-all', { count: rows.length }),
        bulkActions.bulkFix({ batch: batch.id, out: 'yes' }),
      ),
    ],
    back: bulkActions.bulkTable({ batch: batch.id }),
  });
}
