import { type AuditKind, auditActions } from '#bot/actions/audit.ts';
import type { ValuesOf } from '#bot/kit/action.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import { clampPage, linesOnPage } from '#bot/kit/navigation.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { type AuditAction, type AuditEntry, auditActions as recordedActions } from '#shop/base/audit/audit.ts';
import { auditEntryScreen, auditScreen } from './screens.ts';

const kindOf: Readonly<Record<AuditAction, Exclude<AuditKind, 'all'>>> = {
  grant: 'money',
  take: 'money',
  repayment: 'money',
  limit: 'money',
  invite: 'people',
  join: 'people',
  pause: 'people',
  unpause: 'people',
  remind: 'people',
  decide: 'orders',
  bulk: 'orders',
  'pause-selling': 'selling',
  'resume-selling': 'selling',
  announce: 'announcing',
  'stop-announcing': 'announcing',
  'approve-payment': 'money',
  'reject-payment': 'money',
  'pay-back': 'money',
  'payment-settings': 'selling',
  'bank-card': 'selling',
  'reopen-card': 'people',
  price: 'prices',
  'end-price': 'prices',
  tier: 'prices',
  'tier-turnover': 'prices',
  'assign-tier': 'prices',
  rise: 'prices',
  promo: 'prices',
  'end-promo': 'prices',
  'invite-staff': 'people',
  'join-staff': 'people',
  'change-staff': 'people',
  'remove-staff': 'people',
  'revoke-invite': 'people',
  demote: 'people',
  note: 'people',
  'remove-note': 'people',
  message: 'people',
  'close-support': 'people',
  'edit-answer': 'people',
  'take-back-answer': 'people',
  'support-text': 'selling',
  'support-alert': 'selling',
  'plan-announcement': 'announcing',
  'cancel-announcement': 'announcing',
  'rename-tier': 'prices',
  'end-tier': 'prices',
  'referral-settings': 'prices',
  reverse: 'orders',
  settlement: 'people',
  'settlement-pause': 'people',
  'settlement-resume': 'people',
  'become-owner': 'people',
  'remove-owner': 'people',
  'delete-person': 'people',
  'allow-api': 'people',
  'forbid-api': 'people',
  'api-limit': 'people',
  'api-token': 'people',
  'replace-api-token': 'people',
  'change-api-token': 'people',
  'revoke-api-token': 'people',
  'api-settings': 'people',
  'allow-bot': 'people',
  'forbid-bot': 'people',
  'pause-bot': 'people',
  'resume-bot': 'people',
  'allow-bot-payments': 'people',
  'end-bot-payments': 'people',
  'connect-bot': 'people',
  'remove-bot': 'people',
  'bot-merchant': 'people',
  'shop-profile': 'selling',
};

export function createAuditFeature({ audit, people }: Pick<Services, 'audit' | 'people'>): Feature {
  const namesIn = (entries: readonly AuditEntry[]) =>
    people.names([
      ...new Set(entries.flatMap(({ actorId, personId }) => (personId === null ? [actorId] : [actorId, personId]))),
    ]);

  async function show(
    { format }: BotRequest,
    { kind, person: id, page }: ValuesOf<typeof auditActions.audit>,
  ): Promise<Reply> {
    const at = clampPage(page);
    const actions = kind === 'all' ? null : recordedActions.filter((action) => kindOf[action] === kind);
    const filter = { ...(actions ? { actions } : {}), ...(id === null ? {} : { personId: id }) };
    const { entries, more } = await audit.list(at - 1, linesOnPage, filter);
    const person = id === null ? null : { id, name: (await people.find(id))?.name ?? String(id) };
    return { screen: auditScreen(format, { entries, names: await namesIn(entries), kind, person, page: at, more }) };
  }

  return defineFeature(auditActions, {
    audit: show,
    auditEntry: async (request, { entry: id, kind, person, page }) => {
      const filter = { kind, person, page };
      const entry = await audit.find(id);
      if (!entry) return show(request, filter);
      return {
        screen: auditEntryScreen(request.format, {
          entry,
          names: await namesIn([entry]),
          back: auditActions.audit(filter),
        }),
      };
    },
  });
}
