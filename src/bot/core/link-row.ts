import type { Formatter } from './formatter.ts';
import { inReadingOrder } from './navigation.ts';
import type { Button } from './screen.ts';

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
