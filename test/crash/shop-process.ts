import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { assembleShop } from '../../src/app.ts';
import { defaultOperators } from '../../src/domain/operators.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { createLog } from '../../src/log.ts';
import type { Order } from '../../src/shop/orders/order.ts';
import type { Delivery } from '../../src/shop/settling/courier.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { createEnding } from './ending.ts';
import { tellStep } from './points.ts';
import { type Answer, type Asked, type Command, type Life, notes, ownerId, type Said, type Told } from './protocol.ts';
import { createRandom } from './random.ts';
import { watchDialect } from './watched-dialect.ts';
import { watchGateway } from './watched-gateway.ts';

/** A whole shop but for Telegram: it takes updates from its parent, settles and tells, and dies where its life says. */
const life = JSON.parse(process.argv[2] ?? '') as Life;

const note = (file: string, line: string) => appendFileSync(join(life.folder, file), `${line}\n`);
const log = createLog('error', { write: (line) => note(notes.problems, line.trim()) });
const random = createRandom(life.seed);
const watch = createEnding(life, (step) => note(notes.unnamed, JSON.stringify({ step })));

const agoMs = new AsyncLocalStorage<number>();
const now = () => Date.now() - (agoMs.getStore() ?? 0);
/** A fiftieth of the usual jitter: an order that is asked for again waits for milliseconds, not for seconds. */
const smallRandom = () => random.next() / 50;

const database = await openDatabase(life.database, { log, wrap: (dialect) => watchDialect(dialect, watch) });
const gateway = createGateway({
  baseUrl: life.gatewayUrl,
  token: life.gatewayToken,
  operator2Path: 'operator2',
  operatorNames: ['operator1', 'operator2', 'operator3', 'operator4', 'operator5'],
  purchaseStyle: 'post-form',
  successPattern: null,
  deadlines: { purchase: 600 },
  log,
  now,
  random: smallRandom,
});
const shop = assembleShop({
  database,
  gateway: watchGateway(gateway, {
    watch,
    mintKeys: life.twist === 'mint-keys',
    note: (sent) => note(notes.sent, JSON.stringify(sent)),
  }),
  log,
  operators: defaultOperators,
  ownerIds: [ownerId],
  vatPercent: 10,
  quoteMinutes: 60,
  keyHours: 24,
  now,
  random: smallRandom,
});

async function deliver({ id, state }: Order): Promise<Delivery> {
  if (random.chance(0.15)) return { kind: 'later', retryAfterMs: null };
  const told: Told = { orderId: id, state };
  await watch(tellStep, { work: async () => note(notes.told, JSON.stringify(told)), nothing: undefined });
  return { kind: 'delivered' };
}

// Leases run out soon after a death, and sometimes during a slow call: both are to be survived.
const pace = { leaseMs: 700, concurrency: 6, everyMs: 80 };
const tellOwner = async (): Promise<Delivery> => ({ kind: 'delivered' });
const announcing = { cry: async () => ({ kind: 'sent' }) as const, report: async () => true };
const { settler, courier } = shop.createWorkers({ deliver, tellOwner, announcing }, pace);

async function obey(command: Command): Promise<Answer> {
  switch (command.do) {
    case 'grant':
      await shop.wallet.grant({ ...command, actor: 'owner', note: null });
      return { kind: 'done' };
    case 'quote': {
      const quoted = await shop.orders.quote(command);
      return quoted.ok ? standing(quoted.value) : { kind: 'failure', code: quoted.error.code };
    }
    case 'confirm': {
      const confirmed = await agoMs.run(command.agoMs, () => shop.orders.confirm({ ...command, messageId: null }));
      settler.wake();
      return confirmed.ok ? standing(confirmed.value.order) : { kind: 'failure', code: confirmed.error.failure.code };
    }
    case 'cancel': {
      const cancelled = await shop.orders.cancel(command.orderId, command.by);
      return cancelled.ok ? standing(cancelled.value) : { kind: 'failure', code: cancelled.error.code };
    }
    case 'pay': {
      const { order } = await shop.paying.paid(command);
      settler.wake();
      return order ? standing(order) : { kind: 'done' };
    }
    case 'serve':
      settler.start();
      courier.start();
      return { kind: 'done' };
    case 'stop':
      await Promise.all([settler.stop(), courier.stop(), shop.catalogue.stop()]);
      await gateway.close();
      await database.close();
      return { kind: 'done' };
  }
}

const standing = ({ id, state }: Order): Answer => ({ kind: 'order', id, state });

const say = (said: Said, heard = () => {}) => process.send?.(said, undefined, undefined, heard);

process.on('message', ({ id, command }: Asked) => {
  obey(command)
    .catch((error: unknown): Answer => ({ kind: 'broke', problem: String(error) }))
    .then((answer) => say({ kind: 'answer', id, answer }, command.do === 'stop' ? () => process.exit(0) : undefined))
    .catch(() => process.exit(1));
});
// Whoever started it is gone.
process.on('disconnect', () => process.exit(1));

await shop.catalogue.start();
say({ kind: 'ready' });
// Usually left to the exit, which a killed process never comes to; the next one starts the faster for it.
flushCompileCache();
