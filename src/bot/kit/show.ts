import { type Api, GrammyError } from 'grammy';
import type { Media } from './request.ts';
import { markup, type Screen } from './screen.ts';

const options = (screen: Screen) => ({ parse_mode: 'HTML', reply_markup: markup(screen) }) as const;

export const messageOptions = (screen: Screen) => ({
  ...options(screen),
  link_preview_options: { is_disabled: true },
});

/** Options for captions, which have no link preview. */
export const captionOptions = (screen: Screen) => ({ ...options(screen), caption: screen.text });

const isRefusal = (error: unknown, pattern: RegExp): boolean =>
  error instanceof GrammyError && error.error_code === 400 && pattern.test(error.description);

/** Sends the screen without links to people if Telegram refuses them for privacy. */
async function showing<T>(screen: Screen, call: (screen: Screen) => Promise<T>): Promise<T> {
  try {
    return await call(screen);
  } catch (error) {
    if (!isRefusal(error, /BUTTON_|inline keyboard button URL/i)) throw error;
    return call({ ...screen, keys: screen.keys.map((row) => row.filter((key) => !('url' in key))) });
  }
}

export async function send(api: Api, chatId: number, screen: Screen): Promise<number> {
  const message = await showing(screen, (variant) => api.sendMessage(chatId, variant.text, messageOptions(variant)));
  return message.message_id;
}

/** Longer ones are refused. */
export const captionLength = 1_024;

/** Sends a photo or a file that the messenger already has, with the screen as caption if there is one. */
export async function sendMedia(api: Api, chatId: number, { kind, content }: Media, screen?: Screen): Promise<number> {
  const caption = screen ? captionOptions(screen) : {};
  const message =
    kind === 'photo' ? await api.sendPhoto(chatId, content, caption) : await api.sendDocument(chatId, content, caption);
  return message.message_id;
}

/** False if the message can no longer be edited. */
export const edit = (api: Api, chatId: number, messageId: number, screen: Screen): Promise<boolean> =>
  editing(screen, (variant) => api.editMessageText(chatId, messageId, variant.text, messageOptions(variant)));

/** The same for a screen that is the caption of a photo or a document. */
export const editCaption = (api: Api, chatId: number, messageId: number, screen: Screen): Promise<boolean> =>
  editing(screen, (variant) => api.editMessageCaption(chatId, messageId, captionOptions(variant)));

async function editing(screen: Screen, call: (screen: Screen) => Promise<unknown>): Promise<boolean> {
  try {
    await showing(screen, call);
    return true;
  } catch (error) {
    if (isRefusal(error, /message is not modified/)) return true;
    if (isRefusal(error, /message to edit not found|message can't be edited|no text in the message|MESSAGE_ID_INVALID/))
      return false;
    throw error;
  }
}

/** Edits the message, or sends a new one if that is not possible. Returns the id of the message. */
export async function show(api: Api, chatId: number, messageId: number | null, screen: Screen): Promise<number> {
  if (messageId !== null && (await edit(api, chatId, messageId, screen))) return messageId;
  return send(api, chatId, screen);
}
