import { supportActions } from '#bot/actions/support.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow, choiceRows, inReadingOrder, withCheckMark } from '#bot/kit/navigation.ts';
import { shownLength, truncateLabel } from '#bot/kit/row-label.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import { alertChoices } from '#shop/support/support/settings.ts';
import type { SupportText, SupportTextKind } from '#shop/support/support/texts.ts';

export const textsScreen = (format: Formatter, kind: SupportTextKind, texts: readonly SupportText[]): Screen => ({
  text: lines(format.html(`texts-${kind}`), '', format.html(texts.length === 0 ? 'texts-none' : 'texts-hint')),
  keys: [
    ...texts.map(({ id, title }) => [
      button(truncateLabel(title, shownLength(1)), supportActions.supportText({ text: id })),
    ]),
    [button(format.plain('key-add-text'), supportActions.askSupportText({ kind, text: null }))],
    backRow(format, supportActions.supportSettings()),
  ],
});

export const textScreen = (format: Formatter, { id, kind, title, body }: SupportText): Screen => ({
  text: lines(`<b>${format.html('line', { text: untrusted(title) })}</b>`, '', format.html('line', { text: body })),
  keys: [
    inReadingOrder(format, [
      button(format.plain('key-change-text'), supportActions.askSupportText({ kind, text: id })),
      button(format.plain('key-move-text'), supportActions.moveSupportText({ text: id })),
    ]),
    [button(format.plain('key-remove-text'), supportActions.removeSupportText({ text: id }), 'danger')],
    backRow(format, supportActions.supportTexts({ kind })),
  ],
});

export const alertScreen = (format: Formatter, minutes: number | null): Screen => ({
  text: lines(
    format.html('support-alert-title'),
    '',
    minutes === null ? format.html('support-alert-off') : format.html('support-alert-on', { minutes }),
  ),
  keys: [
    ...choiceRows(
      format,
      alertChoices.map((choice) =>
        button(
          withCheckMark(
            choice === (minutes ?? 0),
            choice === 0 ? format.plain('alert-never') : format.plain('alert-minutes', { minutes: choice }),
          ),
          supportActions.supportAlert({ minutes: choice }),
        ),
      ),
      3,
    ),
    backRow(format, supportActions.supportSettings()),
  ],
});
