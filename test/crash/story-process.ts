import { appendFileSync } from 'node:fs';
import { createGateway } from '../../src/gateway/gateway.ts';
import { createLog } from '../../src/log.ts';
import { type DatabaseSettings, openDatabase } from '../../src/storage/database.ts';
import { createKillSteps, type Kill } from './kill-steps.ts';

/** What every process of a story is told. */
export interface StoryLife {
  readonly database: DatabaseSettings;
  readonly gatewayUrl: string;
  readonly gatewayToken: string;
  /** Where what was told is noted, so that a kill cannot lose it. */
  readonly notes: string;
  /** Null: it lives. */
  readonly kill: Kill | null;
}

/** What every process of a story begins with: its notes, its kill, the database and the gateway. */
export async function openStory<Life extends StoryLife>() {
  const life = JSON.parse(process.argv[2] ?? '') as Life;
  const note = (line: object) => appendFileSync(life.notes, `${JSON.stringify(line)}\n`);
  const log = createLog('error', { write: (line) => note({ problem: line.trim() }) });
  const steps = createKillSteps(life.kill);
  const { step } = steps;
  const database = await openDatabase(life.database, { log, wrap: steps.wrap });
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
  /** What the workers tell apart from receipts; alerts are noted. */
  const telling = {
    tellOwner: async (_: unknown, alert: { readonly kind: string }) => {
      await step(async () => note({ alert: alert.kind }));
      return { kind: 'delivered' } as const;
    },
    announcing: { send: async () => ({ kind: 'sent' }) as const, report: async () => true },
    deliverSupport: async () => ({ kind: 'done', how: 'sent' }) as const,
  };
  const pace = { leaseMs: 500, concurrency: 4, everyMs: 30 };
  return { life, note, log, steps, step, database, gateway, telling, pace };
}
