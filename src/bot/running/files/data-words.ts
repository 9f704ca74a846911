import { failureText } from '#bot/kit/failure.ts';
import { type Formatter, oneLine, plainText } from '#bot/kit/formatter.ts';
import { deedOf, reasonOf } from '#bot/running/audit/screens.ts';
import { problemText, reasonText, stepText } from '#bot/words/payment-words.ts';
import { cycleText, scheduleText } from '#bot/words/plan-words.ts';
import type { Failure } from '#domain/failure.ts';
import { directionMarks } from '#domain/fold-text.ts';
import { isLanguage } from '#domain/language.ts';
import { operatorIds } from '#domain/product.ts';
import { readSchedule } from '#domain/schedule.ts';
import type { AuditEntry } from '#shop/base/audit/audit.ts';

type Row = Readonly<Record<string, unknown>>;

/** The beginning of the key of a stored word, by its column, or by its table and column. */
const families: Readonly<Record<string, string>> = {
  'orders.state': 'mark-',
  'orders.source': 'source-',
  'payments.state': 'payment-mark-',
  'ledger.kind': 'ledger-',
  'people.role': 'role-',
  'staff_invites.role': 'staff-',
  staff_role: 'staff-',
  method: 'method-',
  paid_by: 'method-',
  sim_type: 'sim-',
  product_type: 'type-',
  unit: 'unit-',
  ...Object.fromEntries(
    ['state', 'kind', 'direction', 'form', 'part', 'cycle', 'void_why', 'slip_kind', 'done_how', 'plans.why'].map(
      (column) => [column, 'data-value-'],
    ),
  ),
};

/** What a notice was about, by the beginning of its kind. */
const noticeTitles = [
  ['package', 'data-reminders'],
  ['plan', 'data-plans'],
  ['api-day', 'source-api'],
  ['order', 'data-orders'],
  ['tier', 'field-tier_id'],
  ['own-bot', 'key-agent-bot'],
  // Statements and debts.
  ['', 'data-settlements'],
] as const;

/** What these people did themselves; all else the shop did. */
const ownDeeds: readonly string[] = [
  ...['join', 'join-staff', 'become-owner', 'bulk', 'delete-person', 'api-settings', 'api-token'],
  ...['replace-api-token', 'change-api-token', 'connect-bot', 'bot-merchant'],
];

/** A stored value as the person knows it from the bot. Null: as it is. Empty: it says nothing to them. */
export function dataWords(
  format: Formatter,
  { table, column, row }: { readonly table: string; readonly column: string; readonly row: Row },
): string | null {
  const value = row[column];
  if (column === 'operator_id') return wordsOfOperator(format, value);
  if (typeof value !== 'string') return null;
  switch (`${table}.${column}`) {
    case 'people.language':
      return isLanguage(value) ? format.languageName(value) : null;
    case 'plans.schedule': {
      const schedule = readSchedule(value);
      return schedule && scheduleText(format, schedule);
    }
    // The product has its name.
    case 'plans.what':
      return '';
    case 'plan_cycles.state':
      return plainText(cycleText(format, row as unknown as Parameters<typeof cycleText>[1]));
    case 'plan_cycles.problem':
      return row.state === 'waiting' ? plainText(known(format, `plan-waits-${value}`) ?? value) : '';
    case 'payments.reason':
      return known(format, `data-value-${value}`) ?? stepText(format, value);
    case 'payments.problem':
      return problemText(format, value);
    case 'payments.kept_why':
      return plainText(failureText(format, JSON.parse(value) as Failure));
    // Telegram's name of a photo or a file.
    case 'payments.slip':
      return row.slip_kind === 'text' ? null : '';
    case 'support_messages.content':
      return String((JSON.parse(value) as Row).text ?? '');
    case 'alerts.alert':
      return wordsOfNotice(format, JSON.parse(value) as Row);
    case 'audit.action':
      return wordsOfDeed(format, row);
    case 'audit.details':
      return '';
  }
  const family = families[`${table}.${column}`] ?? families[column];
  return family === undefined ? null : known(format, `${family}${value}`);
}

/** Null: there is no such text. */
function known(format: Formatter, key: string): string | null {
  const text = format.plain(key);
  return text.startsWith('{') ? null : text;
}

function wordsOfOperator(format: Formatter, value: unknown): string | null {
  const operator = operatorIds.find((id) => id === Number(value));
  return operator === undefined ? null : format.operator(operator);
}

function wordsOfNotice(format: Formatter, { kind, text }: Row): string {
  if (typeof text === 'string') return text;
  const [, title = ''] = noticeTitles.find(([begin]) => String(kind).startsWith(begin)) ?? [];
  return format.plain(title);
}

function wordsOfDeed(format: Formatter, row: Row): string {
  const {
    id,
    at,
    action,
    person_id: personId,
    details,
  } = row as {
    id: number;
    at: number;
    action: AuditEntry['action'];
    person_id: number;
    details: string;
  };
  const you = format.plain('data-value-you');
  const shop = format.plain('data-value-shop');
  const actorId = ownDeeds.includes(action) ? personId : 0;
  const entry = { id, at, action, actorId, personId, details: JSON.parse(details) as AuditEntry['details'] };
  const names = new Map([
    [0, shop],
    [personId, you],
  ]);
  const deed = plainText(deedOf(format, entry, names)).replace(directionMarks, '');
  const reason = reasonText(format, oneLine(reasonOf(entry)));
  return reason === '' ? deed : `${deed} (${reason})`;
}
