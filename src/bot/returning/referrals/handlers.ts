import { referralActions } from '#bot/actions/referrals.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import { oneLine } from '#bot/kit/formatter.ts';
import { pageSize, promptScreen } from '#bot/kit/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer, ownersText } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/kit/services.ts';
import { parsePercent } from '#domain/percent.ts';
import { plainDigits } from '#domain/phone.ts';
import { referralDeskScreen, referralScreen } from './screens.ts';

const referralQuestion = defineQuestion('referral');

/** How far the owner's report looks back. */
const reportDays = 30;

interface ReferralDeps extends Pick<Services, 'referrals'> {
  readonly referralLink: (code: string) => string;
}

/** Everyone's own link, and what the owner sets and sees of it. */
export function createReferralsFeature({ referrals, referralLink }: ReferralDeps): Feature {
  async function desk({ format }: BotRequest): Promise<Reply> {
    const [settings, report] = await Promise.all([referrals.settings(), referrals.report(reportDays, pageSize)]);
    return { screen: referralDeskScreen(format, { settings, ...report, days: reportDays }) };
  }

  return defineFeature(
    referralActions,
    {
      referral: async ({ format, person }) => {
        const [settings, summary] = await Promise.all([referrals.settings(), referrals.summary(person.id)]);
        const link = referralLink(await referrals.link(person.id));
        return { screen: referralScreen(format, { settings, summary, link }) };
      },
      referralDesk: desk,
      switchReferral: async (request, { on }) => {
        const change = await referrals.change(request.person.id, { isOn: on === 'on' });
        return change.ok ? desk(request) : failureReply(request.format, change.error);
      },
      askReferral: async ({ format }) => ({
        screen: promptScreen(format, format.html('ask-referral'), referralActions.referralDesk()),
        question: referralQuestion(),
      }),
    },
    [
      onAnswer(referralQuestion, async (request, input) => {
        const text = ownersText(request, input);
        if (text === null) return notAnAnswer;
        const terms = readReferralTerms(text);
        const back = referralActions.referralDesk();
        if (terms === null) return askAgain(request, { code: 'percent-invalid' }, back);
        const change = await referrals.change(request.person.id, terms);
        return change.ok ? desk(request) : askAgain(request, change.error, back);
      }),
    ],
  );
}

/** "1.5 90": the percentage, and perhaps for how many days. Null: not understood. */
function readReferralTerms(text: string): { readonly points: number; readonly days?: number } | null {
  const [percent = '', days, ...more] = oneLine(text).split(' ');
  const points = parsePercent(percent);
  if (points === null || more.length > 0) return null;
  if (days === undefined) return { points };
  return /^\d{1,5}$/.test(plainDigits(days)) ? { points, days: Number(plainDigits(days)) } : null;
}
