import { z } from 'zod';
import { isMobile, PRODUCT_TYPES, SIM_CARD_TYPES } from './product.ts';

export const listQuery = z.object({
  order: z.literal('id').optional(),
  type_order: z.enum(['asc', 'desc']).optional(),
});

export const offersBody = z.object({
  mobile: z.string().refine(isMobile, 'must be 98 followed by the ten digits of the number.'),
});

export const createFilterBody = (operatorNames: readonly string[]) =>
  z.object({
    table: z.literal('product'),
    items: z
      .object({
        name: z.string().max(200).optional(),
        categories: z.literal('categories').optional(),
        sim_card_type: z.enum(SIM_CARD_TYPES).optional(),
        type: z.enum(PRODUCT_TYPES).optional(),
        operator: z.enum(operatorNames).optional(),
        pagination: z.enum(['true', 'false']).optional(),
      })
      .default({}),
  });

export type FilterItems = z.infer<ReturnType<typeof createFilterBody>>['items'];
