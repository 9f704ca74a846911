import { areOrdersOpen } from '#shop/base/jobs/leases.ts';
import type { Outage } from '#shop/base/sales-pause/outage.ts';
import type { SalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import type { TokenPause } from '#shop/base/sales-pause/token-pause.ts';
import type { Catalogue } from '#shop/buying/catalogue/catalogue.ts';
import { recallFromAhead } from './key-age.ts';
import { type OtherGatewayDeps, tellOtherGateway } from './other-gateway.ts';

export interface GatewayTroubleDeps extends OtherGatewayDeps {
  readonly catalogue: Pick<Catalogue, 'askBalance'>;
  readonly salesPause: SalesPause;
  readonly tokenPause: TokenPause;
  readonly outage: Outage;
}

/** How often a refused token or an empty account is checked again. */
export const probeMs = 30_000;
export const balanceMs = 3_000;

/**
 * Ends what keeps the shop from selling: an outage, a refused token, an empty account. `gatewayNoted` is the gateway to
 * which this process sends orders; null if it is not the noted one.
 */
export function createGatewayTrouble(deps: GatewayTroubleDeps, gatewayNoted: string | null, wake: () => void) {
  const { database, catalogue, salesPause, tokenPause, outage, log, now } = deps;
  let probedAt = 0;
  /** True if this process stored trouble since its last definite answer; then the table decides, not an update's snapshot. */
  let hadTrouble = false;

  const noteTrouble = (): void => {
    hadTrouble = true;
  };

  /** Called after any definite answer to a purchase. */
  async function gatewayWorks(): Promise<void> {
    // The snapshot of the buyer's update is good enough, because the next answer checks again.
    const trouble = hadTrouble ? salesPause.trouble() : salesPause.troubleLately();
    hadTrouble = false;
    const { failingSince, isTokenRefused } = await trouble;
    if (failingSince !== null && (await outage.end(failingSince))) wake();
    if (isTokenRefused) await askAgain();
  }

  /** A repeated purchase always gets its old answer; only a read tells whether the gateway takes new ones. */
  async function askAgain(): Promise<void> {
    if (!(await catalogue.askBalance(balanceMs))) return;
    if (await tokenPause.end()) log.info({}, 'gateway token accepted; sales resumed');
  }

  /**
   * While nothing is sent, a read tells whether the token works or the account is filled. Orders that wait test the token
   * themselves: a token that may read but not buy would otherwise end the pause again and again.
   */
  async function probe(): Promise<void> {
    if (Math.abs(now() - probedAt) < probeMs) return;
    probedAt = now();
    await recallFromAhead(database, now());
    await tellOtherGateway(deps, gatewayNoted);
    const { failingSince, isTokenRefused } = await salesPause.trouble();
    const isAccountEmpty = (await salesPause.switchedBy('account')) !== null;
    if (failingSince === null && !isTokenRefused && !isAccountEmpty) return;
    const areOpen = await areOrdersOpen(database);
    if (isTokenRefused && !areOpen) return askAgain();
    if (areOpen && !isAccountEmpty) return;
    // Ends the pause for an empty account by itself.
    const isAnswered = await catalogue.askBalance(balanceMs);
    // No waiting order is left whose answer would end the outage, and plans wait for its end.
    if (isAnswered && failingSince !== null && !areOpen) await outage.end(failingSince);
  }

  return { noteTrouble, gatewayWorks, askAgain, probe };
}
