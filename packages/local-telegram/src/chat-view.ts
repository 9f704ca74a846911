import type { InlineKeyboardButton, KeyboardButton, Message } from '@grammyjs/types';
import type { BotCard, Button, Chat, ChatMessage, ChatPlace, KeyboardKey, Media } from './page/protocol.ts';
import { asksForBot } from './telegram/keyboard.ts';
import type { BotRecord } from './telegram/model.ts';
import type { Conversation } from './telegram/people/conversation.ts';
import type { Shown } from './telegram/people/screen.ts';

/** How many messages the page gets at once. */
const kept = 300;

export const botCard = ({ user, descriptions }: BotRecord): BotCard => ({
  name: user.first_name,
  username: user.username,
  descriptions: {
    fa: descriptions.fa || descriptions[''] || '',
    en: descriptions.en || descriptions[''] || '',
  },
});

export function chatOf(place: ChatPlace, conversation: Conversation): Chat {
  const screen = conversation.screen();
  return {
    ...place,
    messages: screen.messages.slice(-kept).map(messageOf),
    keyboard: screen.keys.map((row) => row.map(keyOf)),
    placeholder: screen.placeholder ?? null,
    commands: screen.commands,
  };
}

export function messageOf(shown: Shown): ChatMessage {
  const { message, invoice } = shown;
  const { successful_payment: payment, managed_bot_created: created, reply_to_message: reply } = message;
  return {
    id: shown.id,
    date: message.date,
    mine: !shown.fromBot,
    edited: shown.edited,
    text: message.text ?? message.caption ?? '',
    entities: shown.entities.map(({ type, offset, length, ...rest }) => ({
      type,
      offset,
      length,
      ...('url' in rest && typeof rest.url === 'string' ? { url: rest.url } : {}),
    })),
    media: mediaOf(message),
    invoice: invoice ? { ...invoice, description: message.invoice?.description ?? '' } : null,
    payment: payment ? { amount: payment.total_amount, currency: payment.currency } : null,
    created: created ? { name: created.bot.first_name, username: created.bot.username ?? '' } : null,
    forwardedFrom: forwarder(message),
    reply: reply ? { from: reply.from?.first_name ?? '', text: reply.text ?? reply.caption ?? '…' } : null,
    buttons: (message.reply_markup?.inline_keyboard ?? []).map((row) => row.map(buttonOf)),
  };
}

export function keyOf(key: KeyboardButton): KeyboardKey {
  if (typeof key === 'string') return { text: key, asks: null };
  if ('request_contact' in key && key.request_contact) return { text: key.text, asks: 'contact' };
  if ('request_location' in key && key.request_location) return { text: key.text, asks: 'location' };
  if (!asksForBot(key)) return { text: key.text, asks: null };
  const { suggested_name: name = '', suggested_username: username = '' } = key.request_managed_bot;
  return { text: key.text, asks: 'bot', suggested: { name, username } };
}

function buttonOf(button: InlineKeyboardButton): Button {
  const { text, style } = button;
  const look = style === 'success' || style === 'danger' || style === 'primary' ? { style } : {};
  if ('callback_data' in button) return { text, kind: 'callback', ...look };
  if ('copy_text' in button) return { text, kind: 'copy', ...look };
  if ('pay' in button) return { text, kind: 'pay', ...look };
  if ('url' in button) return { text, kind: 'url', url: button.url, ...look };
  return { text, kind: 'other', ...look };
}

function forwarder({ forward_origin: origin }: Message): string | null {
  if (!origin) return null;
  return origin.type === 'hidden_user' ? origin.sender_user_name : 'someone';
}

const fileUrl = (fileId: string): string => `/api/files/${encodeURIComponent(fileId)}`;

function mediaOf(message: Message): Media | null {
  const { photo, document, sticker, voice, location, contact } = message;
  const picture = photo?.at(-1);
  if (picture) return { kind: 'photo', url: fileUrl(picture.file_id), width: picture.width, height: picture.height };
  if (document) {
    const { file_id, file_name: name = 'file', file_size: size = 0 } = document;
    return { kind: 'document', url: fileUrl(file_id), name, size };
  }
  if (sticker) return { kind: 'sticker', emoji: sticker.emoji ?? '🙂' };
  if (voice) return { kind: 'voice', seconds: voice.duration };
  if (location) return { kind: 'location', latitude: location.latitude, longitude: location.longitude };
  if (contact) {
    const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
    return { kind: 'contact', name, phone: contact.phone_number };
  }
  return null;
}
