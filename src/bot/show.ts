import { type Api, GrammyError } from 'grammy';
import { markup, type Screen } from './screen.ts';

const html = { parse_mode: 'HTML', link_preview_options: { is_disabled: true } } as const;

export const messageOptions = (screen: Screen) => ({ ...html, reply_markup: markup(screen) });

export async function send(api: Api, chatId: number, screen: Screen): Promise<number> {
  const { message_id } = await api.sendMessage(chatId, screen.text, messageOptions(screen));
  return message_id;
}

/** Turns a message into this screen. False: it can no longer be changed. */
export async function edit(api: Api, chatId: number, messageId: number, screen: Screen): Promise<boolean> {
  try {
    await api.editMessageText(chatId, messageId, screen.text, messageOptions(screen));
    return true;
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
    // The same screen again: it is there already.
    if (error.description.includes('message is not modified')) return true;
    if (
      /message to edit not found|message can't be edited|there is no text in the message|MESSAGE_ID_INVALID/.test(
        error.description,
      )
    ) {
      return false;
    }
    throw error;
  }
}

/** Edits in place, so that walking about leaves one message; a new one only where that is not possible. */
export async function show(api: Api, chatId: number, messageId: number | null, screen: Screen): Promise<void> {
  if (messageId !== null && (await edit(api, chatId, messageId, screen))) return;
  await send(api, chatId, screen);
}
