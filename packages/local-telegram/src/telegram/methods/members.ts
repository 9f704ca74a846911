import type { ChatMember } from '@grammyjs/types';
import { badRequest } from '#telegram/failure.ts';
import type { AdminRights, ChatRecord } from '#telegram/model.ts';
import { chatId, integer } from '#telegram/readers.ts';
import { botUser, type TelegramWorld, userOf } from '#telegram/world.ts';
import { readableChat } from './access.ts';
import type { MethodDeps } from './deps.ts';
import type { Methods } from './method.ts';

const NO_RIGHTS = {
  can_be_edited: false,
  is_anonymous: false,
  can_manage_chat: true,
  can_manage_video_chats: false,
  can_restrict_members: false,
  can_promote_members: false,
  can_change_info: false,
  can_invite_users: false,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
  can_send_welcome_messages: false,
};

export const administrator = (
  user: ChatMember['user'],
  rights: AdminRights,
): Extract<ChatMember, { status: 'administrator' }> => ({
  status: 'administrator',
  user,
  ...NO_RIGHTS,
  ...rights,
});

function memberOf(world: TelegramWorld, chat: ChatRecord, id: number): ChatMember {
  const bot = world.bots().find((one) => one.user.id === id);
  if (bot) {
    const rights = chat.admins[id];
    const user = botUser(bot);
    if (!chat.bots.includes(id)) return { status: 'left', user };
    return rights ? administrator(user, rights) : { status: 'member', user };
  }
  const person = world.person(id);
  if (!person) throw badRequest('user not found');
  const user = userOf(person);
  if (!chat.members.includes(id)) return { status: 'left', user };
  return chat.members[0] === id ? { status: 'creator', user, is_anonymous: false } : { status: 'member', user };
}

/** The person who opened a group owns it. Only bots are administrators here. */
export function createMemberMethods({ world }: MethodDeps): Methods<'getChatMember'> {
  return {
    getChatMember: {
      params: { chat_id: chatId, user_id: integer },
      run: (bot, params) => memberOf(world, readableChat(world, bot, params.chat_id), params.user_id),
    },
  };
}
