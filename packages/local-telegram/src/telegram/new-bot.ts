import { randomBytes } from 'node:crypto';
import type { BotRecord, PersonRecord } from './model.ts';

export interface NewBot {
  readonly token?: string;
  /** Identifies a bot without a token. */
  readonly username?: string;
  readonly name?: string;
  /** Off by default: privacy mode in groups. */
  readonly readsAllGroupMessages?: boolean;
  /** On by default: BotFather's /setinline. */
  readonly inlineMode?: boolean;
  /** BotFather's Bot Management Mode, on for the first bot and off for others. */
  readonly managesBots?: boolean;
  readonly owner?: Pick<PersonRecord, 'id'>;
  readonly manager?: BotRecord;
}

const FIRST_BOT_ID = 7_000_000_001;
const FIRST_UPDATE_ID = 510_000_001;

export const newToken = (id: number): string => `${id}:AA${randomBytes(25).toString('base64url').slice(0, 33)}`;

export function newBot(bot: NewBot, others: number): BotRecord {
  const id = bot.token === undefined ? FIRST_BOT_ID + others : Number.parseInt(bot.token, 10);
  return {
    token: bot.token ?? (bot.manager ? newToken(id) : `${id}:${'local-telegram-token'.padEnd(35, '0')}`),
    ...(bot.owner ? { owner: bot.owner.id } : {}),
    ...(bot.manager ? { manager: bot.manager.user.id } : {}),
    user: {
      id,
      is_bot: true,
      first_name: bot.name ?? 'Sharj',
      username: bot.username ?? `local${others + 1}_bot`,
      can_join_groups: true,
      can_read_all_group_messages: bot.readsAllGroupMessages ?? false,
      supports_inline_queries: bot.inlineMode ?? true,
      can_connect_to_business: false,
      has_main_web_app: false,
      has_topics_enabled: false,
      allows_users_to_create_topics: false,
      can_manage_bots: bot.managesBots ?? false,
      supports_join_request_queries: false,
    },
    nextUpdateId: FIRST_UPDATE_ID,
    nextMessageId: 1,
    allowedUpdates: undefined,
    webhook: undefined,
    commands: {},
    names: {},
    descriptions: {},
    shortDescriptions: {},
    menuButtons: {},
  };
}
