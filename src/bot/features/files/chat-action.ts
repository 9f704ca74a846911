import type { Api } from 'grammy';

/** Most files are sent sooner. */
const afterMs = 500;
/** Telegram shows it for five seconds. */
const againMs = 4_000;

/** Shows "Sending a file…" in the chat while the work lasts. */
export async function whileShowing<T>(
  api: Api,
  chatId: number,
  action: 'upload_document' | 'upload_photo',
  work: () => Promise<T>,
): Promise<T> {
  const say = () => {
    // The file is sent also when this fails.
    api.sendChatAction(chatId, action).catch(() => undefined);
    timer = setTimeout(say, againMs);
  };
  let timer = setTimeout(say, afterMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
