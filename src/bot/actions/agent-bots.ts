import { defineAction } from '#bot/kit/action.ts';
import { oneOf, whole } from '#bot/kit/fields.ts';

const person = whole;

/** Who is paused, or an agent no more, may look, and take the bot away. */
const reading = { permission: 'buy', whilePaused: true } as const;

/** The agent's own bot. */
export const ownBotActions = {
  ownBot: defineAction({ tag: 'g0', fields: {}, ...reading }),
  askRemoveOwnBot: defineAction({ tag: 'g1', fields: {}, ...reading }),
  removeOwnBot: defineAction({ tag: 'g2', fields: {}, ...reading }),
  ownPassphrase: defineAction({ tag: 'g6', fields: {}, ...reading }),
};

/** The owner's pages about agents' bots. */
export const agentBotActions = {
  agentBots: defineAction({ tag: 'g7', fields: { page: whole }, permission: 'run' }),
  agentBot: defineAction({ tag: 'g8', fields: { person }, permission: 'run' }),
  allowAgentBot: defineAction({ tag: 'g9', fields: { person }, permission: 'run' }),
  askForbidAgentBot: defineAction({ tag: 'ga', fields: { person }, permission: 'run' }),
  forbidAgentBot: defineAction({ tag: 'gb', fields: { person }, permission: 'run' }),
  pauseAgentBot: defineAction({ tag: 'gc', fields: { person }, permission: 'run' }),
  resumeAgentBot: defineAction({ tag: 'gd', fields: { person }, permission: 'run' }),
  askRemoveAgentBot: defineAction({ tag: 'ge', fields: { person }, permission: 'run' }),
  removeAgentBot: defineAction({ tag: 'gf', fields: { person }, permission: 'run' }),
  setAgentBotPayments: defineAction({
    tag: 'gg',
    fields: { person, payments: oneOf(['on', 'off']) },
    permission: 'run',
  }),
};
