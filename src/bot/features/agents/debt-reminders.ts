import type { Notify } from '../../core/feature.ts';
import type { Services } from '../../core/services.ts';

type Reminded = 'told' | 'recently' | 'gone' | 'nothing';

export const remindHours = 12;

interface DebtRemindersDeps extends Pick<Services, 'agents' | 'audit' | 'now' | 'wallet'> {
  readonly notify: Notify;
}

export function createDebtReminders({ agents, audit, now, wallet, notify }: DebtRemindersDeps) {
  async function one(by: number, personId: number): Promise<Reminded> {
    const { balance } = await wallet.read(personId);
    if (balance >= 0) return 'nothing';
    const before = await audit.detailsSince('remind', personId, now() - remindHours * 3_600_000);
    if (before.some(({ told }) => told === 1)) return 'recently';
    const told = await notify(personId, (format) => format.html('reminder', { debt: format.money(-balance) }));
    await audit.record({ actorId: by, action: 'remind', personId, details: { debt: -balance, told: told ? 1 : 0 } });
    return told ? 'told' : 'gone';
  }

  /** One at a time, which stays within Telegram's rate limit. */
  async function all(by: number): Promise<Readonly<Record<Reminded, number>>> {
    const counts = { told: 0, recently: 0, gone: 0, nothing: 0 };
    for (let page = 0, more = true; more; page += 1) {
      const listed = await agents.list(page, 50, true);
      more = listed.more;
      for (const { id } of listed.people) counts[await one(by, id)] += 1;
    }
    return counts;
  }

  return { one, all };
}
