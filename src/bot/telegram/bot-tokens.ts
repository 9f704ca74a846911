import type { Seal } from '#shop/base/seal.ts';

/** As BotFather gives it, also in an address or after the `\\n` of JSON; those of Bale are longer. */
const botToken = /(?<!\d)\d{6,12}:[A-Za-z0-9_-]{35,64}(?![A-Za-z0-9_-])/g;

/** What is left of one that no one here can use. */
export const maskedToken = /\*{42,}/;

/** Before an update is stored: a token of a bot in it is sealed, or masked where no one can use it. */
export const withoutBotTokens = (payload: string, seal: Seal | null): string =>
  payload.replace(botToken, (token) => seal?.close(token) ?? '*'.repeat(token.length));
