import type { Services } from '../../core/services.ts';

/** Start links that show a receipt begin with it. */
export const receiptPrefix = 'r_';

export type ReceiptLinks = ReturnType<typeof createReceiptLinks>;

/** Links that show a receipt to anyone who opens them. The bot's name is known only after its start. */
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
