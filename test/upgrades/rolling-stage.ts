import { type Bank, createBank } from '@sharj/sandbox';
import { onTestFinished } from 'vitest';
import { merchantId } from '#test/payments/bank-stage.ts';
import { startBalancer } from '#test/replicas/balancer.ts';
import { type MainProcess, secret, startMain } from '#test/replicas/main-process.ts';
import { createChance } from '#test/support/chance.ts';
import { makeEmptyDatabase } from '#test/support/databases.ts';
import { freePort } from '#test/support/free-port.ts';
import { createWorld, ownerId, type World } from '#test/support/world.ts';

export interface Stage {
  readonly world: World;
  readonly bank: Bank;
  /** Starts a process, by default of this version. Several share one PostgreSQL and the same settings. */
  start(main?: string): Promise<MainProcess>;
  /** Sends every request to these processes. */
  route(...processes: readonly MainProcess[]): void;
}

/** An empty PostgreSQL, and one address for Telegram and the payers' browsers. Only the processes migrate it. */
export async function openStage(): Promise<Stage> {
  const balancer = await startBalancer(createChance(26));
  const bank = await createBank({ database: ':memory:', host: '127.0.0.1', port: 0 });
  const world = await createWorld({
    products: 120,
    start: false,
    // A killed process holds its leases for a minute.
    timeoutMs: 180_000,
    database: await makeEmptyDatabase('postgres'),
  });
  const started: MainProcess[] = [];
  onTestFinished(async () => {
    for (const one of started) one.signal('SIGKILL');
    await Promise.all(started.map(({ exit }) => exit));
    await balancer.close();
    await world.close();
    await bank.close();
  });
  const settings = {
    OWNER_IDS: String(ownerId),
    WEBHOOK_URL: `${balancer.url}/telegram`,
    WEBHOOK_SECRET: secret,
    PUBLIC_URL: balancer.url,
    ZARINPAL_MERCHANT_ID: merchantId,
    ZARINPAL_URL: bank.url,
    GATEWAY_OPERATOR_NAMES: 'operator1,operator2,operator3,operator4,operator5',
  };
  return {
    world,
    bank,
    start: async (main) => {
      const one = await startMain(world, {
        mode: 'webhook',
        port: await freePort(),
        settings,
        ...(main === undefined ? {} : { main }),
      });
      started.push(one);
      await one.ready;
      return one;
    },
    route: (...processes) => {
      for (const { url } of started) balancer.leave(url);
      for (const { url } of processes) balancer.join(url);
    },
  };
}
