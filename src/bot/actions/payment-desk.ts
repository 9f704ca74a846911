import { defineAction } from '#bot/kit/action.ts';
import { oneOf, optional, order, payment, whole } from '#bot/kit/fields.ts';
import { onlineMethods, paymentMethods } from '#domain/payment.ts';

const method = oneOf(paymentMethods);
const on = oneOf(['off', 'on']);
const card = whole;
const person = whole;

/** Reasons that are one tap away. Encoded by index, so it only grows at its end. */
export const rejectReasons = ['not-found', 'unreadable', 'wrong-amount'] as const;

/** What is pressed below the slip itself stays there; elsewhere the payment's page is shown again. */
const from = oneOf(['slip', 'desk']);

export const paymentDeskActions = {
  paymentDesk: defineAction({ tag: 'md', fields: {}, permission: 'payments' }),
  waitingPayments: defineAction({ tag: 'mdw', fields: { page: whole }, permission: 'payments' }),
  /** The longest waiting one that can be decided. */
  nextPayment: defineAction({ tag: 'mdg', fields: {}, permission: 'payments' }),
  paymentsOfDay: defineAction({
    tag: 'mdl',
    fields: { day: optional(whole), method: optional(method), page: whole },
    permission: 'payments',
  }),
  paymentsOfPerson: defineAction({ tag: 'mdp', fields: { person, page: whole }, permission: 'payments' }),
  askFindPayment: defineAction({ tag: 'mdf', fields: {}, permission: 'payments' }),
  deskPayment: defineAction({ tag: 'mdo', fields: { payment }, permission: 'payments' }),
  approvePayment: defineAction({
    tag: 'mda',
    fields: { payment, from },
    permission: 'approve',
    answersWithToast: true,
  }),
  askPaymentAmount: defineAction({ tag: 'mdx', fields: { payment }, permission: 'approve' }),
  /** Another sum than was asked for, after it was shown. */
  approveAmount: defineAction({ tag: 'mdv', fields: { payment, amount: whole }, permission: 'approve' }),
  rejectPayment: defineAction({
    tag: 'mdr',
    fields: { payment, from, reason: oneOf(rejectReasons) },
    permission: 'approve',
    answersWithToast: true,
  }),
  askPaymentReason: defineAction({ tag: 'mdj', fields: { payment }, permission: 'approve' }),
  askPayBack: defineAction({ tag: 'mdb', fields: { payment }, permission: 'run' }),
  /** The amount and the note do not fit in a button: they are in a stored draft. */
  payBack: defineAction({ tag: 'mdy', fields: { draft: order }, permission: 'run' }),
  reopenCardMethod: defineAction({ tag: 'mdu', fields: { person }, permission: 'run' }),
  bankCards: defineAction({ tag: 'mdc', fields: {}, permission: 'run' }),
  askBankCard: defineAction({ tag: 'mdn', fields: {}, permission: 'run' }),
  switchBankCard: defineAction({ tag: 'mds', fields: { card, on }, permission: 'run' }),
  askRemoveBankCard: defineAction({ tag: 'mdk', fields: { card }, permission: 'run' }),
  removeBankCard: defineAction({ tag: 'mdz', fields: { card }, permission: 'run' }),
  paymentSettings: defineAction({ tag: 'mde', fields: {}, permission: 'run' }),
  switchPaymentMethod: defineAction({ tag: 'mdm', fields: { method, on }, permission: 'run' }),
  askPaymentLimit: defineAction({
    tag: 'mdh',
    fields: { which: oneOf(['smallest', 'largest', 'presets']) },
    permission: 'run',
  }),
};

const onlineMethod = oneOf(onlineMethods);

/** Where the owner of an agent's bot enters merchants of their own. */
export const merchantActions = {
  merchants: defineAction({ tag: 'g3', fields: {}, permission: 'run' }),
  askMerchant: defineAction({ tag: 'g4', fields: { method: onlineMethod }, permission: 'run' }),
  askRemoveMerchant: defineAction({ tag: 'gh', fields: { method: onlineMethod }, permission: 'run' }),
  removeMerchant: defineAction({ tag: 'g5', fields: { method: onlineMethod }, permission: 'run' }),
};
