import type { Action } from '#bot/core/action.ts';
import type { Formatter } from '#bot/core/formatter.ts';
import { linkLine, linkRow } from '#bot/core/links.ts';
import { backRow } from '#bot/core/navigation.ts';
import { lines, type Screen } from '#bot/core/screen.ts';

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
