import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createGateway } from '#gateway/gateway.ts';
import { createLog } from '#log.ts';
import { type DatabaseSettings, openDatabase } from '#storage/database.ts';
import { createKillSteps, type Kill } from './kill-steps.ts';

/** A process that takes longer ends and says what it waited for. */
const finishMs = 120_000;

/** What every process of a story learns at its start. */
export interface StoryLife {
  readonly database: DatabaseSettings;
  readonly gatewayUrl: string;
  readonly gatewayToken: string;
  /** The file of notes, which a kill cannot lose. */
  readonly notes: string;
  /** Null if the process lives. */
  readonly kill: Kill | null;
  /** Otherwise the process finishes what the first one began. */
  readonly isFirst: boolean;
}

/** The start of every process of a story: its notes, its kill, the database and the gateway. */
export async function openStory<Life extends StoryLife>() {
  const life = JSON.parse(process.argv[2] ?? '') as Life;
  const note = (line: object) => appendFileSync(life.notes, `${JSON.stringify(line)}\n`);
  const log = createLog('error', { write: (line) => note({ problem: line.trim() }) });
  const steps = createKillSteps(life.kill, () => note({ frozen: true }));
  const { step } = steps;
  // A sleeping process may hold a lock for longer than a shop waits.
  const database = await openDatabase(life.database, { log, wrap: steps.wrap, lockTimeoutMs: finishMs });
  const gateway = createGateway({
    baseUrl: life.gatewayUrl,
    token: life.gatewayToken,
    operator2Path: 'operator2',
    operatorNames: ['one', 'two', 'three', 'four', 'five'],
    purchaseStyle: 'post-form',
    successPattern: null,
    log,
    now: Date.now,
    random: () => 0,
  });
  /** What the workers send besides receipts; alerts are noted. */
  const telling = {
    tellOwner: async (_: unknown, alert: { readonly kind: string }) => {
      await step(async () => note({ alert: alert.kind }));
      return { kind: 'delivered' } as const;
    },
    announcing: { send: async () => ({ kind: 'sent' }) as const, report: async () => true },
    deliverSupport: async () => ({ kind: 'done', how: 'sent' }) as const,
  };
  /** Whether nothing is left to buy or to tell, in one statement, because one of these ends as another begins. */
  async function isIdle(): Promise<boolean> {
    const { db } = database;
    const one = sql<number>`1`.as('one');
    const waiting = await db
      .selectFrom('receipt_jobs')
      .select(one)
      .where('done_at', 'is', null)
      .unionAll(db.selectFrom('orders').select(one).where('state', 'in', ['confirmed', 'unsure']))
      .unionAll(db.selectFrom('alerts').select(one).where('done_at', 'is', null))
      .executeTakeFirst();
    return waiting === undefined;
  }

  async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + finishMs;
    while (!(await isTrue())) {
      if (Date.now() > end) {
        note({ problem: `waited in vain: ${what}` });
        process.exit(2);
      }
      await pause(20);
    }
  }

  const pace = { leaseMs: 500, concurrency: 4, everyMs: 30 };
  return { life, note, log, steps, step, database, gateway, telling, pace, isIdle, until };
}
