import { defineAction } from '#bot/kit/action.ts';
import { type Field, oneOf, whole } from '#bot/kit/fields.ts';

const person = whole;
const hex = (length: number): Field<string> => ({
  write: (text) => text,
  read: (text) => (text.length === length && /^[0-9a-f]+$/.test(text) ? text : undefined),
});
const token = hex(12);

/** A paused agent may look, and end a token that is lost. */
const reading = { permission: 'sell', whilePaused: true } as const;

/** The agent's own access to the API. */
export const apiActions = {
  api: defineAction({ tag: 'j0', fields: {}, ...reading }),
  apiTokens: defineAction({ tag: 'j1', fields: { page: whole }, ...reading }),
  apiToken: defineAction({ tag: 'j2', fields: { token }, ...reading }),
  askNewApiToken: defineAction({ tag: 'j3', fields: {}, permission: 'sell' }),
  askRenameApiToken: defineAction({ tag: 'j4', fields: { token }, permission: 'sell' }),
  askApiAddresses: defineAction({ tag: 'j5', fields: { token }, permission: 'sell' }),
  clearApiAddresses: defineAction({ tag: 'j6', fields: { token }, permission: 'sell' }),
  askReplaceApiToken: defineAction({ tag: 'j7', fields: { token }, permission: 'sell' }),
  /** With the version that is replaced: pressed again it does not end the new one. */
  replaceApiToken: defineAction({ tag: 'j8', fields: { token, version: hex(8) }, permission: 'sell' }),
  askRevokeApiToken: defineAction({ tag: 'j9', fields: { token }, ...reading }),
  revokeApiToken: defineAction({ tag: 'ja', fields: { token }, ...reading }),
  setApiReceipts: defineAction({ tag: 'jb', fields: { receipts: oneOf(['on', 'off']) }, permission: 'sell' }),
  apiHook: defineAction({ tag: 'jc', fields: {}, ...reading }),
  askApiHook: defineAction({ tag: 'jd', fields: {}, permission: 'sell' }),
  removeApiHook: defineAction({ tag: 'je', fields: {}, permission: 'sell' }),
  apiHookSecret: defineAction({ tag: 'jf', fields: {}, permission: 'sell' }),
  testApiHook: defineAction({ tag: 'jg', fields: {}, permission: 'sell' }),
};

/** The owner's page about an agent's access. */
export const personApiActions = {
  personApi: defineAction({ tag: 'jh', fields: { person }, permission: 'run' }),
  allowApi: defineAction({ tag: 'ji', fields: { person }, permission: 'run' }),
  askForbidApi: defineAction({ tag: 'jj', fields: { person }, permission: 'run' }),
  forbidApi: defineAction({ tag: 'jk', fields: { person }, permission: 'run' }),
  askApiLimit: defineAction({ tag: 'jl', fields: { person }, permission: 'run' }),
  dropApiLimit: defineAction({ tag: 'jm', fields: { person }, permission: 'run' }),
  personApiTokens: defineAction({ tag: 'jn', fields: { person, page: whole }, permission: 'run' }),
  personApiToken: defineAction({ tag: 'jo', fields: { person, token }, permission: 'run' }),
  askRevokePersonApiToken: defineAction({ tag: 'jp', fields: { person, token }, permission: 'run' }),
  revokePersonApiToken: defineAction({ tag: 'jq', fields: { person, token }, permission: 'run' }),
};
