import { type BotProblem, botProblems } from '#domain/agent-bot.ts';
import type { Alert, Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Seal } from '#shop/base/seal.ts';
import type { Database } from '#storage/database.ts';
import { botRows, type Merchants, maySell, merchantsOf } from './bot-rows.ts';

/** What a process needs to run a bot. */
export interface WantedBot {
  readonly personId: number;
  readonly slug: string;
  /** Changes with everything that needs a new start. */
  readonly version: string;
  readonly botId: number;
  readonly isManaged: boolean;
  /** Null if this installation cannot read it. */
  readonly token: string | null;
  readonly passphrase: string | null;
  readonly merchants: Merchants;
  /** False if the owner does not allow online payments. Payments already begun are still checked. */
  readonly mayTakeOnline: boolean;
  /** False if it answers without selling. */
  readonly maySell: boolean;
  /** Whether more bots exist than may run here. */
  readonly isBeyondLimit: boolean;
  readonly problem: BotProblem | null;
}

interface RunningBotsDeps {
  readonly database: Database;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
  readonly mostBots: number;
  readonly seal: Seal | null;
  readonly now: () => number;
}

/** Agents' bots for the processes that run them. */
export function createRunningBots({ database, alerts, alertsDue, mostBots, seal, now }: RunningBotsDeps) {
  /** Bots with a token. */
  async function wanted(): Promise<WantedBot[]> {
    if (mostBots === 0 || !seal) return [];
    const rows = await botRows(database.db).where('agent_bots.token', 'is not', null).execute();
    return rows.map((row, nth) => ({
      personId: row.person_id,
      slug: row.slug,
      version: [row.token, row.online, row.merchants, row.passphrase].join(' '),
      botId: row.bot_id ?? 0,
      isManaged: row.managed === 1,
      token: seal.open(row.token ?? ''),
      passphrase: row.passphrase === null ? null : seal.open(row.passphrase),
      merchants: merchantsOf(seal, row),
      mayTakeOnline: row.online === 1,
      maySell: maySell(row),
      isBeyondLimit: nth >= mostBots,
      problem: botProblems.find((one) => one === row.problem) ?? null,
    }));
  }

  /** Stores a problem. Only the first process reports it. */
  async function noteProblem({ personId, version }: WantedBot, problem: BotProblem | null): Promise<void> {
    const isTold = await database.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('agent_bots')
        .set({ problem })
        .where('person_id', '=', personId)
        // Skips a bot that has changed in the meantime; it is tried again.
        .where('token', '=', version.split(' ')[0] ?? '')
        .where((eb) =>
          problem === null
            ? eb('problem', 'is not', null)
            : eb.or([eb('problem', 'is', null), eb('problem', '<>', problem)]),
        )
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      const row = await botRows(tx).where('agent_bots.person_id', '=', personId).executeTakeFirstOrThrow();
      const occasion = `${personId} ${now()}`;
      const about = { personId, name: row.name, username: row.username ?? '' };
      const alert = (isOwn: boolean): Alert =>
        problem === null
          ? { kind: isOwn ? 'own-bot-runs' : 'bot-runs', ...about }
          : { kind: isOwn ? 'own-bot-stopped' : 'bot-stopped', ...about, problem };
      await alerts.write(tx, occasion, alert(false));
      await alerts.writeTo(tx, [personId], { occasion, alert: alert(true) });
      return true;
    });
    if (isTold) alertsDue.notify();
  }

  return { wanted, noteProblem };
}
