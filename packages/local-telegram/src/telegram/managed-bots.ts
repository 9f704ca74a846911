import type { Events } from './events.ts';
import { unauthorized } from './failure.ts';
import type { BotRecord, PersonRecord } from './model.ts';
import { newToken } from './new-bot.ts';
import type { Updates } from './updates.ts';
import type { WebhookDelivery } from './webhook.ts';
import { botUser, type TelegramWorld, userOf } from './world.ts';

export interface BotNames {
  readonly name: string;
  readonly username: string;
}

/** What a client shows if it cannot create the bot. */
export type NamesProblem =
  | 'MANAGER_PERMISSION_MISSING'
  | 'NAME_INVALID'
  | 'USERNAME_INVALID'
  | 'USERNAME_OCCUPIED'
  | 'USERNAME_SUFFIX_MISSING';

export class BotRefused extends Error {
  readonly problem: NamesProblem;

  constructor(problem: NamesProblem, { name, username }: BotNames) {
    super(`${problem}: "${name}" @${username} cannot be made`);
    this.problem = problem;
  }
}

/** Bots that people create through another bot, and the tokens of all bots. */
export interface ManagedBots {
  /** Creates a bot and tells the manager. Throws `BotRefused`. */
  create(manager: BotRecord, owner: PersonRecord, names: BotNames): BotRecord;
  /** Ends the old token at once, with its long poll and webhook, and tells the manager. */
  replaceToken(bot: BotRecord): string;
  /** Removes a bot like BotFather, without telling anyone. */
  remove(bot: BotRecord): void;
}

const MAX_NAME = 64;

export function createManagedBots(deps: {
  events: Events;
  updates: Updates;
  webhook: WebhookDelivery;
  world: TelegramWorld;
}): ManagedBots {
  const { events, updates, webhook, world } = deps;

  function namesProblemOf(manager: BotRecord, { name, username }: BotNames): NamesProblem | undefined {
    if (!manager.user.can_manage_bots) return 'MANAGER_PERMISSION_MISSING';
    if (name.trim() === '' || name.length > MAX_NAME) return 'NAME_INVALID';
    if (!/^[a-z]\w{4,31}$/i.test(username)) return 'USERNAME_INVALID';
    if (!/bot$/i.test(username)) return 'USERNAME_SUFFIX_MISSING';
    const isTheirs = (person: PersonRecord): boolean => person.username?.toLowerCase() === username.toLowerCase();
    const taken = world.botByUsername(username) !== undefined || [...world.people()].some(isTheirs);
    return taken ? 'USERNAME_OCCUPIED' : undefined;
  }

  function tellManager(bot: BotRecord): void {
    const manager = world.bots().find(({ user }) => user.id === bot.manager);
    const owner = world.person(bot.owner ?? 0);
    if (!manager || !owner) return;
    // The update travels beside the chat, as in Telegram, so its order relative to the message is not certain.
    updates.push(manager, { managed_bot: { user: userOf(owner), bot: botUser(bot) } }, `managed ${owner.id}`);
  }

  function disconnect(bot: BotRecord): void {
    updates.interrupt(bot, unauthorized());
    webhook.reset(bot);
    bot.webhook = undefined;
  }

  return {
    create(manager, owner, names) {
      const problem = namesProblemOf(manager, names);
      if (problem) throw new BotRefused(problem, names);
      const bot = world.addBot({ ...names, owner, manager, inlineMode: false });
      tellManager(bot);
      return bot;
    },
    replaceToken(bot) {
      disconnect(bot);
      bot.token = newToken(bot.user.id);
      world.saveBot(bot);
      tellManager(bot);
      return bot.token;
    },
    remove(bot) {
      disconnect(bot);
      updates.dropAll(bot);
      bot.deleted = true;
      world.saveBot(bot);
      events.emit({ type: 'bots' });
    },
  };
}
