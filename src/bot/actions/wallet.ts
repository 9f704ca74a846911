import { defineAction } from '#bot/kit/action.ts';
import { whole } from '#bot/kit/fields.ts';

export const walletActions = {
  wallet: defineAction({ tag: 'w', fields: {}, permission: 'buy', whilePaused: true }),
  statement: defineAction({ tag: 'ws', fields: { page: whole }, permission: 'buy', whilePaused: true }),
  today: defineAction({ tag: 'td', fields: {}, permission: 'sell' }),
};
