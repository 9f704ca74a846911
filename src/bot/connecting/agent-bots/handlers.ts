import { agentBotActions, ownBotActions } from '#bot/actions/agent-bots.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { clampPage, promptScreen } from '#bot/kit/navigation.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/kit/request.ts';
import { type Button, newMessageButton } from '#bot/kit/screen.ts';
import type { Parts } from '#bot/parts.ts';
import type { Failure } from '#domain/failure.ts';
import type { Person } from '#domain/person.ts';
import type { Result } from '#domain/result.ts';
import { agentBotScreen, agentBotsScreen, forbidBotScreen, removeBotScreen } from './screens.ts';

const toOwnBot = (format: Formatter): Button => newMessageButton(format.plain('key-own-bot'), ownBotActions.ownBot());

/** Where the owner allows agents a bot of their own, sees all of them, pauses and removes them. */
export function createAgentBotsFeature({ agentBots, people, notify }: Parts): Feature {
  const failWith = ({ format }: BotRequest, failure: Failure): Reply =>
    failureReply(format, failure, agentActions.agents({ page: 1 }));

  async function ofAgent(
    request: BotRequest,
    id: number,
    reply: (agent: Person) => Promise<HandlerResult>,
  ): Promise<HandlerResult> {
    const { format } = request;
    const back = agentActions.agent({ person: id });
    if (agentBots.most === 0) return { screen: promptScreen(format, format.html('agent-bots-off'), back) };
    const person = await people.find(id);
    return person ? reply(person) : failWith(request, { code: 'person-unknown' });
  }

  const page = async ({ format }: BotRequest, agent: Person): Promise<Reply> => ({
    screen: agentBotScreen(format, { agent, own: await agentBots.of(agent.id) }),
  });

  /** The agent is told once, however often it is pressed. */
  const change = (
    request: BotRequest,
    id: number,
    make: () => Promise<Result<boolean, Failure>>,
    notice: string | null,
    next?: (format: Formatter) => Button,
  ): Promise<HandlerResult> =>
    ofAgent(request, id, async (agent) => {
      const changed = await make();
      if (!changed.ok) return failWith(request, changed.error);
      if (changed.value && notice !== null) await notify(id, (format) => format.html(notice), next);
      return page(request, agent);
    });

  const handlers: Handlers<typeof agentBotActions> = {
    agentBots: async ({ format }, { page: at }) => {
      const bots = (await agentBots.list()).filter(({ bot }) => bot !== null);
      return { screen: agentBotsScreen(format, { bots, most: agentBots.most, page: clampPage(at) }) };
    },
    agentBot: (request, { person }) => ofAgent(request, person, (agent) => page(request, agent)),
    allowAgentBot: (request, { person }) =>
      change(request, person, () => agentBots.allow(request.person.id, person, true), 'notice-bot-allowed', toOwnBot),
    askForbidAgentBot: (request, { person }) =>
      ofAgent(request, person, async (agent) => ({ screen: forbidBotScreen(request.format, agent) })),
    forbidAgentBot: (request, { person }) =>
      change(request, person, () => agentBots.allow(request.person.id, person, false), 'notice-bot-forbidden'),
    pauseAgentBot: (request, { person }) =>
      change(request, person, () => agentBots.pause(request.person.id, person, true), 'notice-bot-paused'),
    resumeAgentBot: (request, { person }) =>
      change(request, person, () => agentBots.pause(request.person.id, person, false), 'notice-bot-resumed'),
    askRemoveAgentBot: (request, { person }) =>
      ofAgent(request, person, async (agent) => {
        const own = await agentBots.of(person);
        if (!own?.bot) return page(request, agent);
        const back = agentBotActions.agentBot({ person });
        return {
          screen: removeBotScreen(request.format, own, {
            yes: agentBotActions.removeAgentBot({ person }),
            back,
            question: 'remove-bot',
          }),
        };
      }),
    removeAgentBot: (request, { person }) =>
      change(request, person, () => agentBots.remove(request.person.id, person), 'notice-bot-removed'),
    setAgentBotPayments: (request, { person, payments }) =>
      change(
        request,
        person,
        () => agentBots.allowOnline(request.person.id, person, payments === 'on'),
        payments === 'on' ? 'notice-bot-payments' : 'notice-bot-payments-off',
      ),
  };

  return defineFeature(agentBotActions, handlers);
}
