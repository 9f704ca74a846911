import type { BotCommand, BotCommandScope } from '@grammyjs/types';
import type { BotRecord, ChatRecord } from './model.ts';

export function commandKey(scope: BotCommandScope | undefined, language: string | undefined): string {
  const { type, ...where } = scope ?? { type: 'default' };
  return [type, ...Object.values(where), language ?? ''].join(' ');
}

/** The first list that is set, from the narrowest to the widest scope. */
export function commandsFor(
  bot: BotRecord,
  chat: ChatRecord,
  personId: number,
  language: string | undefined,
): readonly BotCommand[] {
  const chat_id = chat.chat.id;
  const scopes: BotCommandScope[] =
    chat.chat.type === 'private'
      ? [{ type: 'chat', chat_id }, { type: 'all_private_chats' }, { type: 'default' }]
      : [
          { type: 'chat_member', chat_id, user_id: personId },
          { type: 'chat', chat_id },
          { type: 'all_group_chats' },
          { type: 'default' },
        ];
  for (const scope of scopes) {
    const list = bot.commands[commandKey(scope, language)] ?? bot.commands[commandKey(scope, undefined)];
    if (list && list.length > 0) return list;
  }
  return [];
}
