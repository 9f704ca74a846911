import { randomUUID } from 'node:crypto';
import { err, ok } from '#domain/result.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { purchaseStep } from './points.ts';
import type { Sent } from './protocol.ts';
import type { Watch } from './watched-dialect.ts';

export interface GatewayWatch {
  readonly watch: Watch;
  /** The mistake that this design avoids: a new key for each attempt. */
  readonly mintKeys: boolean;
  readonly note: (sent: Sent) => void;
}

/** The real client with kill points around a purchase. Its catalogue still has products that the gateway took off sale. */
export function watchGateway(gateway: Gateway, { watch, mintKeys, note }: GatewayWatch): Gateway {
  return {
    ...gateway,
    filterProducts: async (query, options) => {
      const answer = await gateway.filterProducts(query, options);
      return answer.ok ? ok({ ...answer.value, products: answer.value.products.map(asIfOnSale) }) : answer;
    },
    buyPackage: ({ key, ...stored }, options) => {
      const sent = { ...stored, key: mintKeys ? randomUUID() : key };
      const work = () => {
        note(sent);
        return gateway.buyPackage(sent, options);
      };
      return watch(purchaseStep, { work, nothing: err({ kind: 'unsure', why: 'left out', retryAfterMs: null }) });
    },
  };
}

const asIfOnSale = <T extends { readonly onSale: boolean }>(product: T): T => ({ ...product, onSale: true });
