import { type Api, InputFile } from 'grammy';
import type { Services } from '#bot/parts.ts';
import { isUnreachable, problemOf } from '#bot/telegram/problem.ts';
import type { Log } from '#log.ts';

/** Sends the shop's picture with a caption in HTML; the caption alone if the picture cannot be sent. */
export type SendShopPicture = (chatId: number, caption: string) => Promise<void>;

interface SendPictureDeps extends Pick<Services, 'shopProfile'> {
  readonly api: Api;
  readonly log: Log;
}

export function createSendShopPicture({ shopProfile, api, log }: SendPictureDeps): SendShopPicture {
  /** The messenger's name of the picture: it is uploaded once by each process. */
  let uploaded: { readonly revision: number; readonly fileId: string } | null = null;

  async function sendPhoto(chatId: number, caption: string): Promise<boolean> {
    const { revision } = shopProfile.current();
    const uploadedId = uploaded?.revision === revision ? uploaded.fileId : null;
    const photo = uploadedId === null ? await shopProfile.picture() : null;
    if (uploadedId === null && photo === null) return false;
    const file = uploadedId ?? new InputFile(photo ?? new Uint8Array(), 'shop.jpg');
    const message = await api.sendPhoto(chatId, file, { caption, parse_mode: 'HTML' });
    const fileId = message.photo?.at(-1)?.file_id;
    if (fileId !== undefined) uploaded = { revision, fileId };
    return true;
  }

  return async (chatId, caption) => {
    try {
      if (await sendPhoto(chatId, caption)) return;
    } catch (error) {
      if (isUnreachable(error)) throw error;
      log.warn(problemOf(error), 'picture of the shop not sent');
    }
    await api.sendMessage(chatId, caption, { parse_mode: 'HTML', link_preview_options: { is_disabled: true } });
  };
}
