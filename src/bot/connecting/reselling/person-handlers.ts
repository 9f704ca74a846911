import { agentActions } from '#bot/actions/agents.ts';
import { personApiActions } from '#bot/actions/reselling.ts';
import { amountFailure, askAgain, failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import { untrusted } from '#bot/kit/formatter.ts';
import { clampPage, promptScreen } from '#bot/kit/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer, ownersText } from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/kit/request.ts';
import { button } from '#bot/kit/screen.ts';
import type { Parts } from '#bot/parts.ts';
import { parseWholeAmount } from '#domain/amount.ts';
import type { Failure } from '#domain/failure.ts';
import type { Person } from '#domain/person.ts';
import type { ApiToken } from '#shop/connecting/reselling/api-tokens.ts';
import { forbidApiScreen, personApiScreen, personTokenScreen, personTokensScreen } from './person-screens.ts';
import { revokeTokenScreen } from './screens.ts';

export const apiLimitQuestion = defineQuestion<{ readonly person: number }>('apiLimit');

/** Where the owner opens the API for an agent, limits it, and ends it or one of its tokens. */
export function createPersonApiFeature({ apiAccess, apiTokens, people, notify }: Parts): Feature {
  const failWith = ({ format }: BotRequest, failure: Failure): Reply =>
    failureReply(format, failure, agentActions.agents({ page: 1 }));

  async function ofAgent(
    request: BotRequest,
    id: number,
    reply: (agent: Person) => Promise<HandlerResult>,
  ): Promise<HandlerResult> {
    const { format } = request;
    const back = agentActions.agent({ person: id });
    if (!apiAccess.isOn) return { screen: promptScreen(format, format.html('person-api-off'), back) };
    const person = await people.find(id);
    return person?.role === 'agent' ? reply(person) : failWith(request, { code: 'person-unknown' });
  }

  async function page({ format }: BotRequest, agent: Person): Promise<Reply> {
    const [settings, tokens] = await Promise.all([apiAccess.of(agent.id), apiTokens.list(agent.id)]);
    return { screen: personApiScreen(format, { agent, settings, tokens }) };
  }

  const ofToken = (
    request: BotRequest,
    { person, token }: { readonly person: number; readonly token: string },
    reply: (agent: Person, token: ApiToken) => Reply,
  ): Promise<HandlerResult> =>
    ofAgent(request, person, async (agent) => {
      const apiToken = await apiTokens.find(person, token);
      const back = personApiActions.personApi({ person });
      return apiToken ? reply(agent, apiToken) : failureReply(request.format, { code: 'api-token-unknown' }, back);
    });

  /** The agent is told once, however often it is pressed. */
  const allow = (request: BotRequest, id: number, isAllowed: boolean): Promise<HandlerResult> =>
    ofAgent(request, id, async (agent) => {
      const change = await apiAccess.allow(request.person.id, id, isAllowed);
      if (!change.ok) return failWith(request, change.error);
      if (change.value)
        await notify(id, (format) => format.html(isAllowed ? 'notice-api-allowed' : 'notice-api-ended'));
      return page(request, agent);
    });

  const handlers: Handlers<typeof personApiActions> = {
    personApi: (request, { person }) => ofAgent(request, person, (agent) => page(request, agent)),
    allowApi: (request, { person }) => allow(request, person, true),
    askForbidApi: (request, { person }) =>
      ofAgent(request, person, async (agent) => ({ screen: forbidApiScreen(request.format, agent) })),
    forbidApi: (request, { person }) => allow(request, person, false),
    askApiLimit: (request, { person }) =>
      ofAgent(request, person, async ({ name }) => {
        const { format } = request;
        const { text, keys } = promptScreen(
          format,
          format.html('ask-api-limit', { name: untrusted(name), unit: format.unitName }),
          personApiActions.personApi({ person }),
        );
        const none = [button(format.plain('key-api-no-limit'), personApiActions.dropApiLimit({ person }))];
        return { screen: { text, keys: [none, ...keys] }, question: apiLimitQuestion({ person }) };
      }),
    dropApiLimit: (request, { person }) => limit(request, person, null),
    personApiTokens: (request, { person, page: at }) =>
      ofAgent(request, person, async (agent) => {
        const tokens = await apiTokens.list(person);
        return { screen: personTokensScreen(request.format, { agent, tokens, page: clampPage(at) }) };
      }),
    personApiToken: (request, values) =>
      ofToken(request, values, (agent, token) => ({ screen: personTokenScreen(request.format, agent, token) })),
    askRevokePersonApiToken: (request, values) =>
      ofToken(request, values, (_, token) => ({
        screen: revokeTokenScreen(request.format, {
          token,
          yes: personApiActions.revokePersonApiToken(values),
          back: personApiActions.personApiToken(values),
        }),
      })),
    revokePersonApiToken: (request, { person, token }) =>
      ofAgent(request, person, async (agent) => {
        const revocation = await apiTokens.revoke(request.person.id, person, token);
        const back = personApiActions.personApi({ person });
        return revocation.ok ? page(request, agent) : failureReply(request.format, revocation.error, back);
      }),
  };

  const limit = (request: BotRequest, id: number, dailyLimit: number | null): Promise<HandlerResult> =>
    ofAgent(request, id, async (agent) => {
      const change = await apiAccess.limit(request.person.id, id, dailyLimit);
      return change.ok ? page(request, agent) : failWith(request, change.error);
    });

  const typedLimit = onAnswer(apiLimitQuestion, async (request, input, { person }) => {
    const text = ownersText(request, input);
    if (text === null) return notAnAnswer;
    const dailyLimit = parseWholeAmount(text, request.person.unit);
    if (dailyLimit === null) return askAgain(request, amountFailure(text), personApiActions.personApi({ person }));
    return limit(request, person, dailyLimit);
  });

  return defineFeature(personApiActions, handlers, [typedLimit]);
}
