import { supportActions } from '#bot/actions/support.ts';
import { shownLength, truncateLabel } from '#bot/core/row-label.ts';
import { type Button, button } from '#bot/core/screen.ts';
import type { SupportText } from '#shop/support/texts.ts';

/** Questions, one in a row. */
export const faqRows = (texts: readonly SupportText[]): Button[][] =>
  texts.map(({ id, title }) => [
    button(`❔ ${truncateLabel(title, shownLength(1) - 3)}`, supportActions.faq({ text: id })),
  ]);
