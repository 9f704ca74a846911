import { badRequest } from '#telegram/failure.ts';
import type { BotRecord } from '#telegram/model.ts';
import { integer } from '#telegram/readers.ts';
import type { MethodDeps } from './deps.ts';
import type { Methods } from './method.ts';

export function createManagedBotMethods({
  managedBots,
  world,
}: MethodDeps): Methods<'getManagedBotToken' | 'replaceManagedBotToken'> {
  function managed(manager: BotRecord, id: number): BotRecord {
    const bot = world.bots().find(({ user }) => user.id === id);
    if (!bot || bot.manager !== manager.user.id) throw badRequest('BOT_INVALID');
    return bot;
  }

  return {
    getManagedBotToken: {
      params: { user_id: integer },
      run: (bot, params) => managed(bot, params.user_id).token,
    },
    replaceManagedBotToken: {
      params: { user_id: integer },
      run: (bot, params) => managedBots.replaceToken(managed(bot, params.user_id)),
    },
  };
}
