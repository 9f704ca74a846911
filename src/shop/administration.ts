import { createKeyValue } from '#storage/key-value.ts';
import { createAgentBots } from './agent-bots/agent-bots.ts';
import { createRunningBots } from './agent-bots/running-bots.ts';
import { createBackups } from './backups/backups.ts';
import { createRestoredShop } from './backups/restored-shop.ts';
import type { Base } from './base.ts';
import { createBroadcasts } from './broadcasts/broadcasts.ts';
import { cancelListsOf } from './bulk/drafts.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { createCredit } from './credit/credit.ts';
import { createDebtReminders } from './credit/debt-reminders.ts';
import { createManualReview } from './orders/manual-review.ts';
import { cancelQuotesOf } from './orders/retire-quotes.ts';
import { createReversals } from './orders/reversal.ts';
import { countArrivingPayments } from './payments/payment-queries.ts';
import type { Payments } from './payments/payments.ts';
import { createAgents } from './people/agents.ts';
import { createCustomers } from './people/customers.ts';
import type { InviteDraft } from './people/invitations.ts';
import { createStaff } from './people/staff.ts';
import { createCommission } from './prices/commission.ts';
import { createPriceRules } from './prices/price-rules.ts';
import type { Prices } from './prices/prices.ts';
import type { PromoCodes } from './prices/promo-codes.ts';
import { createTiers } from './prices/tiers.ts';
import { createDeletion } from './privacy/deletion.ts';
import { readPersonalData } from './privacy/personal-data.ts';
import { createReferrals } from './referrals/referrals.ts';
import { createBestSellers } from './reports/best-sellers.ts';
import { createCsvRows } from './reports/csv-rows.ts';
import { createFirstSteps } from './reports/first-steps.ts';
import { createHealthReport } from './reports/health.ts';
import { createLosses } from './reports/losses.ts';
import { createPricePreview } from './reports/price-preview.ts';
import { createReports } from './reports/reports.ts';
import { createSaleExamples } from './reports/sale-examples.ts';
import { createOwnerPause } from './sales-pause/owner-pause.ts';
import { createSettlementTerms } from './settlement/settlement-terms.ts';
import { createStatements } from './settlement/statements.ts';
import { createShopProfile } from './shop-profile/shop-profile.ts';
import { createSupport } from './support/support.ts';
import { createLedgerCheck } from './wallet/ledger-check.ts';
import { endReferralsBy } from './wallet/referral-credit.ts';

/** What owners, staff and agents run the shop with. */
export function assembleAdministration(
  parts: Base & {
    readonly catalogue: Catalogue;
    readonly prices: Prices;
    readonly promoCodes: PromoCodes;
    readonly payments: Pick<Payments, 'unknown'>;
  },
) {
  const { database, now } = parts;
  const reports = createReports(parts);
  const priceRules = createPriceRules({ ...parts, drafts: createKeyValue(database, 'price-rules', now) });
  const saleExamples = createSaleExamples({ ...parts, reports });
  const settlementTerms = createSettlementTerms(parts);
  const inviteDrafts = createKeyValue<InviteDraft>(database, 'invites', now);
  const agents = createAgents({ ...parts, inviteDrafts });
  return {
    backups: createBackups(parts),
    ownerPause: createOwnerPause(parts),
    agentBots: createAgentBots(parts),
    runningBots: createRunningBots(parts),
    manualReview: createManualReview(parts),
    reverse: createReversals(parts),
    referrals: createReferrals(parts),
    agents,
    debtReminders: createDebtReminders({ ...parts, agents }),
    customers: createCustomers(parts),
    deletion: createDeletion({
      ...parts,
      countArrivingPayments,
      endings: [cancelQuotesOf, cancelListsOf, endReferralsBy],
    }),
    personalData: (personId: number) => readPersonalData(database, personId),
    staff: createStaff({ ...parts, inviteDrafts }),
    credit: createCredit({ ...parts, drafts: createKeyValue(database, 'credit', now) }),
    support: createSupport({ ...parts, chatId: parts.supportChatId }),
    shopProfile: createShopProfile({ ...parts, drafts: createKeyValue(database, 'shop-profile', now) }),
    ledgerCheck: createLedgerCheck(parts),
    broadcasts: createBroadcasts(parts),
    firstSteps: createFirstSteps(parts),
    health: createHealthReport(parts),
    restoredShop: createRestoredShop({ ...parts, unknownPayments: parts.payments.unknown }),
    reports,
    bestSellers: createBestSellers(parts),
    csvRows: createCsvRows(parts),
    priceRules,
    setCommission: createCommission(parts),
    pricePreview: createPricePreview({ ...parts, saleExamples, priceRules }),
    losses: createLosses({ ...parts, saleExamples }),
    tiers: createTiers(parts),
    settlementTerms,
    statements: createStatements({ ...parts, terms: settlementTerms }),
  };
}
