import { agentActions } from '#bot/actions/agents.ts';
import { personApiActions } from '#bot/actions/reselling.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { key, page } from '#bot/kit/page.ts';
import type { Screen } from '#bot/kit/screen.ts';
import type { Rials } from '#domain/money.ts';
import type { ApiToken } from '#shop/connecting/reselling/api-tokens.ts';
import { callsToday, tokenLines, tokensScreen } from './screens.ts';

interface Agent {
  readonly id: number;
  readonly name: string;
}

interface PersonApiData {
  readonly agent: Agent;
  /** Null: not allowed. */
  readonly settings: { readonly dailyLimit: Rials | null } | null;
  readonly tokens: readonly ApiToken[];
}

/** An agent's access, for the owner. */
export function personApiScreen(format: Formatter, { agent, settings, tokens }: PersonApiData): Screen {
  const { id: person, name } = agent;
  return page(format, {
    text: [
      format.html('person-api-title', { name: untrusted(name) }),
      '',
      format.html(settings ? 'person-api-allowed' : 'person-api-forbidden'),
      settings && limitLine(format, settings.dailyLimit),
      format.html('api-tokens-sum', { tokens: tokens.length, calls: callsToday(tokens) }),
    ],
    keys: [
      settings
        ? [
            key('key-api-limit', personApiActions.askApiLimit({ person })),
            key('key-forbid-api', personApiActions.askForbidApi({ person }), 'danger'),
          ]
        : key('key-allow-api', personApiActions.allowApi({ person }), 'success'),
      tokens.length !== 0 && key('key-api-tokens', personApiActions.personApiTokens({ person, page: 1 })),
    ],
    back: agentActions.personTerms({ person }),
  });
}

const limitLine = (format: Formatter, limit: Rials | null): string =>
  limit === null ? format.html('person-api-no-limit') : format.html('api-limit', { limit: format.money(limit) });

export const forbidApiScreen = (format: Formatter, { id: person, name }: Agent): Screen =>
  page(format, {
    text: format.html('person-api-forbid', { name: untrusted(name) }),
    keys: [key('key-yes-forbid-api', personApiActions.forbidApi({ person }), 'danger')],
    back: personApiActions.personApi({ person }),
  });

export const personTokensScreen = (
  format: Formatter,
  { agent, tokens, page }: { readonly agent: Agent; readonly tokens: readonly ApiToken[]; readonly page: number },
): Screen =>
  tokensScreen(format, {
    title: format.html('api-tokens-title-of', { name: untrusted(agent.name) }),
    hint: null,
    tokens,
    page,
    to: (other) => personApiActions.personApiTokens({ person: agent.id, page: other }),
    open: (token) => personApiActions.personApiToken({ person: agent.id, token }),
    forAll: [],
    back: personApiActions.personApi({ person: agent.id }),
  });

export const personTokenScreen = (format: Formatter, { id: person }: Agent, token: ApiToken): Screen =>
  page(format, {
    text: tokenLines(format, token),
    keys: [
      key('key-revoke-api-token', personApiActions.askRevokePersonApiToken({ person, token: token.id }), 'danger'),
    ],
    back: personApiActions.personApiTokens({ person, page: 1 }),
  });
