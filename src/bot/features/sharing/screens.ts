import type { Action } from '../../core/action.ts';
import type { Formatter } from '../../core/formatter.ts';
import { backRow } from '../../core/navigation.ts';
import { lines, type Screen } from '../../core/screen.ts';
import { linkLine, linkRow } from '../../core/shared-link.ts';

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
