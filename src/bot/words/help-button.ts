import { type HelpSection, homeActions } from '#bot/actions/home.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { type Button, button } from '#bot/kit/screen.ts';
import { can, type Roles } from '#domain/access.ts';

export const helpButton = (format: Formatter, section: HelpSection): Button =>
  button(format.plain(`key-help-${section}`), homeActions.helpSection({ section }));

/** How a line is written, for this reader. */
export const lineHelpButton = (format: Formatter, reader: Roles): Button =>
  helpButton(format, can(reader, 'sell') ? 'line' : 'buy');
