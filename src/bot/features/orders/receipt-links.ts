import type { Services } from '../../core/request.ts';

/** What a start link carries when it shows a receipt. */
export const receiptPrefix = 'r_';

export type ReceiptLinks = ReturnType<typeof createReceiptLinks>;

/** Links that show a receipt to whoever opens them. The bot knows its own name only once it has started. */
export function createReceiptLinks(
  { proofs }: Pick<Services, 'proofs'>,
  me: () => { readonly username: string; readonly first_name: string },
) {
  return {
    shop: (): string => me().first_name,
    /** Null: nothing was bought. */
    of: async (orderId: string): Promise<string | null> => {
      const proof = await proofs.of(orderId);
      return proof === null ? null : `https://t.me/${me().username}?start=${receiptPrefix}${proof}`;
    },
  };
}
