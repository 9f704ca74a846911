import { createBroadcasts } from '#shop/broadcasts/broadcasts.ts';
import type { Catalogue } from '#shop/catalogue/catalogue.ts';
import { createCredit } from '#shop/credit/credit.ts';
import { createDebtReminders } from '#shop/credit/debt-reminders.ts';
import { createManualReview } from '#shop/orders/manual-review.ts';
import { createReversals } from '#shop/orders/reversal.ts';
import { createAgents } from '#shop/people/agents.ts';
import { createCustomers } from '#shop/people/customers.ts';
import { createStaff } from '#shop/people/staff.ts';
import { createPriceRules } from '#shop/prices/price-rules.ts';
import type { Prices } from '#shop/prices/prices.ts';
import type { PromoCodes } from '#shop/prices/promo-codes.ts';
import { createTiers } from '#shop/prices/tiers.ts';
import { createDeletion } from '#shop/privacy/deletion.ts';
import { readPersonalData } from '#shop/privacy/personal-data.ts';
import { createReferrals } from '#shop/referrals/referrals.ts';
import { createBestSellers } from '#shop/reports/best-sellers.ts';
import { createCsvRows } from '#shop/reports/csv-rows.ts';
import { createHealthReport } from '#shop/reports/health.ts';
import { createLosses } from '#shop/reports/losses.ts';
import { createPricePreview } from '#shop/reports/price-preview.ts';
import { createReports } from '#shop/reports/reports.ts';
import { createSaleExamples } from '#shop/reports/sale-examples.ts';
import { createOwnerPause } from '#shop/sales-pause/owner-pause.ts';
import { createSettlementTerms } from '#shop/settlement/settlement-terms.ts';
import { createStatements } from '#shop/settlement/statements.ts';
import { createSupport } from '#shop/support/support.ts';
import { createLedgerCheck } from '#shop/wallet/ledger-check.ts';
import { createKeyValue } from '#storage/key-value.ts';
import type { Base } from './shop-base.ts';

/** What owners, staff and agents run the shop with. */
export function assembleAdministration(
  parts: Base & { readonly catalogue: Catalogue; readonly prices: Prices; readonly promoCodes: PromoCodes },
) {
  const { database, now } = parts;
  const reports = createReports(parts);
  const priceRules = createPriceRules({ ...parts, drafts: createKeyValue(database, 'price-rules', now) });
  const saleExamples = createSaleExamples({ ...parts, reports });
  const settlementTerms = createSettlementTerms(parts);
  const agents = createAgents(parts);
  return {
    ownerPause: createOwnerPause(parts),
    manualReview: createManualReview(parts),
    reverse: createReversals(parts),
    referrals: createReferrals(parts),
    agents,
    debtReminders: createDebtReminders({ ...parts, agents }),
    customers: createCustomers(parts),
    deletion: createDeletion(parts),
    personalData: (personId: number) => readPersonalData(database, personId),
    staff: createStaff(parts),
    credit: createCredit({ ...parts, drafts: createKeyValue(database, 'credit', now) }),
    support: createSupport({ ...parts, chatId: parts.supportChatId }),
    ledgerCheck: createLedgerCheck(parts),
    broadcasts: createBroadcasts(parts),
    health: createHealthReport(parts),
    reports,
    bestSellers: createBestSellers(parts),
    csvRows: createCsvRows(parts),
    priceRules,
    pricePreview: createPricePreview({ ...parts, saleExamples, priceRules }),
    losses: createLosses({ ...parts, saleExamples }),
    tiers: createTiers(parts),
    settlementTerms,
    statements: createStatements({ ...parts, terms: settlementTerms }),
  };
}
