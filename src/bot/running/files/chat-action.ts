import type { Api } from 'grammy';

/** Most files are faster. */
const afterMs = 500;
/** Telegram shows it for five seconds. */
const againMs = 4_000;

/** Shows "sending a file…" in the chat during the work. */
export async function whileShowing<T>(
  api: Api,
  chatId: number,
  action: 'upload_document' | 'upload_photo',
  work: () => Promise<T>,
): Promise<T> {
  const say = () => {
    // Best effort.
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
