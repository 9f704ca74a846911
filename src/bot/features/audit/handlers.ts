import type { AuditAction, AuditEntry } from '../../../shop/people/audit.ts';
import { auditActions } from '../../../shop/people/audit.ts';
import type { Deeds, Press } from '../../core/callback-data.ts';
import type { BotRequest, Reply, Routes, Services } from '../../core/request.ts';
import { auditEntryScreen, auditScreen } from './screens.ts';

const pageSize = 8;
const mostPages = 10_000;

/** Where the owner looks for each action; the compiler knows when one has no place. */
const kindOf: Readonly<Record<AuditAction, Exclude<Deeds, 'all'>>> = {
  grant: 'money',
  take: 'money',
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
};

export function createAuditRoutes({ audit, people }: Services): Routes<'audit' | 'auditEntry'> {
  const namesIn = (entries: readonly AuditEntry[]) =>
    people.names([
      ...new Set(entries.flatMap(({ actorId, personId }) => (personId === null ? [actorId] : [actorId, personId]))),
    ]);

  async function listed(
    { format }: BotRequest,
    { kind, person: id, page }: Extract<Press, { to: 'audit' }>,
  ): Promise<Reply> {
    const at = Math.min(Math.max(1, page), mostPages);
    const actions = kind === 'all' ? null : auditActions.filter((action) => kindOf[action] === kind);
    const filter = { ...(actions ? { actions } : {}), ...(id === null ? {} : { personId: id }) };
    const { entries, more } = await audit.list(at - 1, pageSize, filter);
    const person = id === null ? null : { id, name: (await people.find(id))?.name ?? String(id) };
    return { screen: auditScreen(format, { entries, names: await namesIn(entries), kind, person, page: at, more }) };
  }

  return {
    audit: listed,
    auditEntry: async (request, { entry: id, kind, person, page }) => {
      const back = { to: 'audit', kind, person, page } as const;
      const entry = await audit.find(id);
      if (!entry) return listed(request, back);
      return { screen: auditEntryScreen(request.format, { entry, names: await namesIn([entry]), back }) };
    },
  };
}
