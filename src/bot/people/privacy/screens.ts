import { ownBotActions } from '#bot/actions/agent-bots.ts';
import { homeActions } from '#bot/actions/home.ts';
import { privacyActions } from '#bot/actions/privacy.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { homeButton } from '#bot/kit/navigation.ts';
import { key, page } from '#bot/kit/page.ts';
import type { Screen } from '#bot/kit/screen.ts';
import { openPaymentsButton } from '#bot/money/payments/screens.ts';
import type { DeletionBlockers } from '#shop/people/privacy/deletion.ts';

export const privacyScreen = (format: Formatter): Screen =>
  page(format, {
    text: [
      format.html('privacy-title'),
      '',
      format.html('privacy-kept'),
      format.html('privacy-shared'),
      '',
      format.html('privacy-rights'),
    ],
    keys: [key('key-my-data', privacyActions.myData()), key('key-delete-data', privacyActions.askDeletion())],
    back: homeActions.settings(),
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
    return page(format, {
      text: [format.html('deletion-blocked'), '', ...blockedLines],
      keys: [
        blockers.payments > 0 && openPaymentsButton(format, blockers.payments),
        blockers.bots > 0 && key('key-own-bot', ownBotActions.ownBot()),
      ],
      back: privacyActions.privacy(),
    });
  return page(format, {
    text: [format.html('deletion-title'), '', format.html('deletion-goes'), '', format.html('deletion-stays')],
    keys: [key('key-yes-delete', privacyActions.deleteMyData(), 'danger')],
    back: privacyActions.privacy(),
  });
}

export const deletedScreen = (format: Formatter): Screen =>
  page(format, {
    text: format.html('deletion-done'),
    keys: [homeButton(format)],
  });
