import { priceActions } from '#bot/actions/prices.ts';
import { referralActions } from '#bot/actions/referrals.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { linkKeys, linkLine } from '#bot/kit/links.ts';
import { key, page } from '#bot/kit/page.ts';
import type { Screen } from '#bot/kit/screen.ts';
import type { ReferralSettings } from '#shop/base/wallet/referral-credit.ts';
import type { ReferralSummary, ReferrerSum } from '#shop/returning/referrals/referrals.ts';

const termsLine = (format: Formatter, key: string, { points, days }: ReferralSettings): string =>
  format.html(key, { percent: format.percent(points), days });

const summaryLine = (format: Formatter, { people, earned }: ReferralSummary): string =>
  format.html('referral-summary', { people, earned: format.money(earned) });

export const referralScreen = (
  format: Formatter,
  { settings, summary, link }: { settings: ReferralSettings; summary: ReferralSummary; link: string },
): Screen =>
  page(format, {
    text: [
      format.html('referral-title'),
      '',
      settings.isOn ? termsLine(format, 'referral-terms', settings) : format.html('referral-off'),
      summaryLine(format, summary),
      '',
      linkLine(format, link),
    ],
    keys: [linkKeys(format, link)],
    back: walletActions.wallet(),
  });

interface ReferralDeskData {
  readonly settings: ReferralSettings;
  readonly whole: ReferralSummary;
  readonly referrers: readonly ReferrerSum[];
  readonly days: number;
}

const nameLength = 30;

export const referralDeskScreen = (format: Formatter, data: ReferralDeskData): Screen =>
  page(format, {
    text: [
      format.html('referral-desk-title'),
      '',
      format.html(data.settings.isOn ? 'referral-is-on' : 'referral-is-off'),
      termsLine(format, 'referral-desk-terms', data.settings),
      '',
      format.html('referral-report', { days: data.days }),
      summaryLine(format, data.whole),
      ...data.referrers.map(({ name, people, earned, void: voidCount }) =>
        format.html(voidCount > 0 ? 'referral-line-void' : 'referral-line', {
          name: untrusted(name, nameLength),
          people,
          earned: format.money(earned),
          void: voidCount,
        }),
      ),
    ],
    keys: [
      [
        data.settings.isOn
          ? key('key-referral-off', referralActions.switchReferral({ on: 'off' }))
          : key('key-referral-on', referralActions.switchReferral({ on: 'on' }), 'success'),
        key('key-referral-terms', referralActions.askReferral()),
      ],
    ],
    back: priceActions.prices({ page: 1 }),
  });
