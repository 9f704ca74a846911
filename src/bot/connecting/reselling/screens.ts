import { homeActions } from '#bot/actions/home.ts';
import { apiActions } from '#bot/actions/reselling.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { pageSize } from '#bot/kit/navigation.ts';
import { key, page } from '#bot/kit/page.ts';
import { shownLength, truncateLabel } from '#bot/kit/row-label.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import type { ApiSettings } from '#shop/connecting/reselling/api-access.ts';
import type { ApiDelivery } from '#shop/connecting/reselling/api-deliveries.ts';
import { type ApiToken, longestTokenName, tokenStart } from '#shop/connecting/reselling/api-tokens.ts';

const addressLength = 200;

export const callsToday = (tokens: readonly ApiToken[]): number =>
  tokens.reduce((sum, { callsToday: calls }) => sum + calls, 0);

interface ApiData {
  readonly settings: ApiSettings;
  readonly tokens: readonly ApiToken[];
  /** Null: unknown. */
  readonly url: string | null;
}

/** The agent's page. */
export function apiScreen(format: Formatter, { settings, tokens, url }: ApiData): Screen {
  const { dailyLimit, receipts, hook } = settings;
  return page(format, {
    text: [
      format.html('api-title'),
      '',
      format.html('api-open'),
      url === null ? format.html('api-url-unknown') : format.html('api-url', { address: format.copyable(url) }),
      dailyLimit !== null && format.html('api-limit', { limit: format.money(dailyLimit) }),
      '',
      format.html('api-tokens-sum', { tokens: tokens.length, calls: callsToday(tokens) }),
      format.html(receipts ? 'api-receipts-on' : 'api-receipts-off'),
      hook && format.html('api-hook-told', { address: untrusted(hook.url, addressLength) }),
    ],
    keys: [
      [key('key-api-tokens', apiActions.apiTokens({ page: 1 })), key('key-new-api-token', apiActions.askNewApiToken())],
      key(
        receipts ? 'key-api-receipts-off' : 'key-api-receipts-on',
        apiActions.setApiReceipts({ receipts: receipts ? 'off' : 'on' }),
      ),
      key('key-api-hook', apiActions.apiHook()),
    ],
    back: homeActions.settings(),
  });
}

const useLine = (format: Formatter, { usedAt, callsToday: calls }: ApiToken): string =>
  usedAt === null
    ? format.html('api-token-unused')
    : format.html('api-token-used', { when: format.when(usedAt), calls });

const nameLine = (format: Formatter, { name, id }: ApiToken): string =>
  format.html('api-token-line', { name: untrusted(name, longestTokenName), start: format.code(tokenStart(id)) });

interface TokensData {
  readonly title: string;
  /** For all pages; null: none. */
  readonly hint: string | null;
  readonly tokens: readonly ApiToken[];
  readonly page: number;
  readonly to: (page: number) => Action;
  readonly open: (token: string) => Action;
  readonly forAll: readonly Button[];
  readonly back: Action;
}

export function tokensScreen(
  format: Formatter,
  { title, hint, tokens, page: at, to, open, forAll, back }: TokensData,
): Screen {
  const tokensOnPage = tokens.slice((at - 1) * pageSize, at * pageSize);
  return page(format, {
    text: [
      title,
      hint,
      ...(tokensOnPage.length === 0 ? ['', format.html('api-tokens-none')] : []),
      ...tokensOnPage.flatMap((token) => ['', nameLine(format, token), useLine(format, token)]),
    ],
    keys: tokensOnPage.map(({ id, name }) => button(truncateLabel(name, shownLength(1)), open(id))),
    turn: { page: at, more: tokens.length > at * pageSize, to, forAll },
    back,
  });
}

export const ownTokensScreen = (
  format: Formatter,
  { tokens, page }: { readonly tokens: readonly ApiToken[]; readonly page: number },
): Screen =>
  tokensScreen(format, {
    title: format.html('api-tokens-title'),
    hint: format.html('api-tokens-hint'),
    tokens,
    page,
    to: (other) => apiActions.apiTokens({ page: other }),
    open: (token) => apiActions.apiToken({ token }),
    forAll: [button(format.plain('key-new-api-token'), apiActions.askNewApiToken())],
    back: apiActions.api(),
  });

export const tokenLines = (format: Formatter, token: ApiToken): string =>
  lines(
    nameLine(format, token),
    '',
    format.html('api-token-since', { when: format.when(token.createdAt) }),
    useLine(format, token),
    token.addresses.length === 0
      ? format.html('api-token-any-address')
      : format.html('api-token-addresses', { addresses: format.code(token.addresses.join(' ')) }),
  );

export const ownTokenScreen = (format: Formatter, token: ApiToken, note: string | null = null): Screen =>
  page(format, {
    note,
    text: [tokenLines(format, token)],
    keys: [
      [
        key('key-rename-api-token', apiActions.askRenameApiToken({ token: token.id })),
        key('key-api-addresses', apiActions.askApiAddresses({ token: token.id })),
      ],
      [
        key('key-replace-api-token', apiActions.askReplaceApiToken({ token: token.id })),
        key('key-revoke-api-token', apiActions.askRevokeApiToken({ token: token.id }), 'danger'),
      ],
    ],
    back: apiActions.apiTokens({ page: 1 }),
  });

/** The only message with the token: what comes next replaces it. */
export const issuedTokenScreen = (
  format: Formatter,
  { id, name, token }: { readonly id: string; readonly name: string; readonly token: string },
): Screen =>
  page(format, {
    text: [
      format.html('api-token-issued', { name: untrusted(name) }),
      '',
      format.html('line', { text: format.copyable(token) }),
      '',
      format.html('api-token-once'),
    ],
    keys: [
      { label: format.plain('key-copy-api-token'), copy: token },
      key('key-erase-api-token', apiActions.apiToken({ token: id })),
    ],
    back: apiActions.api(),
  });

export const replaceTokenScreen = (format: Formatter, { id, name, version }: ApiToken): Screen =>
  page(format, {
    text: format.html('api-token-replace', { name: untrusted(name) }),
    keys: [key('key-yes-replace-api-token', apiActions.replaceApiToken({ token: id, version }), 'danger')],
    back: apiActions.apiToken({ token: id }),
  });

export const revokeTokenScreen = (
  format: Formatter,
  { token, yes, back }: { readonly token: ApiToken; readonly yes: Action; readonly back: Action },
): Screen =>
  page(format, {
    text: format.html('api-token-revoke', { name: untrusted(token.name) }),
    keys: [key('key-yes-revoke-api-token', yes, 'danger')],
    back,
  });

const resultLength = 60;

function deliveryLine(format: Formatter, { createdAt, triedAt, orderCode, result, state }: ApiDelivery): string {
  const stateName = format.plain(`api-delivery-${state}`);
  return format.html('api-delivery', {
    when: format.when(triedAt ?? createdAt),
    what: orderCode === null ? format.plain('api-delivery-test') : format.code(orderCode),
    state:
      result === null
        ? stateName
        : format.plain('api-delivery-with-result', { state: stateName, result: untrusted(result, resultLength) }),
  });
}

interface HookData {
  readonly url: string | null;
  readonly deliveries: readonly ApiDelivery[];
}

/** Where the end of an order is told, and what was told lately. */
export const hookScreen = (format: Formatter, { url, deliveries }: HookData): Screen =>
  page(format, {
    text: [
      format.html('api-hook-title'),
      '',
      format.html('api-hook-hint'),
      url === null
        ? format.html('api-hook-none')
        : format.html('api-hook-address', { address: untrusted(url, addressLength) }),
      ...(deliveries.length === 0
        ? []
        : ['', format.html('api-deliveries'), ...deliveries.map((one) => deliveryLine(format, one))]),
    ],
    keys: [
      [
        key('key-api-hook-set', apiActions.askApiHook()),
        url !== null && key('key-api-hook-secret', apiActions.apiHookSecret()),
      ],
      url !== null && [
        key('key-api-hook-test', apiActions.testApiHook()),
        key('key-api-hook-remove', apiActions.removeApiHook(), 'danger'),
      ],
    ],
    back: apiActions.api(),
  });

export const hookSecretScreen = (format: Formatter, secret: string): Screen =>
  page(format, {
    text: [
      format.html('api-hook-secret'),
      '',
      format.html('line', { text: format.copyable(secret) }),
      '',
      format.html('api-hook-secret-hint'),
    ],
    keys: [{ label: format.plain('key-copy-api-secret'), copy: secret }],
    back: apiActions.apiHook(),
  });
