import { failureText } from '#bot/kit/failure.ts';
import { type createFormatters, plainText } from '#bot/kit/formatter.ts';
import { type BotConfig, sandboxNames } from '#config/config.ts';
import type { Log } from '#log.ts';
import { type ApiDeps, createApi } from '#server/api/api.ts';
import type { Metrics } from '#server/metrics.ts';
import type { HttpServerOptions } from '#server/server.ts';
import type { Shop } from '#shop/shop.ts';

interface ResellerApiDeps {
  readonly config: BotConfig;
  readonly shop: Shop;
  readonly formatterFor: ReturnType<typeof createFormatters>;
  readonly metrics: Pick<Metrics, 'apiCall'>;
  readonly log: Log;
  readonly now: () => number;
  readonly stopping: AbortSignal;
  /** For tests. */
  readonly overrides?: Pick<ApiDeps, 'limits' | 'waitMs'>;
}

/** The shop's own API; empty while it is off. */
export function createResellerApi(deps: ResellerApiDeps): HttpServerOptions['apps'] {
  const { config, shop, formatterFor, metrics, log, now, stopping, overrides } = deps;
  if (!config.api) return [];
  const api = createApi({
    ...overrides,
    basePath: new URL(config.publicUrl ?? 'http://localhost').pathname.replace(/\/+$/, ''),
    operator2Path: config.gateway.operator2Path,
    operatorNames: config.gateway.operatorNames ?? sandboxNames,
    tokens: shop.apiTokens,
    purchases: shop.apiPurchases,
    catalogue: shop.resoldCatalogue,
    balanceOf: shop.wallet.read,
    words: {
      text: (language, key) => formatterFor(language, 'rial').plain(key),
      failure: (language, failure) => plainText(failureText(formatterFor(language, 'rial'), failure)),
    },
    shopLanguage: config.shopLanguage,
    log,
    now,
    stopping,
    onCall: metrics.apiCall,
  });
  return [api];
}
