import type { Api } from 'grammy';

/** Most are there before anyone would have read it. */
const afterMs = 500;
/** Telegram shows it for five seconds. */
const againMs = 4_000;

/** "Sending a file…" at the top of the chat for as long as the work takes, if it takes a while. */
export async function whileShowing<T>(
  api: Api,
  chatId: number,
  action: 'upload_document' | 'upload_photo',
  work: () => Promise<T>,
): Promise<T> {
  const say = () => {
    // A courtesy: if it cannot be said, the file comes all the same.
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
