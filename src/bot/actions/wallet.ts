import { defineAction } from '#bot/core/action.ts';
import { whole } from '#bot/core/fields.ts';

export const walletActions = {
  wallet: defineAction({ tag: 'w', fields: {}, permission: 'buy', whilePaused: true }),
  statement: defineAction({ tag: 'ws', fields: { page: whole }, permission: 'buy', whilePaused: true }),
  today: defineAction({ tag: 'td', fields: {}, permission: 'sell' }),
};
