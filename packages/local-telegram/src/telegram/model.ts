import type {
  BotCommand,
  Chat,
  ForceReply,
  InlineKeyboardMarkup,
  MenuButton,
  Message,
  ReplyKeyboardMarkup,
  ReplyKeyboardRemove,
  Update,
  UserFromGetMe,
} from '@grammyjs/types';

export type ReplyMarkup = InlineKeyboardMarkup | ReplyKeyboardMarkup | ReplyKeyboardRemove | ForceReply;

export type UpdateKind = Exclude<keyof Update, 'update_id'>;

export interface PersonRecord {
  readonly id: number;
  readonly first_name: string;
  readonly last_name?: string;
  readonly username?: string;
  /** Empty if the client does not tell. */
  readonly language_code?: string;
  /** The phone number in international form, digits only, as in a contact. */
  readonly phone: string;
}

export interface WebhookRecord {
  readonly url: string;
  readonly secret: string | undefined;
  readonly maxConnections: number;
  readonly ipAddress: string | undefined;
  readonly hasCertificate: boolean;
  lastErrorDate: number | undefined;
  lastErrorMessage: string | undefined;
}

export interface BotRecord {
  /** Replaced when the token is revoked. */
  token: string;
  user: UserFromGetMe;
  /** The person who created it, if known. */
  readonly owner?: number;
  /** The bot that may fetch its token. */
  readonly manager?: number;
  /** The record stays, so that its id is never reused. */
  deleted?: true;
  nextUpdateId: number;
  /** Private chats share one counter, as for a real bot. */
  nextMessageId: number;
  /** Undefined for Telegram's default kinds. */
  allowedUpdates: readonly UpdateKind[] | undefined;
  webhook: WebhookRecord | undefined;
  /** Commands by scope and language; see `commandKey`. */
  commands: Record<string, readonly BotCommand[]>;
  /** Names by language; '' is the default. */
  names: Record<string, string>;
  descriptions: Record<string, string>;
  shortDescriptions: Record<string, string>;
  /** Menu buttons by chat id; '' is the default. */
  menuButtons: Record<string, MenuButton>;
}

export interface StoredMessage {
  message: Message;
  /** The whole markup, because a message holds only inline keyboards. */
  markup: ReplyMarkup | undefined;
  /** Rises with every change anywhere, so that "new since" is one comparison. */
  changed: number;
  /** The payload, and whether it was paid. */
  invoice: { readonly payload: string; paid: boolean } | undefined;
}

export interface TopicRecord {
  /** The id of the message that created it. */
  readonly id: number;
  name: string;
  readonly iconColor: number;
  readonly creator: number;
  closed: boolean;
}

/** Rights of a bot that is an administrator. */
export interface AdminRights {
  readonly can_manage_topics: boolean;
  readonly can_delete_messages: boolean;
}

export interface ChatRecord {
  readonly key: string;
  readonly chat: Chat.PrivateChat | Chat.SupergroupChat;
  /** People in it. */
  members: number[];
  /** Bots in it: one in a private chat. */
  bots: number[];
  blocked: boolean;
  /** Topics of a forum. */
  topics: TopicRecord[];
  /** Rights by the id of a bot; others are ordinary members. */
  admins: Record<number, AdminRights>;
  nextMessageId: number;
  /** The current reply keyboard. */
  keyboard: ReplyKeyboardMarkup | ForceReply | undefined;
  readonly messages: Map<number, StoredMessage>;
}

export interface FileRecord {
  readonly file_id: string;
  readonly file_unique_id: string;
  readonly path: string;
  readonly name: string | undefined;
  readonly mime: string;
  readonly bytes: Uint8Array;
  /** The bots that know its id. Files of earlier versions lack this, and all bots know them. */
  readonly bots?: readonly number[];
}

export const isPrivate = (record: ChatRecord): boolean => record.chat.type === 'private';
