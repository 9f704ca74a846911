import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { createInbox, defaultInboxTimings } from '#bot/intake/inbox.ts';
import { createChatScreens } from '#bot/kit/chat-screens.ts';
import { defaultOperators } from '#domain/operators.ts';
import { createGateway } from '#gateway/gateway.ts';
import { createLog } from '#log.ts';
import type { Delivery } from '#shop/base/outbox/outbox.ts';
import { assembleShop } from '#shop/shop.ts';
import { openDatabase } from '#storage/database.ts';
import { createInboxStore } from '#storage/inbox.ts';
import { createChat } from './chat.ts';
import { createEnding } from './ending.ts';
import { replyStep } from './points.ts';
import { type Answer, type Asked, type Command, type Life, notes, ownerId, type Said } from './protocol.ts';
import { createRandom } from './random.ts';
import { tapOf } from './taps.ts';
import { watchDialect } from './watched-dialect.ts';
import { watchGateway } from './watched-gateway.ts';

/** A whole shop without Telegram: it takes updates from its parent and dies at its point. */
const life = JSON.parse(process.argv[2] ?? '') as Life;

const note = (file: string, line: string) => appendFileSync(join(life.folder, file), `${line}\n`);
const log = createLog('error', { write: (line) => note(notes.problems, line.trim()) });
const random = createRandom(life.seed);
const watch = createEnding(life, (step) => note(notes.unnamed, JSON.stringify({ step })));
/** A fiftieth of the usual jitter, so that retries take milliseconds. */
const smallRandom = () => random.next() / 50;

const database = await openDatabase(life.database, {
  log,
  wrap: (dialect) => watchDialect(dialect, watch),
});
const gateway = createGateway({
  baseUrl: life.gatewayUrl,
  token: life.gatewayToken,
  operator2Path: 'operator2',
  operatorNames: ['operator1', 'operator2', 'operator3', 'operator4', 'operator5'],
  purchaseStyle: 'post-form',
  successPattern: null,
  deadlines: { purchase: 600 },
  log,
  now: Date.now,
  random: smallRandom,
});
const parts = {
  database,
  gateway: watchGateway(gateway, {
    watch,
    note: (sent) => note(notes.sent, JSON.stringify(sent)),
  }),
  log,
  operators: defaultOperators,
  ownerIds: [ownerId],
  vatPercent: 10,
  quoteMinutes: 60,
  keyHours: 24,
  random: smallRandom,
};
const shop = assembleShop(parts);
/** Longer than the gateway remembers a key. */
const longAgoMs = 30 * 3_600_000;
const shopLongAgo = assembleShop({ ...parts, now: () => Date.now() - longAgoMs });

const chat = createChat({
  shop,
  shopLongAgo,
  watch,
  random,
  note: (screen) => note(notes.screens, JSON.stringify(screen)),
});

// Leases expire soon after a kill, and sometimes during a slow call.
const leaseMs = 700;
const pace = { leaseMs, concurrency: 6, everyMs: 80 };
const tellOwner = async (): Promise<Delivery> => ({ kind: 'delivered' });
const announcing = { send: async () => ({ kind: 'sent' }) as const, report: async () => true };
const deliverSupport = async () => ({ kind: 'done', how: 'sent' }) as const;
const tell = { deliver: chat.deliver, tellOwner, announcing, deliverSupport };
const { purchaseWorker, receiptWorker } = shop.createWorkers(tell, pace);

const inbox = createInbox({
  store: createInboxStore({ database, now: Date.now, owner: randomUUID(), leaseMs, mostOfChat: 120 }),
  screens: createChatScreens(),
  handle: async (update) => {
    const { by, tap } = tapOf(update);
    const reply = await chat.answer(tap, by, `update:${update.update_id}`);
    const { promise, resolve } = Promise.withResolvers<void>();
    const send = async () => {
      say({ kind: 'reply', updateId: update.update_id, reply }, resolve);
      await promise;
    };
    await watch(replyStep, { work: send });
    // Everything is already done, so handling it again must do no harm.
    if (random.chance(0.06)) throw new Error('Telegram did not answer');
  },
  admit: async () => true,
  onRefused: () => log.error({}, 'an update was refused'),
  apologise: async () => undefined,
  log,
  now: Date.now,
  // An update may be tried as often as the kills of a run take it, however long that is on a busy machine.
  timings: {
    ...defaultInboxTimings,
    ...{ pausesMs: Array(20).fill(10), retryMs: 600_000, paymentMs: 50, everyMs: 80, leaseMs },
  },
});

async function obey(command: Command): Promise<void> {
  switch (command.do) {
    case 'grant':
      return void (await shop.wallet.grant({ ...command, actor: 'owner', note: null }));
    case 'receive':
      return inbox.receive(command.updates);
    case 'serve':
      inbox.start();
      purchaseWorker.start();
      return receiptWorker.start();
    case 'stop':
      await inbox.stop();
      await Promise.all([purchaseWorker.stop(), receiptWorker.stop(), shop.catalogue.stop()]);
      await inbox.close();
      await gateway.close();
      return database.close();
  }
}

/** Runs after the answer was sent. */
function afterwards(command: Command): void {
  if (command.do === 'stop') process.exit(0);
}

function say(said: Said, heard = () => {}): void {
  process.send?.(said, undefined, undefined, heard);
}

process.on('message', ({ id, command }: Asked) => {
  obey(command)
    .then(
      (): Answer => ({ kind: 'done' }),
      (error: unknown): Answer => ({ kind: 'broke', problem: String(error) }),
    )
    .then((answer) => say({ kind: 'answer', id, answer }, () => afterwards(command)))
    .catch(() => process.exit(1));
});
// The parent is gone.
process.on('disconnect', () => process.exit(1));

await shop.catalogue.start();
say({ kind: 'ready' });
// Node writes the cache at exit, which a killed process never reaches; it makes the next start faster.
flushCompileCache();
