import { type Fields, type FilterItems, readParameters } from '@sharj/wire';
import { z } from 'zod';
import type { Failure } from '#domain/failure.ts';
import { operatorIds } from '#domain/product.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { simTypeOf, typeOf } from '#gateway/product.ts';
import type { FilterQuery } from '#gateway/product-query.ts';
import type { ResoldItem } from '#shop/connecting/reselling/api-purchases.ts';

export const purchaseHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .trim()
    .max(255)
    .regex(/^[\x21-\x7e]+$/)
    .describe('New for each purchase.'),
});

export function filterOf(items: FilterItems, operatorNames: readonly string[]): FilterQuery {
  const { name, type, sim_card_type: simType, operator } = items;
  return {
    name,
    type: type && typeOf(type),
    simType: simType && simTypeOf(simType),
    operatorId: operator === undefined ? undefined : operatorIds[operatorNames.indexOf(operator)],
  };
}

/** The failure names the first field that is wrong. */
export function itemOf(fields: Fields): Result<ResoldItem, Failure> {
  const parsed = readParameters(fields);
  if (!parsed.success) return err({ code: 'api-field', field: String(parsed.error.issues[0]?.path[0] ?? '') });
  const { product_id, mobile, price, webservice_code, offerCode, offerType, profile_id } = parsed.data;
  const item: ResoldItem = {
    productId: product_id,
    mobile,
    price,
    code: webservice_code,
    offer: offerCode && offerType ? { code: offerCode, type: offerType } : null,
    profileId: profile_id || null,
  };
  return ok(item);
}
