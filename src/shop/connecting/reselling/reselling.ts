import type { Base } from '#shop/assemble-base.ts';
import type { Sales } from '#shop/assemble-sales.ts';
import { createApiAccess } from './api-access.ts';
import { createApiDeliveries } from './api-deliveries.ts';
import { createApiPurchases } from './api-purchases.ts';
import { createApiSummary } from './api-summary.ts';
import { createApiTokens } from './api-tokens.ts';
import { createResoldCatalogue } from './resold-catalogue.ts';

/** The shop as a gateway for its agents: their access, tokens and purchases. */
export function createReselling(parts: Base & Pick<Sales, 'catalogue' | 'offers' | 'prices' | 'pricing'>) {
  const apiAccess = createApiAccess(parts);
  return {
    apiAccess,
    apiTokens: createApiTokens({ ...parts, apiAccess }),
    apiPurchases: createApiPurchases(parts),
    apiSummary: createApiSummary(parts),
    resoldCatalogue: createResoldCatalogue(parts),
    apiDeliveries: createApiDeliveries({ ...parts, apiAccess }),
  };
}
