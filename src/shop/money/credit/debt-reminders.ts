import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { ensureWallet } from '#shop/base/wallet/ledger.ts';
import type { Agents } from '#shop/people/people/agents.ts';
import type { Database, Transaction } from '#storage/database.ts';

/** `gone`: they blocked the bot. */
type Reminded = 'told' | 'recently' | 'gone' | 'nothing';

export const remindHours = 12;

interface DebtRemindersDeps {
  readonly database: Database;
  readonly agents: Pick<Agents, 'list'>;
  readonly audit: Audit;
  readonly alerts: Pick<Alerts, 'writeTo'>;
  readonly alertsDue: Signal;
  readonly now: () => number;
}

/** Sent like other notices: not in quiet hours, and not to a person who has paid meanwhile. */
export function createDebtReminders({ database, agents, audit, alerts, alertsDue, now }: DebtRemindersDeps) {
  async function one(by: number, personId: number): Promise<Reminded> {
    const result = await database.transaction((tx) => remind(tx, by, personId));
    if (result === 'told') alertsDue.notify();
    return result;
  }

  async function remind(tx: Transaction, by: number, personId: number): Promise<Reminded> {
    const { balance } = await ensureWallet(tx, personId);
    const person = tx.selectFrom('people').select('unreachable_at').where('id', '=', personId);
    const debtor = await person.executeTakeFirst();
    if (!debtor || balance >= 0) return 'nothing';
    const at = now();
    const before = await audit.detailsSince('remind', personId, at - remindHours * 3_600_000, tx);
    if (before.some(({ told }) => told === 1)) return 'recently';
    const isTold = debtor.unreachable_at === null;
    if (isTold)
      await alerts.writeTo(tx, [personId], {
        occasion: `${personId}:${at}`,
        alert: { kind: 'debt-reminder', personId },
      });
    const details = { debt: -balance, told: isTold ? 1 : 0 };
    await audit.write(tx, { actorId: by, action: 'remind', personId, details });
    return isTold ? 'told' : 'gone';
  }

  async function all(by: number): Promise<Readonly<Record<Reminded, number>>> {
    const counts = { told: 0, recently: 0, gone: 0, nothing: 0 };
    for (let page = 0, more = true; more; page += 1) {
      const debtors = await agents.list(page, 50, true);
      more = debtors.more;
      for (const { id } of debtors.people) counts[await one(by, id)] += 1;
    }
    return counts;
  }

  return { one, all };
}
