import { agentBotActions, ownBotActions } from '#bot/actions/agent-bots.ts';
import * as screens from '#bot/connecting/agent-bots/screens.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import type { Screen } from '#bot/kit/screen.ts';
import { botProblems } from '#domain/agent-bot.ts';
import { onlineMethods } from '#domain/payment.ts';
import type { AgentBot } from '#shop/connecting/agent-bots/agent-bots.ts';

const many = 999_999_999;
const longestUsername = `${'x'.repeat(29)}bot`;

const botOf = (agentName: string): AgentBot => ({
  ...{
    personId: many,
    agentName,
    slug: '0123456789',
    isAllowed: true,
    isPaused: false,
    maySell: true,
    hasPassphrase: true,
    lastBotId: null,
    mayTakeOnline: true,
  },
  ...{ bot: { id: many, username: longestUsername, isManaged: true }, merchants: onlineMethods, problem: null },
});

const states = (own: AgentBot): Record<string, AgentBot> => ({
  'it sells': own,
  paused: { ...own, isPaused: true },
  'its agent may not buy': { ...own, maySell: false },
  'not allowed any more': { ...own, isAllowed: false },
  ...Object.fromEntries(botProblems.map((problem) => [problem, { ...own, problem }])),
});

/** An agent's pages about their bot, as full as they get. */
export function ownBotScreens(format: Formatter, name: string): Record<string, Screen> {
  const own = botOf(name);
  const none = { ...own, bot: null, merchants: [] };
  const makeUrl = 'https://t.me/newbot/shop_bot/shop999999999_bot';
  return {
    ...Object.fromEntries(
      Object.entries(states(own)).map(([state, one]) => [
        `own bot, ${state}`,
        screens.ownBotScreen(format, { own: one, makeUrl, mayConnect: true, hasApi: true }),
      ]),
    ),
    'own bot, none': screens.ownBotScreen(format, { own: none, makeUrl, mayConnect: true, hasApi: true }),
    'own bot, none, by token': screens.ownBotScreen(format, {
      own: none,
      makeUrl: null,
      mayConnect: true,
      hasApi: false,
    }),
    'own bot, passphrase': screens.passphraseScreen(format, 'x'.repeat(24)),
    'own bot, removal': screens.removeBotScreen(format, own, {
      yes: ownBotActions.removeOwnBot(),
      back: ownBotActions.ownBot(),
      question: 'remove-own-bot',
    }),
  };
}

/** The owner's pages about agents' bots. */
export function agentBotScreens(format: Formatter, name: string): Record<string, Screen> {
  const own = botOf(name);
  const agent = { id: many, name };
  const person = many;
  const bots = Array.from({ length: 13 }, (_, nth) => Object.values(states(own))[nth % 8] ?? own);
  return {
    "agents' bots": screens.agentBotsScreen(format, { bots, most: 200, page: 2 }),
    "no agents' bots": screens.agentBotsScreen(format, { bots: [], most: 200, page: 1 }),
    ...Object.fromEntries(
      Object.entries(states(own)).map(([state, one]) => [
        `bot of an agent, ${state}`,
        screens.agentBotScreen(format, { agent, own: one }),
      ]),
    ),
    'bot of an agent, none': screens.agentBotScreen(format, {
      agent,
      own: { ...own, bot: null, mayTakeOnline: false },
    }),
    'bot of an agent, never allowed': screens.agentBotScreen(format, { agent, own: null }),
    'end of a bot': screens.forbidBotScreen(format, agent),
    'removal of a bot': screens.removeBotScreen(format, own, {
      yes: agentBotActions.removeAgentBot({ person }),
      back: agentBotActions.agentBot({ person }),
      question: 'remove-bot',
    }),
  };
}
