import { z } from 'zod';
import { pageQuery } from './listing.ts';
import { MOBILE, PRODUCT_TYPES, SIM_CARD_TYPES } from './product.ts';

export const listQuery = z.object({
  per_page: z.string().optional().describe('Taken, and not used: pages have 100 products.'),
  order: z.literal('id').optional(),
  type_order: z.enum(['asc', 'desc']).optional(),
  ...pageQuery.shape,
});

export const offersBody = z.object({
  mobile: z.string().regex(MOBILE, 'must be 98 followed by the ten digits of the number.'),
});

export const createFilterBody = (operatorNames: readonly string[]) =>
  z.object({
    table: z.literal('product'),
    items: z
      .object({
        name: z.string().max(200).optional(),
        categories: z.literal('categories').optional().describe('Products have their categories.'),
        sim_card_type: z.enum(SIM_CARD_TYPES).optional(),
        type: z.enum(PRODUCT_TYPES).optional(),
        operator: z.enum(operatorNames).optional().describe('In the order of operator_id.'),
        pagination: z.enum(['true', 'false']).optional(),
      })
      .default({}),
  });

export type FilterItems = z.infer<ReturnType<typeof createFilterBody>>['items'];
