import type { Base } from '#shop/base.ts';
import { createApiAccess } from './api-access.ts';
import { createApiDeliveries } from './api-deliveries.ts';
import { createApiTokens } from './api-tokens.ts';

/** The shop as a gateway for its agents: their access, their tokens and what they buy by them. */
export function createReselling(parts: Base) {
  const apiAccess = createApiAccess(parts);
  return {
    apiAccess,
    apiTokens: createApiTokens({ ...parts, apiAccess }),
    apiDeliveries: createApiDeliveries({ ...parts, apiAccess }),
  };
}
