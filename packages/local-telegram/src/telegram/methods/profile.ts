import type { BotCommand, BotCommandScope, ChatFullInfo, MenuButton } from '@grammyjs/types';
import { commandKey } from '#telegram/commands.ts';
import { badRequest } from '#telegram/failure.ts';
import {
  chatId,
  FieldProblem,
  json,
  languageCode,
  optionalInteger,
  optionalText,
  type Reader,
  stringField,
  within,
} from '#telegram/readers.ts';
import { isRecord } from '#telegram/request.ts';
import { readableChat } from './access.ts';
import type { MethodDeps } from './deps.ts';
import type { Methods } from './method.ts';

type ProfileMethods = Methods<
  | 'getMe'
  | 'getChat'
  | 'setMyCommands'
  | 'getMyCommands'
  | 'deleteMyCommands'
  | 'setMyName'
  | 'getMyName'
  | 'setMyDescription'
  | 'getMyDescription'
  | 'setMyShortDescription'
  | 'getMyShortDescription'
  | 'setChatMenuButton'
  | 'getChatMenuButton'
>;

const SCOPES = [
  'default',
  'all_private_chats',
  'all_group_chats',
  'all_chat_administrators',
  'chat',
  'chat_administrators',
  'chat_member',
];

const commands: Reader<BotCommand[]> = (raw) => {
  const value = json(raw, 'commands') ?? [];
  if (!Array.isArray(value)) throw badRequest('expected an Array of BotCommand');
  if (value.length > 100) throw badRequest('BOT_COMMANDS_TOO_MUCH');
  return value.map((item: unknown) => {
    const read = within("can't parse BotCommand", () => {
      if (!isRecord(item)) throw new FieldProblem('expected an Object');
      return {
        command: stringField(item, 'command').replace(/^\//, ''),
        description: stringField(item, 'description'),
      };
    });
    if (!/^[a-z0-9_]{1,32}$/.test(read.command)) throw badRequest('BOT_COMMAND_INVALID');
    if (read.description.length < 1 || read.description.length > 256)
      throw badRequest('BOT_COMMAND_DESCRIPTION_INVALID');
    return read;
  });
};

const scope: Reader<BotCommandScope | undefined> = (raw) => {
  const value = json(raw, 'BotCommandScope');
  if (value === undefined) return undefined;
  return within("can't parse BotCommandScope", () => {
    if (!isRecord(value)) throw new FieldProblem('BotCommandScope must be an Object');
    const type = stringField(value, 'type');
    if (!SCOPES.includes(type)) throw new FieldProblem('Unsupported type specified');
    if (type.startsWith('chat')) stringField(value, 'chat_id');
    if (type === 'chat_member') stringField(value, 'user_id');
    return { ...value, type } as BotCommandScope;
  });
};

const menuButton: Reader<MenuButton | undefined> = (raw) => {
  const value = json(raw, 'menu button');
  if (value === undefined) return undefined;
  return within("can't parse menu button", () => {
    if (!isRecord(value)) throw new FieldProblem('MenuButton must be an Object');
    const type = stringField(value, 'type');
    if (type === 'default' || type === 'commands') return { type };
    if (type !== 'web_app') throw new FieldProblem('MenuButton has unsupported type');
    const app = value.web_app;
    if (!isRecord(app)) throw new FieldProblem('Can\'t find field "web_app"');
    return { type, text: stringField(value, 'text'), web_app: { url: stringField(app, 'url') } };
  });
};

export function createProfileMethods({ world }: MethodDeps): ProfileMethods {
  type Texts = 'names' | 'descriptions' | 'shortDescriptions';

  const setter =
    (texts: Texts, most: number, problem: string) =>
    (bot: Parameters<ProfileMethods['setMyName']['run']>[0], value: string, language: string): true => {
      if (value.length > most) throw badRequest(problem);
      bot[texts][language] = value;
      world.saveBot(bot);
      return true;
    };
  const setName = setter('names', 64, 'BOT_TITLE_INVALID');
  const setDescription = setter('descriptions', 512, 'BOT_DESCRIPTION_INVALID');
  const setShortDescription = setter('shortDescriptions', 120, 'BOT_SHORT_DESCRIPTION_INVALID');

  return {
    getMe: { params: {}, run: (bot) => bot.user },

    getChat: {
      params: { chat_id: chatId },
      run(bot, params) {
        const { chat } = readableChat(world, bot, params.chat_id);
        const gifts = {
          unlimited_gifts: true,
          limited_gifts: true,
          unique_gifts: true,
          premium_subscription: true,
          gifts_from_channels: true,
        };
        return { ...chat, accent_color_id: 0, max_reaction_count: 11, accepted_gift_types: gifts } as ChatFullInfo;
      },
    },

    setMyCommands: {
      params: { commands, scope, language_code: languageCode },
      run(bot, params) {
        bot.commands[commandKey(params.scope, params.language_code)] = params.commands;
        world.saveBot(bot);
        return true;
      },
    },

    getMyCommands: {
      params: { scope, language_code: languageCode },
      run: (bot, params) => [...(bot.commands[commandKey(params.scope, params.language_code)] ?? [])],
    },

    deleteMyCommands: {
      params: { scope, language_code: languageCode },
      run(bot, params) {
        delete bot.commands[commandKey(params.scope, params.language_code)];
        world.saveBot(bot);
        return true;
      },
    },

    setMyName: {
      params: { name: optionalText, language_code: languageCode },
      run(bot, params) {
        const name = params.name ?? '';
        if (params.language_code === undefined && name !== '') bot.user = { ...bot.user, first_name: name };
        return setName(bot, name, params.language_code ?? '');
      },
    },
    getMyName: {
      params: { language_code: languageCode },
      run: (bot, params) => ({ name: bot.names[params.language_code ?? ''] || bot.names[''] || bot.user.first_name }),
    },
    setMyDescription: {
      params: { description: optionalText, language_code: languageCode },
      run: (bot, params) => setDescription(bot, params.description ?? '', params.language_code ?? ''),
    },
    getMyDescription: {
      params: { language_code: languageCode },
      run: (bot, params) => ({
        description: bot.descriptions[params.language_code ?? ''] || bot.descriptions[''] || '',
      }),
    },
    setMyShortDescription: {
      params: { short_description: optionalText, language_code: languageCode },
      run: (bot, params) => setShortDescription(bot, params.short_description ?? '', params.language_code ?? ''),
    },
    getMyShortDescription: {
      params: { language_code: languageCode },
      run: (bot, params) => ({
        short_description: bot.shortDescriptions[params.language_code ?? ''] || bot.shortDescriptions[''] || '',
      }),
    },

    setChatMenuButton: {
      params: { chat_id: optionalInteger, menu_button: menuButton },
      run(bot, params) {
        if (params.chat_id !== undefined) readableChat(world, bot, params.chat_id);
        bot.menuButtons[params.chat_id ?? ''] = params.menu_button ?? { type: 'default' };
        world.saveBot(bot);
        return true;
      },
    },
    getChatMenuButton: {
      params: { chat_id: optionalInteger },
      run: (bot, params) => bot.menuButtons[params.chat_id ?? ''] ?? bot.menuButtons[''] ?? { type: 'commands' },
    },
  };
}
