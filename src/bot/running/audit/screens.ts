import { adminActions } from '#bot/actions/admin.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { type AuditKind, auditActions, auditKinds } from '#bot/actions/audit.ts';
import type { Action, ValuesOf } from '#bot/kit/action.ts';
import { type Formatter, oneLine, untrusted } from '#bot/kit/formatter.ts';
import { backRow, choiceRows, previousNextRows, withCheckMark } from '#bot/kit/navigation.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import { ruleWords, type SpokenRule } from '#bot/pricing/prices/rule-words.ts';
import { groupByDay } from '#bot/words/group-by-day.ts';
import { priceTargets } from '#domain/price.ts';
import { operatorIds, productTypes } from '#domain/product.ts';
import type { AuditEntry } from '#shop/base/audit/audit.ts';

interface AuditData {
  readonly entries: readonly AuditEntry[];
  readonly names: ReadonlyMap<number, string>;
  readonly kind: AuditKind;
  /** As actor or as affected person; null: everyone. */
  readonly person: { readonly id: number; readonly name: string } | null;
  readonly page: number;
  readonly more: boolean;
}

/** So that eight entries fit into one message. */
const nameLength = 24;
const reasonLength = 40;

export function auditScreen(format: Formatter, data: AuditData): Screen {
  const { entries, names, kind, person, page, more } = data;
  const at = (changes: Partial<ValuesOf<typeof auditActions.audit>>): Action => {
    return auditActions.audit({ kind, person: person?.id ?? null, page: 1, ...changes });
  };
  const numberedEntries = entries.map((entry, nth) => ({ at: entry.at, entry, number: nth + 1 }));
  const longer = numberedEntries
    .filter(({ entry }) => [...oneLine(reasonOf(entry))].length > reasonLength)
    .map(({ entry, number }) =>
      button(
        format.plain('key-audit-entry', { number }),
        auditActions.auditEntry({ entry: entry.id, kind, person: person?.id ?? null, page }),
      ),
    );
  const chips = auditKinds.map((one) =>
    button(withCheckMark(one === kind, format.plain(`audit-kind-${one}`)), at({ kind: one })),
  );
  return {
    text: lines(
      format.html('audit-title'),
      person === null ? null : format.html('line', { text: untrusted(person.name) }),
      '',
      ...(entries.length === 0
        ? [format.html('audit-none')]
        : groupByDay(format, numberedEntries, ({ entry, number }) => {
            const line = entryLine(format, entry, names, { when: format.clock(entry.at), length: reasonLength });
            return format.html('audit-numbered', { number, line: { html: line } });
          })),
    ),
    keys: [
      ...choiceRows(format, longer, 3),
      ...previousNextRows(format, { page, more }, (toPage) => at({ page: toPage })),
      ...choiceRows(format, chips, 3),
      backRow(format, person === null ? adminActions.deskShop() : agentActions.personRecords({ person: person.id })),
    ],
  };
}

export const auditEntryScreen = (
  format: Formatter,
  { entry, names, back }: { entry: AuditEntry; names: AuditData['names']; back: Action },
): Screen => ({
  text: entryLine(format, entry, names, { when: format.when(entry.at) }),
  keys: [backRow(format, back)],
});

/** In the words of who did it; empty: they gave none. */
export const reasonOf = ({ details }: AuditEntry): string =>
  String(details.why ?? details.reason ?? details.note ?? details.text ?? '');

function entryLine(
  format: Formatter,
  entry: AuditEntry,
  names: AuditData['names'],
  { when, length }: { readonly when: string; readonly length?: number },
): string {
  const what = deedOf(format, entry, names);
  const reason = reasonOf(entry);
  if (oneLine(reason) === '') return format.html('audit-line', { when, what: { html: what } });
  return format.html('audit-line-why', { when, what: { html: what }, why: untrusted(reason, length) });
}

/** Who did what. */
export function deedOf(format: Formatter, entry: AuditEntry, names: AuditData['names']): string {
  const { details, action, actorId, personId } = entry;
  const nameOf = (id: number | null) => untrusted(names.get(id ?? 0) ?? String(id ?? ''), nameLength);
  const amount = Number(
    details.amount ?? details.creditLimit ?? details.debt ?? details.total ?? details.credited ?? 0,
  );
  return format.html(`audit-entry-${textKeyOf(action, details)}`, {
    who: nameOf(actorId),
    person: nameOf(personId),
    amount: format.money(amount),
    count: Number(details.sent ?? details.people ?? details.orders ?? 0),
    code: format.code(String(details.code ?? details.card ?? '')),
    rule: spokenRule(format, details, names),
  });
}

/** A price rule, where the entry is of one. */
function spokenRule(format: Formatter, details: AuditEntry['details'], names: AuditData['names']): string {
  const rule = ruleIn(details);
  if (!rule) return '';
  const id = Number(details.targetId ?? 0);
  return ruleWords(format, rule, rule.target === 'person' ? (names.get(id) ?? String(id)) : `#${id}`);
}

function ruleIn({ target, operatorId, productType, basisPoints }: AuditEntry['details']): SpokenRule | null {
  const knownTarget = priceTargets.find((one) => one === target);
  if (basisPoints === undefined || knownTarget === undefined) return null;
  return {
    target: knownTarget,
    operatorId: operatorIds.find((one) => one === operatorId) ?? null,
    productType: productTypes.find((one) => one === productType) ?? null,
    basisPoints: Number(basisPoints),
  };
}

function textKeyOf(action: AuditEntry['action'], details: AuditEntry['details']): string {
  if (action === 'decide') return details.to === 'delivered' ? 'decide-delivered' : 'decide-rejected';
  if (action === 'shop-profile') {
    const what = details.part === 'name' || details.part === 'picture' ? details.part : 'welcome';
    return `shop-${what}${details.removed === undefined ? '' : '-removed'}`;
  }
  return action === 'remind' && details.told === 0 ? 'remind-gone' : action;
}
