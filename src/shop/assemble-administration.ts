import { createKeyValue } from '#storage/key-value.ts';
import type { Base } from './assemble-base.ts';
import { createOwnerPause } from './base/sales-pause/sales-pause.ts';
import { createLedgerCheck } from './base/wallet/ledger-check.ts';
import { endReferralsBy } from './base/wallet/referral-credit.ts';
import { cancelListsOf } from './buying/bulk/drafts.ts';
import type { Catalogue } from './buying/catalogue/catalogue.ts';
import { createManualReview } from './buying/orders/manual-review.ts';
import { cancelQuotesOf } from './buying/orders/retire-quotes.ts';
import { createReversals } from './buying/orders/reversal.ts';
import { createAgentBots } from './connecting/agent-bots/agent-bots.ts';
import { createRunningBots } from './connecting/agent-bots/running-bots.ts';
import { createCredit } from './money/credit/credit.ts';
import { createDebtReminders } from './money/credit/debt-reminders.ts';
import { countArrivingPayments } from './money/payments/payment-queries.ts';
import type { Payments } from './money/payments/payments.ts';
import { createSettlementTerms } from './money/settlement/settlement-terms.ts';
import { createStatements } from './money/settlement/statements.ts';
import { createAgents } from './people/people/agents.ts';
import { createCustomers } from './people/people/customers.ts';
import type { InviteDraft } from './people/people/invitations.ts';
import { createStaff } from './people/people/staff.ts';
import { createDeletion } from './people/privacy/deletion.ts';
import { readPersonalData } from './people/privacy/personal-data.ts';
import { createCommission } from './pricing/prices/commission.ts';
import { createPriceRules } from './pricing/prices/price-rules.ts';
import type { Prices } from './pricing/prices/prices.ts';
import type { PromoCodes } from './pricing/prices/promo-codes.ts';
import { createTiers } from './pricing/prices/tiers.ts';
import { createReferrals } from './returning/referrals/referrals.ts';
import { createBackups } from './running/backups/backups.ts';
import { createRestoredShop } from './running/backups/restored-shop.ts';
import { createBestSellers } from './running/reports/best-sellers.ts';
import { createCsvRows } from './running/reports/csv-rows.ts';
import { createFirstSteps } from './running/reports/first-steps.ts';
import { createHealthReport } from './running/reports/health.ts';
import { createLosses } from './running/reports/losses.ts';
import { createPricePreview } from './running/reports/price-preview.ts';
import { createReports } from './running/reports/reports.ts';
import { createSaleExamples } from './running/reports/sale-examples.ts';
import { createShopProfile } from './running/shop-profile/shop-profile.ts';
import { createBroadcasts } from './support/broadcasts/broadcasts.ts';
import { createSupport } from './support/support/support.ts';

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
