import { apiActions } from '#bot/actions/reselling.ts';
import * as person from '#bot/connecting/reselling/person-screens.ts';
import * as screens from '#bot/connecting/reselling/screens.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import type { Screen } from '#bot/kit/screen.ts';
import { mostTokens } from '#shop/connecting/reselling/api-tokens.ts';

const many = 999_999_999;
const id = 'abcdef012345';
const url = `https://${'long.'.repeat(40)}example.org/${'x'.repeat(200)}`;

const tokenNamed = (name: string) => ({
  ...{ id, name, createdAt: 0, usedAt: 0, callsToday: many, version: '0123abcd' },
  addresses: Array.from({ length: 20 }, (_, nth) => `2001:0db8:85a3:0000:0000:8a2e:0370:73${10 + nth}/128`),
});

/** An agent's pages about the API, as full as they get. */
export function apiScreens(format: Formatter, name: string): Record<string, Screen> {
  const token = tokenNamed(name);
  const tokens = Array.from({ length: mostTokens }, () => token);
  const settings = { dailyLimit: many, receipts: true, hook: { url, secret: 'x'.repeat(43) } };
  const delivery = { id, orderCode: 'ABCDE-12345', createdAt: 0, triedAt: 0, result: name.repeat(3), attempts: many };
  const deliveries = Array.from({ length: 10 }, () => ({ ...delivery, state: 'given-up' as const }));
  const waiting = { ...delivery, orderCode: null, triedAt: null, result: null, state: 'waiting' as const };
  return {
    api: screens.apiScreen(format, { settings, tokens, url: 'https://shop.example.org/api' }),
    'api, nothing set': screens.apiScreen(format, {
      settings: { dailyLimit: null, receipts: false, hook: null },
      tokens: [],
      url: null,
    }),
    'api tokens': screens.ownTokensScreen(format, { tokens, page: 1 }),
    'api tokens, second page': screens.ownTokensScreen(format, { tokens, page: 2 }),
    'no api tokens': screens.ownTokensScreen(format, { tokens: [], page: 1 }),
    'api token': screens.ownTokenScreen(format, token, format.html('failure-api-token-unseen')),
    'api token, new': screens.ownTokenScreen(format, { ...token, usedAt: null, addresses: [] }),
    'api token, shown once': screens.issuedTokenScreen(format, { id, name, token: `sharj_${id}_${'x'.repeat(43)}` }),
    'replace api token': screens.replaceTokenScreen(format, token),
    'revoke api token': screens.revokeTokenScreen(format, {
      token,
      yes: apiActions.revokeApiToken({ token: id }),
      back: apiActions.apiToken({ token: id }),
    }),
    'api notices': screens.hookScreen(format, { url, deliveries }),
    'api notices, a test': screens.hookScreen(format, { url, deliveries: [waiting] }),
    'api notices, none': screens.hookScreen(format, { url: null, deliveries: [] }),
    'api secret': screens.hookSecretScreen(format, 'x'.repeat(43)),
  };
}

/** The owner's pages about an agent's API. */
export function personApiScreens(format: Formatter, name: string): Record<string, Screen> {
  const agent = { id: many, name };
  const token = tokenNamed(name);
  const tokens = Array.from({ length: mostTokens }, () => token);
  return {
    'api of an agent': person.personApiScreen(format, { agent, settings: { dailyLimit: many }, tokens }),
    'api of an agent, without limit': person.personApiScreen(format, { agent, settings: { dailyLimit: null }, tokens }),
    'api of an agent, not allowed': person.personApiScreen(format, { agent, settings: null, tokens: [] }),
    'end of an api': person.forbidApiScreen(format, agent),
    'api tokens of an agent': person.personTokensScreen(format, { agent, tokens, page: 1 }),
    'api token of an agent': person.personTokenScreen(format, agent, token),
  };
}
