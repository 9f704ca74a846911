import { ok } from '#domain/result.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { purchaseStep } from './points.ts';
import type { Sent } from './protocol.ts';
import type { Watch } from './watched-dialect.ts';

export interface GatewayWatch {
  readonly watch: Watch;
  readonly note: (sent: Sent) => void;
}

/** The real client with kill points around a purchase. Its catalogue still offers products that the gateway took off sale. */
export function watchGateway(gateway: Gateway, { watch, note }: GatewayWatch): Gateway {
  return {
    ...gateway,
    filterProducts: async (query, options) => {
      const answer = await gateway.filterProducts(query, options);
      return answer.ok ? ok({ ...answer.value, products: answer.value.products.map(asIfOnSale) }) : answer;
    },
    buyPackage: (sent, options) => {
      const work = () => {
        note(sent);
        return gateway.buyPackage(sent, options);
      };
      return watch(purchaseStep, { work });
    },
  };
}

const asIfOnSale = <T extends { readonly onSale: boolean }>(product: T): T => ({ ...product, onSale: true });
