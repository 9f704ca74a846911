import type { RunningBot, Testbed } from './testbed.ts';

/** Times an action of a chat until a message of the bot that fits appears or changes. */
export function stopwatch({ telegram }: Testbed, { bot }: RunningBot) {
  const waiting = new Map<number, { fits: (text: string) => boolean; seen: () => void }>();
  telegram.subscribe((event) => {
    if ((event.type !== 'message' && event.type !== 'edited') || event.message.from?.id !== bot.user.id) return;
    const watch = waiting.get(event.message.chat.id);
    if (!watch?.fits(event.message.text ?? '')) return;
    waiting.delete(event.message.chat.id);
    watch.seen();
  });
  return async (chat: number, act: () => Promise<unknown>, fits = (_text: string) => true): Promise<number> => {
    const began = performance.now();
    const shown = new Promise<void>((seen) => waiting.set(chat, { fits, seen }));
    await Promise.all([act(), shown]);
    return performance.now() - began;
  };
}
