import { referralActions } from '#bot/actions/referrals.ts';
import { failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import { oneLine } from '#bot/kit/formatter.ts';
import { pageSize } from '#bot/kit/navigation.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Parts } from '#bot/parts.ts';
import { parsePercent } from '#domain/percent.ts';
import { plainDigits } from '#domain/phone.ts';
import { referralDeskScreen, referralScreen } from './screens.ts';

/** How far the owner's report looks back. */
const reportDays = 30;

/** Start links of a person's invitation begin with it. */
export const referralPrefix = 'f_';

const opening = new RegExp(`^/start(?:@\\w+)?\\s+${referralPrefix}([\\w-]{1,60})$`);

/** The code of the invitation that a message opens. Newcomers are greeted like everyone. */
export const referralCodeIn = (text: string): string | undefined => opening.exec(text)?.[1];

/** Everyone's own link, and what the owner sets and sees of it. */
export function createReferralsFeature({ referrals, links }: Parts): Feature {
  async function desk({ format }: BotRequest): Promise<Reply> {
    const [settings, report] = await Promise.all([referrals.settings(), referrals.report(reportDays, pageSize)]);
    return { screen: referralDeskScreen(format, { settings, ...report, days: reportDays }) };
  }

  return defineFeature(referralActions, {
    referral: async ({ format, person }) => {
      const [settings, summary] = await Promise.all([referrals.settings(), referrals.summary(person.id)]);
      const link = links.start(`${referralPrefix}${await referrals.link(person.id)}`);
      return { screen: referralScreen(format, { settings, summary, link }) };
    },
    referralDesk: desk,
    switchReferral: async (request, { on }) => {
      const change = await referrals.change(request.person.id, { isOn: on === 'on' });
      return change.ok ? desk(request) : failureReply(request.format, change.error);
    },
    askReferral: {
      stored: 'referral',
      text: ({ format }) => format.html('ask-referral'),
      back: () => referralActions.referralDesk(),
      answer: async (request, text, _, { again }) => {
        const terms = readReferralTerms(text);
        if (terms === null) return again({ code: 'percent-invalid' });
        const change = await referrals.change(request.person.id, terms);
        return change.ok ? desk(request) : again(change.error);
      },
    },
  });
}

/** "1.5 90": the percentage, and perhaps for how many days. Null: not understood. */
function readReferralTerms(text: string): { readonly points: number; readonly days?: number } | null {
  const [percent = '', days, ...more] = oneLine(text).split(' ');
  const points = parsePercent(percent);
  if (points === null || more.length > 0) return null;
  if (days === undefined) return { points };
  return /^\d{1,5}$/.test(plainDigits(days)) ? { points, days: Number(plainDigits(days)) } : null;
}
