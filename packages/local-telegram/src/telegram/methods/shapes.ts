import { replyMarkup } from '#telegram/keyboard.ts';
import {
  chatId,
  integer,
  optionalChatId,
  optionalFlag,
  optionalInteger,
  replyParameters,
  unsupported,
} from '#telegram/readers.ts';

/** Parameters of every method that sends. */
export const sending = {
  business_connection_id: unsupported,
  chat_id: chatId,
  message_thread_id: unsupported,
  direct_messages_topic_id: unsupported,
  ephemeral_message_parameters: unsupported,
  disable_notification: optionalFlag,
  protect_content: optionalFlag,
  allow_paid_broadcast: unsupported,
  suggested_post_parameters: unsupported,
  message_effect_id: unsupported,
  reply_parameters: replyParameters,
  reply_markup: replyMarkup,
  reply_to_message_id: optionalInteger,
};

/** Parameters of methods that the local Telegram also sends into topics. */
export const sendingToTopics = { ...sending, message_thread_id: optionalInteger };

/** Parameters of every method that edits. */
export const editing = {
  business_connection_id: unsupported,
  chat_id: optionalChatId,
  message_id: integer,
  inline_message_id: unsupported,
};
