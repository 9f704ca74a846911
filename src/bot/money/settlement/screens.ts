import { agentActions } from '#bot/actions/agents.ts';
import { settlementActions } from '#bot/actions/settlement.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow, choiceRows, inReadingOrder, withCheckMark } from '#bot/kit/navigation.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import { startOf } from '#domain/calendar.ts';
import { forEachLanguage } from '#domain/language.ts';
import type { SettlementTerms } from '#domain/settlement.ts';
import type { OpenStatement } from '#shop/money/settlement/statements.ts';

/** A Saturday. */
const firstWeekday = 2;
const weekdays = forEachLanguage(
  ({ dates }) => new Intl.DateTimeFormat(dates, { weekday: 'long', timeZone: 'Asia/Tehran' }),
);
const numerals = forEachLanguage(({ numbers }) => new Intl.NumberFormat(numbers));

/** Days after Saturday. */
const weekdayName = (format: Formatter, day: number): string =>
  weekdays[format.language].format(startOf(firstWeekday + day));

const termsWords = (format: Formatter, { cycle, day }: SettlementTerms): string => {
  if (cycle === 'never') return format.html('settlement-never');
  return cycle === 'weekly'
    ? format.html('settlement-weekly', { day: weekdayName(format, day) })
    : format.html('settlement-monthly', { day });
};

const graceWords = (format: Formatter, { graceDays }: SettlementTerms): string =>
  graceDays === 0 ? format.html('settlement-no-grace') : format.html('settlement-grace', { days: graceDays });

interface SettlementData {
  /** Null: for every agent. */
  readonly person: { readonly id: number; readonly name: string } | null;
  readonly terms: SettlementTerms;
  readonly own: boolean;
  readonly statements: readonly OpenStatement[];
  /** Statements that are not in the list. */
  readonly more: number;
}

const nameLength = 20;

function statementRow(format: Formatter, { name, left, graceEndsAt, isPaused }: OpenStatement): string {
  const facts = { name: untrusted(name, nameLength), left: format.money(left) };
  if (graceEndsAt === null) return format.html('settlement-row-waiting', facts);
  return format.html(isPaused ? 'settlement-row-paused' : 'settlement-row', {
    ...facts,
    until: format.day(graceEndsAt),
  });
}

/** When they settle, and who has not paid yet. */
export function settlementScreen(format: Formatter, { person, terms, own, statements, more }: SettlementData): Screen {
  const id = person?.id ?? 0;
  const cycle = (kind: SettlementTerms['cycle'], action: Action): Button =>
    button(withCheckMark(terms.cycle === kind, format.plain(`key-settlement-${kind}`)), action);
  return {
    text: lines(
      person === null
        ? format.html('settlement-title')
        : format.html('settlement-title-of', { name: untrusted(person.name) }),
      '',
      person !== null && !own ? format.html('settlement-as-all') : null,
      termsWords(format, terms),
      terms.cycle === 'never' ? null : graceWords(format, terms),
      statements.length === 0 ? null : lines('', format.html('settlement-open')),
      ...statements.map((statement) => statementRow(format, statement)),
      more === 0 ? null : format.html('settlement-more', { count: more }),
    ),
    keys: [
      inReadingOrder(format, [
        cycle('weekly', settlementActions.settlementDays({ person: id, cycle: 'weekly' })),
        cycle('monthly', settlementActions.settlementDays({ person: id, cycle: 'monthly' })),
      ]),
      inReadingOrder(format, [
        cycle('never', settlementActions.setSettlement({ person: id, cycle: 'never', day: 0 })),
        button(format.plain('key-settlement-grace'), settlementActions.settlementGrace({ person: id })),
      ]),
      ...(person !== null && own
        ? [[button(format.plain('key-settlement-as-all'), settlementActions.dropSettlement({ person: id }))]]
        : []),
      backRow(format, person === null ? agentActions.agents({ page: 1 }) : agentActions.personTerms({ person: id })),
    ],
  };
}

const weekLength = 7;
const monthLength = 31;

export function settlementDaysScreen(
  format: Formatter,
  { person, cycle }: { readonly person: number; readonly cycle: 'weekly' | 'monthly' },
): Screen {
  const at = (day: number, label: string) => button(label, settlementActions.setSettlement({ person, cycle, day }));
  return {
    text: format.html(`settlement-which-${cycle}`),
    keys: [
      ...(cycle === 'weekly'
        ? choiceRows(
            format,
            Array.from({ length: weekLength }, (_, day) => at(day, weekdayName(format, day))),
            2,
          )
        : choiceRows(
            format,
            Array.from({ length: monthLength }, (_, day) => at(day + 1, numerals[format.language].format(day + 1))),
            weekLength,
          )),
      backRow(format, settlementActions.settlement({ person })),
    ],
  };
}

const graces = [0, 1, 2, 3, 5, 7, 10, 14];

export const settlementGraceScreen = (format: Formatter, person: number): Screen => ({
  text: format.html('settlement-which-grace'),
  keys: [
    ...choiceRows(
      format,
      graces.map((days) =>
        button(numerals[format.language].format(days), settlementActions.setSettlementGrace({ person, days })),
      ),
      4,
    ),
    backRow(format, settlementActions.settlement({ person })),
  ],
});
