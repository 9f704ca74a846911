import type { Links } from '#bot/kit/links.ts';
import type { Services } from '#bot/parts.ts';
import { botNameOf } from '#shop/running/shop-profile/shop-profile.ts';

/** Start links of a receipt, and inline queries for its card, begin with it. */
export const receiptPrefix = 'r_';

export type ReceiptLinks = ReturnType<typeof createReceiptLinks>;

/** `me`: known only after the start. */
export function createReceiptLinks(
  { receiptTokens, shopProfile }: Pick<Services, 'receiptTokens' | 'shopProfile'>,
  links: Links,
  me: () => { readonly first_name: string },
) {
  /** Null: nothing was bought. */
  async function payloadOf(orderId: string): Promise<string | null> {
    const token = await receiptTokens.of(orderId);
    return token === null ? null : `${receiptPrefix}${token}`;
  }

  return {
    /** The shop's name wherever one must stand. */
    shop: (): string => botNameOf(shopProfile.current(), me().first_name),
    of: async (orderId: string): Promise<string | null> => {
      const payload = await payloadOf(orderId);
      return payload === null ? null : links.start(payload);
    },
    /** The inline query for its card. Null: nothing was bought, or there is no inline mode. */
    card: async (orderId: string): Promise<string | null> => (links.hasInlineMode() ? payloadOf(orderId) : null),
  };
}
