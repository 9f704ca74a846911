import type { Formatter } from '#bot/kit/formatter.ts';
import { pageSize } from '#bot/kit/navigation.ts';
import type { Screen } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import { type PlanNotice, planNoticeScreen, plansTomorrowScreen } from '#bot/returning/plans/notice-screens.ts';
import { labelsOf } from '#bot/returning/reminders/handlers.ts';
import { packageEndingScreen, packagesEndingScreen } from '#bot/returning/reminders/screens.ts';
import type { NamedPlan } from '#bot/words/plan-words.ts';
import { startOf } from '#domain/calendar.ts';
import type { PersonalNotice } from '#shop/base/alerts/personal-notice.ts';
import type { Plan } from '#shop/returning/plans/plan.ts';
import { noticeScreen } from './notices.ts';

export type NoticeServices = Pick<Services, 'plans' | 'reminders' | 'orders' | 'numbers' | 'payments' | 'wallet'>;
type PersonalScreen = (format: Formatter, notice: PersonalNotice) => Promise<Screen | null>;

/** As things stand when it is sent. Null: there is nothing to say any more. */
export function createPersonalScreens(services: NoticeServices): PersonalScreen {
  const { plans, reminders, orders, numbers, payments, wallet } = services;

  const withName = async (plan: Plan): Promise<NamedPlan> => ({
    plan,
    label: (await numbers.find(plan.personId, plan.mobile)).label,
    buys: await plans.thingOf(plan),
  });

  async function aboutPlan(format: Formatter, notice: PlanNotice): Promise<Screen | null> {
    const plan = await plans.find(notice.planId);
    if (!plan) return null;
    // Until its time came, the person may have skipped or stopped it.
    if (isQuestion(notice) && (await plans.cycle(plan.id, notice.day))?.state !== 'waiting') return null;
    const canPay = (await payments.methods.forPerson(plan.personId)).length > 0;
    return planNoticeScreen(format, notice, { ...(await withName(plan)), canPay });
  }

  async function tomorrow(format: Formatter, personId: number, day: number): Promise<Screen | null> {
    const plansOfDay = await plans.ofDay(personId, day);
    if (plansOfDay.length === 0) return null;
    return plansTomorrowScreen(format, day, await Promise.all(plansOfDay.map(withName)));
  }

  return async (format, notice) => {
    switch (notice.kind) {
      case 'package-ending': {
        const order = await orders.find(notice.orderId);
        if (!order) return null;
        const { label } = await numbers.find(order.buyerId, order.mobile);
        return packageEndingScreen(format, { order, endsOn: notice.endsOn, label });
      }
      case 'packages-ending': {
        const { personId, sentAt } = notice;
        const { packages } = await reminders.ofDigest(personId, sentAt, 0, pageSize);
        return packagesEndingScreen(format, {
          ...notice,
          packages,
          labels: await labelsOf(services, personId, packages),
        });
      }
      case 'debt-reminder': {
        const { balance } = await wallet.read(notice.personId);
        return balance < 0 ? noticeScreen(format, format.html('reminder', { debt: format.money(-balance) })) : null;
      }
      case 'api-day': {
        const { day, count, charged, rejected } = notice;
        const sums = { day: format.day(startOf(day)), count, total: format.money(charged), rejected };
        return noticeScreen(format, format.html(rejected > 0 ? 'notice-api-day-rejected' : 'notice-api-day', sums));
      }
      case 'plans-tomorrow':
        return tomorrow(format, notice.personId, notice.day);
      default:
        return aboutPlan(format, notice);
    }
  };
}

const isQuestion = (
  notice: PlanNotice,
): notice is Extract<PlanNotice, { kind: 'plan-tomorrow' | 'plan-short' | 'plan-asked' }> =>
  notice.kind === 'plan-tomorrow' || notice.kind === 'plan-short' || notice.kind === 'plan-asked';
