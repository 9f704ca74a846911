import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { build } from '#build.ts';
import { createMetrics, type FreeSpace, type Metrics, type Readiness } from '#server/metrics.ts';
import { evaluate, type Scrape } from '#test/support/promql.ts';

const rules = readFileSync(new URL('../../deploy/prometheus-alerts.yaml', import.meta.url), 'utf8')
  .split('- alert: ')
  .slice(1)
  .map((text) => {
    const [, name = ''] = /^(\w+)/.exec(text) ?? [];
    const [, block, line] = /expr: (?:\|\n((?: {10}.*\n)+)|(.*))/.exec(text) ?? [];
    return { name, expression: block ?? line ?? '' };
  });

type Facts = Awaited<ReturnType<Parameters<typeof createMetrics>[0]['read']>>;

const wellFacts: Facts = {
  orders: { quoted: 0, confirmed: 1, unsure: 0, review: 0 },
  unsureSeconds: 2,
  heldRials: 1_000_000,
  receiptsWaiting: 1,
  payments: [{ method: 'card', state: 'submitted', count: 1 }],
  paymentsWaiting: 1,
  paymentSeconds: 60,
  supportWaiting: 1,
  plansActive: 3,
  cyclesDue: [{ problem: 'money', count: 2 }],
  catalogueSeconds: 60,
  gatewayRials: 2_000_000_000,
  backupSeconds: 3_600,
  hasBackupFailed: false,
  shops: [{ shop: 'a1', bot: 'a_bot', isRunning: true, openOrders: 1 }],
};
const ready: Readiness = { ready: true, database: true, gateway: true, telegram: true };
const muchSpace: readonly FreeSpace[] = [
  { folder: 'database', bytes: 20e9 },
  { folder: 'backups', bytes: 20e9 },
];

interface Trouble {
  readonly facts?: Partial<Facts>;
  readonly readiness?: Partial<Readiness>;
  readonly freeSpace?: readonly FreeSpace[];
  /** Happens between two scrapes. */
  readonly events?: (metrics: Metrics) => void;
  readonly isUnreadable?: boolean;
  readonly isDown?: boolean;
  /** Replaces samples of the process itself. */
  readonly replace?: readonly [RegExp, string];
}

const many = (times: number, work: () => void) => Array.from({ length: times }, work);

/** The trouble that fires each rule, and only it and the watchdog. */
const troubles: Readonly<Record<string, Trouble>> = {
  SharjWatchdog: {},
  SharjDown: { isDown: true },
  SharjNotReady: { readiness: { ready: false, telegram: false } },
  SharjGatewayDown: { readiness: { gateway: false } },
  SharjDiskFull: { freeSpace: [{ folder: 'database', bytes: 9e8 }] },
  SharjOrdersWithoutAnswer: { facts: { unsureSeconds: 901 } },
  SharjOrdersInReview: { facts: { orders: { ...wellFacts.orders, review: 1 } } },
  SharjPurchasesFailing: { events: ({ gatewayCall }) => many(5, () => gatewayCall('purchase', 'unsure', 1)) },
  SharjTokenRefused: { events: ({ gatewayCall }) => gatewayCall('catalogue', 'unauthorized', 1) },
  SharjReceiptsWaiting: { facts: { receiptsWaiting: 21 } },
  SharjPaymentsWaiting: { facts: { paymentSeconds: 1_801 } },
  SharjPlansWaiting: { facts: { cyclesDue: [{ problem: null, count: 1 }] } },
  SharjCatalogueOld: { facts: { catalogueSeconds: 3_601 } },
  SharjGatewayBalanceLow: { facts: { gatewayRials: 49_999_999 } },
  SharjBackupOld: { facts: { backupSeconds: 172_801 } },
  SharjNoBackup: { facts: { backupSeconds: null } },
  SharjPressesSlow: { events: ({ update }) => update('callback_query', 1.5) },
  SharjBuyersToldLate: { events: ({ told }) => told(61) },
  SharjEventLoopSlow: { replace: [/^nodejs_eventloop_lag_p99_seconds .*/m, 'nodejs_eventloop_lag_p99_seconds 0.6'] },
  SharjDatabaseNotRead: { isUnreadable: true, events: () => undefined },
};

const everySeconds = 60;

/** Six scrapes of one process that sells between them. */
async function scrape({ events, replace = [/$^/, ''], ...trouble }: Trouble): Promise<readonly Scrape[]> {
  const read = async () => {
    if (trouble.isUnreadable) throw new Error('database is locked');
    return { ...wellFacts, ...trouble.facts };
  };
  const metrics = createMetrics({ read, freeSpace: async () => trouble.freeSpace ?? muchSpace }, build);
  const scrapes: Scrape[] = [];
  for (let at = 0; at < 6; at += 1) {
    for (let one = 0; one < 10; one += 1) {
      metrics.update('callback_query', 0.02);
      metrics.gatewayCall('purchase', 'ok', 0.5);
      metrics.told(2);
    }
    events?.(metrics);
    const text = await metrics.text({ ...ready, ...trouble.readiness });
    const up = `up{instance="127.0.0.1:8080"} ${trouble.isDown ? 0 : 1}\n`;
    scrapes.push({ seconds: at * everySeconds, text: up + (trouble.isDown ? '' : text.replace(...replace)) });
  }
  return scrapes;
}

const firing = (scrapes: readonly Scrape[]) =>
  rules.filter(({ expression }) => evaluate(expression, scrapes).length > 0).map(({ name }) => name);

describe('alert rules, over scrapes of /metrics', () => {
  test.each(rules.map(({ name }) => name))('%s fires in its trouble, and no other rule does', async (name) => {
    const trouble = troubles[name];
    expect(trouble, 'a rule without its trouble').toBeDefined();
    const fired = firing(await scrape(trouble ?? {}));
    const also = trouble?.isUnreadable ? ['SharjNoBackup'] : [];
    expect(new Set(fired)).toEqual(new Set(['SharjWatchdog', name, ...also]));
  });

  test('a process that Prometheus no longer knows counts as down', async () => {
    expect(firing([{ seconds: 0, text: '' }])).toEqual(['SharjWatchdog', 'SharjDown']);
  });

  test('an unknown figure is absent instead of zero', async () => {
    const unknown = { backupSeconds: null, catalogueSeconds: null, gatewayRials: null };
    const [first] = await scrape({ facts: unknown });
    const unread = await scrape({ isUnreadable: true });
    const names = ['sharj_backup_age_seconds', 'sharj_catalogue_age_seconds', 'sharj_gateway_balance_rials'];
    for (const text of [first?.text, unread.at(-1)?.text])
      for (const name of names) expect(text).not.toMatch(new RegExp(`^${name} `, 'm'));
  });
});
