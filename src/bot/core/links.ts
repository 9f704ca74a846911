import type { Messenger } from '#bot/telegram/messenger.ts';

export type Links = ReturnType<typeof createLinks>;

/** Links to the bot. `me`: known only after the start. */
export function createLinks(
  { linkRoot, inlineMode }: Messenger,
  me: () => { readonly username: string; readonly supports_inline_queries: boolean },
) {
  const bot = (): string => `${linkRoot}/${me().username}`;
  return {
    bot,
    start: (payload: string): string => `${bot()}?start=${payload}`,
    /** Whether the bot is asked about `@bot words`: the owner turns that on at BotFather. */
    hasInlineMode: (): boolean => inlineMode && me().supports_inline_queries,
  };
}
