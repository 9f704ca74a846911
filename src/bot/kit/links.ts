import type { Messenger } from '#bot/telegram/messenger.ts';
import type { Formatter } from './formatter.ts';
import { inReadingOrder } from './navigation.ts';
import type { Button } from './screen.ts';

export type Links = ReturnType<typeof createLinks>;

/** Links to the bot. `me` is known only after the start. */
export function createLinks(
  { linkRoot, inlineMode }: Messenger,
  me: () => { readonly username: string; readonly supports_inline_queries: boolean },
) {
  const bot = (): string => `${linkRoot}/${me().username}`;
  return {
    bot,
    start: (payload: string): string => `${bot()}?start=${payload}`,
    /** True if the owner turned on inline queries (`@bot words`) at BotFather. */
    hasInlineMode: (): boolean => inlineMode && me().supports_inline_queries,
  };
}

/** The link as text that a tap copies. */
export const linkLine = (format: Formatter, link: string): string =>
  format.html('line', { text: { html: `<code>${link}</code>` } });

/** Ways to pass a link on, as a row of a page. */
export function linkKeys(format: Formatter, link: string): Button[] {
  const { shareUrl } = format.messenger;
  const copy = { label: format.plain('key-copy-link'), copy: link };
  return shareUrl === null
    ? [copy]
    : [copy, { label: format.plain('key-send-on'), url: `${shareUrl}${encodeURIComponent(link)}` }];
}

export const linkRow = (format: Formatter, link: string): Button[] => inReadingOrder(format, linkKeys(format, link));
