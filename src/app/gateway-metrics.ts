import type { Result } from '#domain/result.ts';
import type { GatewayFailure } from '#gateway/failure.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Metrics } from '#server/metrics.ts';

/** Counts and times every call to the gateway by its outcome. */
export function withGatewayMetrics(gateway: Gateway, { gatewayCall }: Pick<Metrics, 'gatewayCall'>): Gateway {
  const timed =
    <A extends unknown[], T, E extends GatewayFailure>(name: string, call: (...args: A) => Promise<Result<T, E>>) =>
    async (...args: A): Promise<Result<T, E>> => {
      const began = performance.now();
      const result = await call(...args);
      gatewayCall(name, result.ok ? 'ok' : result.error.kind, (performance.now() - began) / 1_000);
      return result;
    };
  return {
    ...gateway,
    listProducts: timed('list', gateway.listProducts),
    filterProducts: (query, options) =>
      timed(query.name === undefined ? 'catalogue' : 'filter', gateway.filterProducts)(query, options),
    personalOffers: timed('offers', gateway.personalOffers),
    buyPackage: timed('purchase', gateway.buyPackage),
  };
}
