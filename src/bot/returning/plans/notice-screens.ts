import { homeActions } from '#bot/actions/home.ts';
import { paymentActions } from '#bot/actions/payments.ts';
import { planActions } from '#bot/actions/plans.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { key, newKey, page, type Row } from '#bot/kit/page.ts';
import { lines, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { dayText, type NamedPlan, planFacts, planRow } from '#bot/words/plan-words.ts';
import type { PersonalNotice } from '#shop/base/alerts/personal-notice.ts';
import type { Plan } from '#shop/returning/plans/plan.ts';

/** About one plan. */
export type PlanNotice = Extract<PersonalNotice, { readonly planId: string }>;

interface NoticeData extends NamedPlan {
  /** There is a way to add money. */
  readonly canPay: boolean;
}

export function planNoticeScreen(format: Formatter, notice: PlanNotice, { canPay, ...named }: NoticeData): Screen {
  return page(format, {
    text: [noticeText(format, notice), '', ...planFacts(format, named)],
    keys: noticeKeys(format, notice, named.plan, canPay),
  });
}

function noticeText(format: Formatter, notice: PlanNotice): string {
  switch (notice.kind) {
    case 'plan-tomorrow':
      return format.html('notice-plan-tomorrow', { day: dayText(format, notice.day) });
    case 'plan-short':
      return format.html('notice-plan-short', {
        day: dayText(format, notice.day),
        missing: format.money(notice.missing),
      });
    case 'plan-asked':
      return notice.why === 'price'
        ? format.html('notice-plan-price', { price: format.money(notice.price ?? 0) })
        : format.html(`notice-plan-${notice.why}`, { day: dayText(format, notice.day) });
    case 'plan-late':
      return format.html('notice-plan-late', { day: dayText(format, notice.day) });
    case 'plan-missed':
      return format.html('notice-plan-missed', {
        count: notice.count,
        from: dayText(format, notice.from),
        to: dayText(format, notice.to),
      });
    case 'plan-paused':
      return format.html('notice-plan-paused');
    case 'plan-skipped':
      return lines(
        format.html('notice-plan-skipped', {
          day: dayText(format, notice.day),
          why: format.plain(`cycle-${notice.why}`),
        }),
        notice.paused ? format.html('notice-plan-skips') : null,
      );
  }
}

function noticeKeys(format: Formatter, notice: PlanNotice, plan: Plan, canPay: boolean): readonly Row[] {
  const id = plan.id;
  const open = key('key-open-plan', planActions.plan({ plan: id }));
  const change = key('key-change-plan', planActions.changePlan({ plan: id }));
  const stop = key('key-stop-plan', planActions.stopPlan({ plan: id }));
  const skipOf = (day: number) => key('key-skip-cycle', planActions.skipCycle({ plan: id, day }));
  const money = canPay
    ? newKey('key-add-money', paymentActions.addMoney())
    : newKey('key-wallet', walletActions.wallet());
  switch (notice.kind) {
    case 'plan-tomorrow':
      return [[skipOf(notice.day), change, stop]];
    case 'plan-short':
      return [money, [skipOf(notice.day), change, stop]];
    case 'plan-asked':
      return [
        notice.why === 'price' &&
          notice.price !== null &&
          key('key-plan-agree', planActions.setPlanCeiling({ plan: id, ceiling: notice.price }), {
            price: format.money(notice.price),
          }),
        notice.why === 'product' && key('key-plan-item', planActions.planItems({ plan: id })),
        [skipOf(notice.day), change, stop],
      ];
    case 'plan-skipped':
      return notice.paused
        ? [[key('key-resume-plan', planActions.resumePlan({ plan: id })), open]]
        : [notice.why === 'money' && money, open];
    case 'plan-late':
    case 'plan-missed':
    case 'plan-paused':
      return [[open, newKey('key-home', homeActions.home())]];
  }
}

const mostShown = 8;

/** For a seller: everything that is bought tomorrow, in one message. */
export const plansTomorrowScreen = (format: Formatter, day: number, plans: readonly NamedPlan[]): Screen =>
  page(format, {
    text: [
      format.html('notice-plans-tomorrow', { count: plans.length, day: dayText(format, day) }),
      format.html('notice-plans-sum', { sum: format.money(plans.reduce((sum, { buys }) => sum + buys.charge, 0)) }),
    ],
    keys: [
      ...plans
        .slice(0, mostShown)
        .map((one) => newMessageButton(planRow(format, one, null), planActions.plan({ plan: one.plan.id }))),
      plans.length > mostShown
        ? newKey('key-all-of-them', planActions.plansOfDay({ day, page: 1 }), { count: plans.length })
        : newKey('key-plans', planActions.plans({ page: 1 })),
    ],
  });
