import type { Action } from '#bot/kit/action.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { linkLine, linkRow } from '#bot/kit/links.ts';
import { backRow } from '#bot/kit/navigation.ts';
import { lines, type Screen } from '#bot/kit/screen.ts';

interface LinkData {
  /** What it leads to, as HTML. */
  readonly what: string;
  readonly note: string | null;
  readonly link: string;
  readonly back: Action;
}

export const linkScreen = (format: Formatter, { what, note, link, back }: LinkData): Screen => ({
  text: lines(format.html('link-title', { what: { html: what } }), note, '', linkLine(format, link)),
  keys: [linkRow(format, link), backRow(format, back)],
});
