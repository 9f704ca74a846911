import { defineAction } from '#bot/kit/action.ts';
import { oneOf, optional, whole } from '#bot/kit/fields.ts';
import { support } from '#bot/kit/navigation.ts';

const person = whole;
const text = whole;
/** Encoded by index: only append. */
const kind = oneOf(['faq', 'answer']);

export const supportActions = {
  support,
  /** The person closes their own conversation. */
  settled: defineAction({ tag: 'spx', fields: {}, permission: 'buy', whilePaused: true }),
  /** Passes on a photo or a file that was not meant as a slip. */
  fileForSupport: defineAction({ tag: 'spf', fields: { file: whole }, permission: 'buy', whilePaused: true }),
  faq: defineAction({ tag: 'fq', fields: { text }, permission: 'buy', whilePaused: true }),
  supportDesk: defineAction({ tag: 'dq', fields: { page: whole }, permission: 'answer' }),
  conversation: defineAction({ tag: 'dqc', fields: { person }, permission: 'answer' }),
  askAnswer: defineAction({ tag: 'dqa', fields: { person }, permission: 'answer' }),
  readyAnswers: defineAction({ tag: 'dqr', fields: { person }, permission: 'answer' }),
  sendReady: defineAction({ tag: 'dqs', fields: { person, text }, permission: 'answer' }),
  closeSupport: defineAction({ tag: 'dqx', fields: { person }, permission: 'answer' }),
  reopenSupport: defineAction({ tag: 'dqo', fields: { person }, permission: 'answer' }),
  supportSettings: defineAction({ tag: 'dqp', fields: {}, permission: 'run' }),
  supportTexts: defineAction({ tag: 'dqt', fields: { kind }, permission: 'run' }),
  supportText: defineAction({ tag: 'dqv', fields: { text }, permission: 'run' }),
  /** Without a text: a new one. */
  askSupportText: defineAction({ tag: 'dqe', fields: { kind, text: optional(text) }, permission: 'run' }),
  moveSupportText: defineAction({ tag: 'dqu', fields: { text }, permission: 'run' }),
  removeSupportText: defineAction({ tag: 'dqd', fields: { text }, permission: 'run' }),
  supportAlert: defineAction({ tag: 'dqm', fields: { minutes: optional(whole) }, permission: 'run' }),
};
