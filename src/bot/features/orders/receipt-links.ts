import type { Services } from '../../core/services.ts';

/** Of start links. */
export const receiptPrefix = 'r_';

export type ReceiptLinks = ReturnType<typeof createReceiptLinks>;

/** `me`: known only after the start. */
export function createReceiptLinks(
  { receiptTokens }: Pick<Services, 'receiptTokens'>,
  me: () => { readonly username: string; readonly first_name: string },
) {
  return {
    shop: (): string => me().first_name,
    /** Null: nothing was bought. */
    of: async (orderId: string): Promise<string | null> => {
      const proof = await receiptTokens.of(orderId);
      return proof === null ? null : `https://t.me/${me().username}?start=${receiptPrefix}${proof}`;
    },
  };
}
