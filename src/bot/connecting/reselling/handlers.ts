import { homeActions } from '#bot/actions/home.ts';
import { apiActions } from '#bot/actions/reselling.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import { oneLine, truncate } from '#bot/kit/formatter.ts';
import { clampPage, promptScreen } from '#bot/kit/navigation.ts';
import { type Answer, defineQuestion, notAnAnswer, onAnswer, type TypedMessage, textFrom } from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/kit/request.ts';
import { button } from '#bot/kit/screen.ts';
import type { Parts } from '#bot/parts.ts';
import type { Failure } from '#domain/failure.ts';
import { plainDigits } from '#domain/phone.ts';
import { err, type Result } from '#domain/result.ts';
import type { ApiSettings } from '#shop/connecting/reselling/api-access.ts';
import { type ApiToken, longestTokenName, mostAddresses } from '#shop/connecting/reselling/api-tokens.ts';
import { checkHookUrl } from '#shop/connecting/reselling/hook-address.ts';
import {
  apiScreen,
  hookScreen,
  hookSecretScreen,
  issuedTokenScreen,
  ownTokenScreen,
  ownTokensScreen,
  replaceTokenScreen,
  revokeTokenScreen,
} from './screens.ts';

/** Null: for a new token. */
export const apiTokenNameQuestion = defineQuestion<{ readonly token: string | null }>('apiTokenName');
export const apiAddressesQuestion = defineQuestion<{ readonly token: string }>('apiAddresses');
export const apiHookQuestion = defineQuestion('apiHook');

const anyAddress = /^(any|all|\*|همه|هر نشانی|الكل|أي عنوان)$/i;

/** The agent's own access to the API: tokens, receipts and where the end of an order is told. */
export function createApiFeature({ apiAccess, apiDeliveries, apiTokens, apiUrl }: Parts): Feature {
  /** Null: the API is not open to them, or not any more. */
  const settingsOf = async ({ person }: BotRequest): Promise<ApiSettings | null> =>
    person.role === 'agent' ? apiAccess.of(person.id) : null;

  const closed = ({ format }: BotRequest): Reply => ({
    screen: promptScreen(format, format.html('api-closed'), homeActions.settings()),
  });

  /** Checked at every press: the owner may have ended it since the button was shown. */
  const whereOpen =
    <Values>(handle: (request: BotRequest, values: Values, settings: ApiSettings) => Promise<HandlerResult>) =>
    async (request: BotRequest, values: Values): Promise<HandlerResult> => {
      const settings = await settingsOf(request);
      return settings ? handle(request, values, settings) : closed(request);
    };

  const failWith = ({ format }: BotRequest, failure: Failure): Reply =>
    failureReply(format, failure, apiActions.apiTokens({ page: 1 }));

  async function api(request: BotRequest): Promise<Reply> {
    const settings = await settingsOf(request);
    if (!settings) return closed(request);
    const tokens = await apiTokens.list(request.person.id);
    return { screen: apiScreen(request.format, { settings, tokens, url: apiUrl }) };
  }

  async function ofToken(request: BotRequest, id: string, reply: (token: ApiToken) => Reply): Promise<Reply> {
    const token = await apiTokens.find(request.person.id, id);
    return token ? reply(token) : failWith(request, { code: 'api-token-unknown' });
  }

  const tokenPage = (request: BotRequest, id: string, note: string | null = null): Promise<Reply> =>
    ofToken(request, id, (token) => ({ screen: ownTokenScreen(request.format, token, note) }));

  const hook = async (request: BotRequest, settings: ApiSettings | null): Promise<Reply> => ({
    screen: hookScreen(request.format, {
      url: settings?.hook?.url ?? null,
      deliveries: await apiDeliveries.recent(request.person.id),
    }),
  });

  const aboutToken = (reply: (request: BotRequest, token: ApiToken) => Reply) =>
    whereOpen((request, { token }: { readonly token: string }) =>
      ofToken(request, token, (found) => reply(request, found)),
    );

  const handlers: Handlers<typeof apiActions> = {
    api: (request) => api(request),
    apiTokens: whereOpen(async ({ person, format }, { page }) => ({
      screen: ownTokensScreen(format, { tokens: await apiTokens.list(person.id), page: clampPage(page) }),
    })),
    apiToken: whereOpen((request, { token }) => tokenPage(request, token)),
    askNewApiToken: whereOpen(async ({ format }) => ({
      screen: promptScreen(format, format.html('ask-api-token-name'), apiActions.api()),
      question: apiTokenNameQuestion({ token: null }),
    })),
    askRenameApiToken: aboutToken(({ format }, { id: token }) => ({
      screen: promptScreen(format, format.html('ask-api-token-rename'), apiActions.apiToken({ token })),
      question: apiTokenNameQuestion({ token }),
    })),
    askApiAddresses: aboutToken(({ format }, { id: token }) => {
      const { text, keys } = promptScreen(format, format.html('ask-api-addresses'), apiActions.apiToken({ token }));
      const any = [button(format.plain('key-api-any-address'), apiActions.clearApiAddresses({ token }))];
      return { screen: { text, keys: [any, ...keys] }, question: apiAddressesQuestion({ token }) };
    }),
    clearApiAddresses: whereOpen(async (request, { token }) => {
      const change = await apiTokens.setAddresses(request.person.id, token, '');
      return change.ok ? tokenPage(request, token) : failWith(request, change.error);
    }),
    askReplaceApiToken: aboutToken(({ format }, token) => ({ screen: replaceTokenScreen(format, token) })),
    replaceApiToken: whereOpen(async (request, { token: id, version }) => {
      const issued = await apiTokens.replace(request.person.id, id, version);
      if (!issued.ok) return tokenPage(request, id, request.format.html('failure-api-token-unseen'));
      const { token } = issued.value;
      return ofToken(request, id, ({ name }) => ({ screen: issuedTokenScreen(request.format, { id, name, token }) }));
    }),
    askRevokeApiToken: aboutToken(({ format }, token) => ({
      screen: revokeTokenScreen(format, {
        token,
        yes: apiActions.revokeApiToken({ token: token.id }),
        back: apiActions.apiToken({ token: token.id }),
      }),
    })),
    revokeApiToken: whereOpen(async (request, { token }) => {
      const revocation = await apiTokens.revoke(request.person.id, request.person.id, token);
      return revocation.ok ? { redirect: apiActions.apiTokens({ page: 1 }) } : failWith(request, revocation.error);
    }),
    setApiReceipts: whereOpen(async (request, { receipts }) => {
      const change = await apiAccess.setReceipts(request.person.id, receipts === 'on');
      return change.ok ? api(request) : closed(request);
    }),
    apiHook: whereOpen((request, _, settings) => hook(request, settings)),
    askApiHook: whereOpen(async ({ format }) => ({
      screen: promptScreen(format, format.html('ask-api-hook'), apiActions.apiHook()),
      question: apiHookQuestion(),
    })),
    removeApiHook: whereOpen(async (request) => {
      const change = await apiAccess.setHook(request.person.id, null);
      return change.ok ? hook(request, null) : closed(request);
    }),
    apiHookSecret: whereOpen(async (request, _, settings) =>
      settings.hook === null
        ? hook(request, settings)
        : { screen: hookSecretScreen(request.format, settings.hook.secret) },
    ),
    testApiHook: whereOpen(async (request, _, settings) => {
      if (settings.hook !== null) await apiDeliveries.test(request.person.id);
      return hook(request, settings);
    }),
  };

  /** Null: not an answer, or the API is not open to them any more. */
  async function answerIn(request: BotRequest, input: TypedMessage): Promise<string | null> {
    const text = textFrom(request, input, 'sell');
    return text !== null && (await settingsOf(request)) ? text : null;
  }

  async function named(request: BotRequest, id: string | null, typed: string): Promise<Reply> {
    const { person, format, idempotencySource } = request;
    const name = truncate(oneLine(typed), longestTokenName, '');
    if (id !== null) {
      const change = await apiTokens.rename(person.id, id, name);
      return change.ok ? tokenPage(request, id) : failWith(request, change.error);
    }
    const issued = await apiTokens.create(person.id, name, idempotencySource);
    return issued.ok
      ? { screen: issuedTokenScreen(format, { ...issued.value, name }) }
      : failWith(request, issued.error);
  }

  async function setAddresses(request: BotRequest, token: string, typed: string): Promise<Answer | Reply> {
    const isAny = anyAddress.test(oneLine(typed));
    const addresses = isAny ? '' : plainDigits(typed);
    // Separators alone are no list, and must not open the token to all.
    const change: Result<null, Failure> =
      isAny || /[\da-f]/i.test(addresses)
        ? await apiTokens.setAddresses(request.person.id, token, addresses)
        : err({ code: 'api-addresses-invalid', most: mostAddresses });
    if (change.ok) return tokenPage(request, token);
    return change.error.code === 'api-addresses-invalid'
      ? askAgain(request, change.error, apiActions.apiToken({ token }))
      : failWith(request, change.error);
  }

  return defineFeature(apiActions, handlers, [
    onAnswer(apiTokenNameQuestion, async (request, input, { token }) => {
      const text = await answerIn(request, input);
      return text === null || input.mobiles.length > 0 ? notAnAnswer : named(request, token, text);
    }),
    onAnswer(apiAddressesQuestion, async (request, input, { token }) => {
      const text = await answerIn(request, input);
      return text === null ? notAnAnswer : setAddresses(request, token, text);
    }),
    onAnswer(apiHookQuestion, async (request, input) => {
      const text = await answerIn(request, input);
      if (text === null) return notAnAnswer;
      const url = checkHookUrl(text);
      if (!url.ok) return askAgain(request, url.error, apiActions.apiHook());
      const change = await apiAccess.setHook(request.person.id, url.value);
      return change.ok ? hook(request, await settingsOf(request)) : closed(request);
    }),
  ]);
}
