import { ownBotActions } from '#bot/actions/agent-bots.ts';
import { homeActions } from '#bot/actions/home.ts';
import { privacyActions } from '#bot/actions/privacy.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { backRow, homeButton } from '#bot/kit/navigation.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import { openPaymentsButton } from '#bot/money/payments/screens.ts';
import type { DeletionBlockers } from '#shop/people/privacy/deletion.ts';

export const privacyScreen = (format: Formatter): Screen => ({
  text: lines(
    format.html('privacy-title'),
    '',
    format.html('privacy-kept'),
    format.html('privacy-shared'),
    '',
    format.html('privacy-rights'),
  ),
  keys: [
    [button(format.plain('key-my-data'), privacyActions.myData())],
    [button(format.plain('key-delete-data'), privacyActions.askDeletion())],
    backRow(format, homeActions.settings()),
  ],
});

/** Empty: nothing stands in the way. */
const blockerLines = (format: Formatter, { orders, payments, plans, bots, balance }: DeletionBlockers): string[] => [
  ...(orders > 0 ? [format.html('deletion-blocker-orders', { count: orders })] : []),
  ...(payments > 0 ? [format.html('deletion-blocker-payments', { count: payments })] : []),
  ...(plans > 0 ? [format.html('deletion-blocker-plans', { count: plans })] : []),
  ...(bots > 0 ? [format.html('deletion-blocker-bot')] : []),
  ...(balance < 0 ? [format.html('deletion-blocker-debt', { debt: format.money(-balance) })] : []),
  ...(balance > 0 ? [format.html('deletion-blocker-balance', { balance: format.money(balance) })] : []),
];

export function deletionScreen(format: Formatter, blockers: DeletionBlockers): Screen {
  const blockedLines = blockerLines(format, blockers);
  if (blockedLines.length > 0)
    return {
      text: lines(format.html('deletion-blocked'), '', ...blockedLines),
      keys: [
        ...(blockers.payments > 0 ? [[openPaymentsButton(format, blockers.payments)]] : []),
        ...(blockers.bots > 0 ? [[button(format.plain('key-own-bot'), ownBotActions.ownBot())]] : []),
        backRow(format, privacyActions.privacy()),
      ],
    };
  return {
    text: lines(format.html('deletion-title'), '', format.html('deletion-goes'), '', format.html('deletion-stays')),
    keys: [
      [button(format.plain('key-yes-delete'), privacyActions.deleteMyData(), 'danger')],
      backRow(format, privacyActions.privacy()),
    ],
  };
}

export const deletedScreen = (format: Formatter): Screen => ({
  text: format.html('deletion-done'),
  keys: [[homeButton(format)]],
});
