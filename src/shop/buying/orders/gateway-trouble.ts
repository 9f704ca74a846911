import type { Alerts } from '#shop/base/alerts/alerts.ts';
import { areOrdersOpen } from '#shop/base/jobs/leases.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { WorkerDeps } from '#shop/base/jobs/work-loop.ts';
import type { TokenPause } from '#shop/base/sales-pause/account-pause.ts';
import type { Outage } from '#shop/base/sales-pause/outage.ts';
import type { SalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import type { Catalogue } from '#shop/buying/catalogue/catalogue.ts';
import { isOpen } from '#storage/order-states.ts';
import { gatewaySwitch, readSwitch } from '#storage/switches.ts';

export interface GatewayTroubleDeps extends OtherGatewayDeps {
  readonly catalogue: Pick<Catalogue, 'askBalance'>;
  readonly salesPause: SalesPause;
  readonly tokenPause: TokenPause;
  readonly outage: Outage;
  readonly steady: () => number;
}

/** How often a refused token or an empty account is checked again. */
export const probeMs = 30_000;
export const balanceMs = 3_000;

/**
 * Ends what keeps the shop from selling: an outage, a refused token, an empty account. `gatewayNoted`: where this process sends
 * orders; null: to no gateway that is noted.
 */
export function createGatewayTrouble(deps: GatewayTroubleDeps, gatewayNoted: string | null, wake: () => void) {
  const { database, catalogue, salesPause, tokenPause, outage, log, steady } = deps;
  let probedAt = Number.NEGATIVE_INFINITY;
  /** This process stored trouble since its last definite answer: then the table decides, not what an update saw in it. */
  let hadTrouble = false;

  const noteTrouble = (): void => {
    hadTrouble = true;
  };

  /** After any definite answer to a purchase. */
  async function gatewayWorks(): Promise<void> {
    // Called after every purchase: what the buyer's update saw a moment ago is good enough, as the next answer asks again.
    const trouble = hadTrouble ? salesPause.trouble() : salesPause.troubleLately();
    hadTrouble = false;
    const { failingSince, isTokenRefused } = await trouble;
    if (failingSince !== null && (await outage.end(failingSince))) wake();
    if (isTokenRefused) await askAgain();
  }

  /** A purchase that was taken before is answered for ever; a read tells whether new ones are taken. */
  async function askAgain(): Promise<void> {
    if (!(await catalogue.askBalance(balanceMs))) return;
    if (await tokenPause.end()) log.info({}, 'gateway token accepted; sales resumed');
  }

  /**
   * While nothing is sent, a read tells whether the token works or the account is filled. Orders that wait test the token
   * themselves: a token that may read but not buy would otherwise end the pause again and again.
   */
  async function probe(): Promise<void> {
    if (steady() - probedAt < probeMs) return;
    probedAt = steady();
    await tellOtherGateway(deps, gatewayNoted);
    const { failingSince, isTokenRefused } = await salesPause.trouble();
    const isAccountEmpty = (await salesPause.switchedBy('account')) !== null;
    if (failingSince === null && !isTokenRefused && !isAccountEmpty) return;
    const areOpen = await areOrdersOpen(database);
    if (isTokenRefused && !areOpen) return askAgain();
    if (areOpen && !isAccountEmpty) return;
    // Ends the pause for an empty account by itself.
    const isAnswered = await catalogue.askBalance(balanceMs);
    // No order is left whose answer would end it, and plans wait for that.
    if (isAnswered && failingSince !== null && !areOpen) await outage.end(failingSince);
  }

  return { noteTrouble, gatewayWorks, askAgain, probe };
}

export interface OtherGatewayDeps extends WorkerDeps {
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
}

/** A running process never leaves a due order this long. */
const goneMs = 5 * 60_000;

/**
 * Only processes with the gateway of the latest start buy. If that was an old replica which restarted during a roll-out
 * and is gone, orders wait until another process restarts, and owners are told once. `own` is null if no gateway is noted.
 */
export async function tellOtherGateway(deps: OtherGatewayDeps, own: string | null): Promise<void> {
  const { database, alerts, alertsDue, log, now } = deps;
  const noted = own === null ? null : await readSwitch(database.db, gatewaySwitch);
  if (own === null || noted === null || noted.value === own) return;
  const due = database.db
    .selectFrom('orders')
    .select('id')
    .where(isOpen)
    .where('next_attempt_at', '<', now() - goneMs);
  if (!(await due.limit(1).executeTakeFirst())) return;
  log.error({ own, noted: noted.value }, 'orders wait for a process with another GATEWAY_URL');
  const alert = { kind: 'gateway-elsewhere', own, noted: noted.value } as const;
  await database.transaction((tx) => alerts.write(tx, noted.at, alert));
  alertsDue.notify();
}
