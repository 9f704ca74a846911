import { planActions } from '#bot/actions/plans.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import type { Screen } from '#bot/kit/screen.ts';
import { scheduleChoices } from '#bot/returning/plans/handlers.ts';
import { type PlanNotice, planNoticeScreen, plansTomorrowScreen } from '#bot/returning/plans/notice-screens.ts';
import * as screens from '#bot/returning/plans/screens.ts';
import * as reminders from '#bot/returning/reminders/screens.ts';
import type { Plan } from '#shop/returning/plans/plan.ts';
import { orderWith } from './order.ts';

const mobile = '989351234567';
const day = 20_800;
const id = 'AAAAAAAAAAAAAA';
const thing = {
  item: { kind: 'product', productId: 36 ** 4, amount: null },
  productType: 'data',
  operatorId: 2,
  simType: 'prepaid',
  title: 'بسته اینترنت ۳۰ روزه ۱۰ گیگابایت شبانه‌روزی',
  titleEn: 'Internet, 30 days, 10 gigabytes, day and night',
  days: 30,
  profileId: null,
  total: 385_000_000,
  charge: 385_000_000,
  mobile,
} as const;

const planIn = (state: Plan['state'], why: string | null = null): Plan => ({
  ...thing,
  id,
  personId: 1,
  what: 'product:1:',
  ceiling: 400_000_000,
  schedule: { every: 'month', calendar: 'persian', date: 31 },
  anchor: day - 30,
  nextDay: day,
  state,
  why,
  skips: 0,
  possiblySentUntil: 0,
});

const order = orderWith({ ...thing, base: 350_000_000, vat: 35_000_000, endedAt: 70_000 });

const about = { planId: id, day };
const notices: readonly PlanNotice[] = [
  { kind: 'plan-tomorrow', ...about },
  { kind: 'plan-short', ...about, missing: 385_000_000 },
  { kind: 'plan-asked', ...about, why: 'price', price: 385_000_000 },
  { kind: 'plan-asked', ...about, why: 'product', price: null },
  { kind: 'plan-asked', ...about, why: 'limit', price: null },
  { kind: 'plan-late', ...about },
  { kind: 'plan-skipped', ...about, why: 'money', paused: false },
  { kind: 'plan-skipped', ...about, why: 'price', paused: true },
  { kind: 'plan-missed', planId: id, from: day - 2, to: day, count: 3 },
  { kind: 'plan-paused', planId: id },
];

/** Every screen of plans and reminders. */
export function planScreens(format: Formatter): Record<string, Screen> {
  const named = { plan: planIn('active'), label: 'Mohammad Hossein', buys: thing };
  const plans = [named, { plan: planIn('paused'), label: null, buys: thing }];
  const listed = plans.map((one) => ({ ...one, plan: { ...one.plan, comingDay: day } }));
  const open = { planId: id, day, state: 'waiting', problem: 'money', orderId: null } as const;
  const schedules = scheduleChoices('persian', { today: day, days: 30 });
  const packages = [{ order, endsOn: day }];
  const labels = new Map([[mobile, 'Mohammad Hossein']]);
  return {
    list: screens.plansScreen(format, { plans: listed, page: 2, more: true }),
    'of a day': screens.plansOfDayScreen(format, day, { plans, page: 2, more: true }),
    active: screens.planScreen(format, { ...named, open, price: named.plan.ceiling + 10_000 }),
    paused: screens.planScreen(format, { ...named, plan: planIn('paused', 'skips'), open: null, price: 0 }),
    stopped: screens.planScreen(format, { ...named, plan: planIn('stopped'), open: null, price: 0 }),
    cycles: screens.planCyclesScreen(format, {
      ...named,
      cycles: [
        { ...open, order: null },
        { ...open, order },
      ],
      page: 2,
      more: true,
    }),
    'new': screens.newPlanScreen(format, [order]),
    when: screens.planWhenScreen(format, { order, label: null, follows: 'last', schedules }),
    ceiling: screens.ceilingScreen(format, {
      title: '',
      facts: [],
      price: order.charge,
      isNow: true,
      choose: (ceiling) => planActions.setPlanCeiling({ plan: id, ceiling }),
      back: planActions.changePlan({ plan: id }),
    }),
    change: screens.changePlanScreen(format, named),
    schedules: screens.planSchedulesScreen(format, named, schedules),
    items: screens.planItemsScreen(format, named, [order]),
    tomorrow: plansTomorrowScreen(format, day, plans),
    ...Object.fromEntries(
      notices.flatMap((notice, nth) =>
        [true, false].map((canPay) => [
          `${nth} ${notice.kind} ${canPay}`,
          planNoticeScreen(format, notice, { ...named, canPay }),
        ]),
      ),
    ),
    reminders: reminders.remindersScreen(format, {
      settings: { on: true, quiet: { from: 22, to: 8 } },
      muted: [mobile],
    }),
    muted: reminders.mutedScreen(format, mobile),
    ending: reminders.packageEndingScreen(format, { order, endsOn: day, label: null }),
    digest: reminders.packagesEndingScreen(format, { endsOn: day, count: 9, sentAt: 1, packages, labels }),
  };
}
