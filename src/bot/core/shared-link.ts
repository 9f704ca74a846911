import type { Formatter } from './formatter.ts';
import { inReadingOrder } from './navigation.ts';
import type { Button } from './screen.ts';

/** The link itself: a tap copies it. */
export const linkLine = (format: Formatter, link: string): string =>
  format.html('line', { text: { html: `<code>${link}</code>` } });

/** Ways to pass a link on. */
export function linkRow(format: Formatter, link: string): Button[] {
  const { shareUrl } = format.messenger;
  return inReadingOrder(format, [
    { label: format.plain('key-copy-link'), copy: link },
    ...(shareUrl === null
      ? []
      : [{ label: format.plain('key-send-on'), url: `${shareUrl}${encodeURIComponent(link)}` }]),
  ]);
}
