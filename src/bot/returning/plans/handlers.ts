import { planActions } from '#bot/actions/plans.ts';
import { failureReply, failureText } from '#bot/kit/failure.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import { clampPage, pageSize } from '#bot/kit/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler, type TypedMessage } from '#bot/kit/question.ts';
import type { BotRequest, Question, Reply } from '#bot/kit/request.ts';
import type { Parts } from '#bot/parts.ts';
import { factsOf } from '#bot/words/order-screen.ts';
import { dayText, type NamedPlan, planFacts } from '#bot/words/plan-words.ts';
import { priceNow } from '#bot/words/price-lines.ts';
import { parseAmount, unclearAmounts } from '#domain/amount.ts';
import { type Calendar, calendars, type Day, dayOf, periodOf } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import type { Result } from '#domain/result.ts';
import { readSchedule, type Schedule, writeSchedule } from '#domain/schedule.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { type Plan, plannedCharge } from '#shop/returning/plans/plan.ts';
import {
  ceilingScreen,
  changePlanScreen,
  newPlanScreen,
  planCyclesScreen,
  planItemsScreen,
  planSchedulesScreen,
  planScreen,
  plansOfDayScreen,
  plansScreen,
  planWhenScreen,
} from './screens.ts';

const usual = [7, 30];

/** What a person chooses from: weekly, every 30 days, as long as the package lasts, and on a date of either calendar. */
export function scheduleChoices(
  own: Calendar,
  { today, days }: { readonly today: Day; readonly days: number | null },
): Schedule[] {
  const lasting = days !== null && days > 1 && days <= 366 ? [days] : [];
  const counts = [...new Set([...lasting, ...usual])];
  const date = today - periodOf(own, 'month', today).from + 1;
  const choices: Schedule[] = [
    ...counts.map((count) => ({ every: 'days', count }) as const),
    ...calendars
      .toSorted((a, b) => Number(b === own) - Number(a === own))
      .map((calendar) => ({ every: 'month', calendar, date: 1 }) as const),
    { every: 'month', calendar: own, date },
  ];
  return [...new Map(choices.map((choice) => [writeSchedule(choice), choice])).values()];
}

/** Ceilings are on the screen, and one may be typed instead. Any other text is no answer. */
const newCeilingQuestion = defineQuestion<{
  readonly order: string;
  readonly follows: 'same' | 'last';
  readonly schedule: string;
}>('plan-ceiling');

const ceilingQuestion = defineQuestion<{ readonly plan: string }>('plan-new-ceiling');

const askNewCeiling = (order: string, follows: 'same' | 'last', schedule: Schedule): Question =>
  newCeilingQuestion({ order, follows, schedule: writeSchedule(schedule) });

/** "50 toman" is fifty thousand here too: nothing that a plan buys costs less than a thousand. */
const amountIn = ({ person }: BotRequest, { text, mobiles }: TypedMessage): number | null =>
  mobiles.length > 0 || text === undefined ? null : (unclearAmounts(text)?.[0] ?? parseAmount(text, person.unit));

const planQuestions: readonly QuestionHandler[] = [
  onAnswer(newCeilingQuestion, async (request, input, { order, follows, schedule: writtenSchedule }) => {
    const ceiling = amountIn(request, input);
    const schedule = readSchedule(writtenSchedule);
    if (ceiling === null || schedule === null) return notAnAnswer;
    return { redirect: planActions.makePlan({ order, follows, schedule, ceiling }) };
  }),
  onAnswer(ceilingQuestion, async (request, input, { plan }) => {
    const ceiling = amountIn(request, input);
    return ceiling === null ? notAnAnswer : { redirect: planActions.setPlanCeiling({ plan, ceiling }) };
  }),
];

const everyPlan = planActions.plans({ page: 1 });
const itemsShown = 6;

export function createPlansFeature(parts: Parts): Feature {
  const { plans, orders, numbers, now, prices } = parts;
  const withLabel = async <P extends Plan>(plan: P) => ({
    plan,
    label: (await numbers.find(plan.personId, plan.mobile)).label,
    buys: await plans.thingOf(plan),
  });

  async function priced({ person }: BotRequest, bought: Pick<Order, 'item' | 'title'> & { readonly charge: Rials }) {
    const price = priceNow(parts, await prices.listFor(person.id), bought);
    return { price: price ?? bought.charge, isNow: price !== null };
  }

  async function page(request: BotRequest, plan: Plan, note: string | null = null): Promise<Reply> {
    const { cycles } = await plans.cycles(plan.id, 0, 2);
    const open = cycles.toReversed().find(({ state }) => state === 'waiting') ?? null;
    const named = await withLabel(plan);
    const { price } = await priced(request, named.buys);
    return { screen: planScreen(request.format, { ...named, open, note, price }) };
  }

  /** The page of the plan after a change, or with the reason why there is none. */
  async function showChange(
    request: BotRequest,
    id: string,
    result: Result<Plan, Failure>,
    note: (plan: Plan) => string | null,
  ): Promise<Reply> {
    if (result.ok) return page(request, result.value, note(result.value));
    const plan = await plans.own(request.person.id, id);
    if (!plan.ok) return failureReply(request.format, plan.error, everyPlan);
    return { ...(await page(request, plan.value, failureText(request.format, result.error))), failure: result.error };
  }

  async function own(request: BotRequest, id: string, show: (plan: NamedPlan) => Promise<Reply>): Promise<Reply> {
    const plan = await plans.own(request.person.id, id);
    return plan.ok ? show(await withLabel(plan.value)) : failureReply(request.format, plan.error, everyPlan);
  }

  async function ofOrder(
    request: BotRequest,
    id: string,
    show: (order: Order, label: string | null) => Reply | Promise<Reply>,
  ): Promise<Reply> {
    const order = await plans.delivered(request.person.id, id);
    if (!order.ok) return failureReply(request.format, order.error, everyPlan);
    const { label } = await numbers.find(request.person.id, order.value.mobile);
    return show(order.value, label);
  }

  const choices = ({ format }: BotRequest, days: number | null) =>
    scheduleChoices(format.calendar, { today: dayOf(now()), days });

  return defineFeature(
    planActions,
    {
      plans: async ({ person, format }, { page: askedPage }) => {
        const at = clampPage(askedPage);
        const { plans: foundPlans, more } = await plans.list(person.id, at - 1, pageSize);
        return { screen: plansScreen(format, { plans: await Promise.all(foundPlans.map(withLabel)), page: at, more }) };
      },
      plansOfDay: async ({ person, format }, { day, page: askedPage }) => {
        const at = clampPage(askedPage);
        const every = await plans.ofDay(person.id, day);
        const plansOnPage = await Promise.all(every.slice((at - 1) * pageSize, at * pageSize).map(withLabel));
        return {
          screen: plansOfDayScreen(format, day, { plans: plansOnPage, page: at, more: every.length > at * pageSize }),
        };
      },
      plan: (request, { plan }) => own(request, plan, ({ plan: foundPlan }) => page(request, foundPlan)),
      planCycles: (request, { plan, page: askedPage }) =>
        own(request, plan, async (namedPlan) => {
          const at = clampPage(askedPage);
          const cyclePage = await plans.cycles(plan, at - 1, pageSize);
          return { screen: planCyclesScreen(request.format, { ...namedPlan, ...cyclePage, page: at }) };
        }),
      newPlan: async ({ person, format }) => {
        const orderPage = await orders.ofBuyer(person.id, 0, { state: 'delivered', days: null, mobile: null });
        return { screen: newPlanScreen(format, orderPage.orders) };
      },
      planOrder: (request, { order: id, follows }) =>
        ofOrder(request, id, (order, label) => ({
          screen: planWhenScreen(request.format, { order, label, follows, schedules: choices(request, order.days) }),
        })),
      planWhen: (request, { order: id, follows, schedule }) =>
        ofOrder(request, id, async (order, label) => ({
          screen: ceilingScreen(request.format, {
            title: request.format.html('plan-ceiling-title'),
            facts: factsOf(request.format, order, label),
            ...(await priced(request, { ...order, charge: plannedCharge(order) })),
            choose: (ceiling) => planActions.makePlan({ order: id, follows, schedule, ceiling }),
            back: planActions.planOrder({ order: id, follows }),
          }),
          question: askNewCeiling(id, follows, schedule),
        })),
      makePlan: async (request, { order: orderId, follows, schedule, ceiling }) => {
        const { person, format } = request;
        const result = await plans.create({ by: person.id, orderId, follows, schedule, ceiling });
        if (!result.ok) return failureReply(format, result.error, everyPlan);
        return page(request, result.value, format.html('plan-made', { day: dayText(format, result.value.nextDay) }));
      },
      skipCycle: async (request, { plan, day }) =>
        showChange(request, plan, await plans.skip(request.person.id, plan, day), () =>
          request.format.html('plan-skipped-note', { day: dayText(request.format, day) }),
        ),
      stopPlan: async (request, { plan }) =>
        showChange(request, plan, await plans.stop(request.person.id, plan), () => null),
      resumePlan: async (request, { plan }) =>
        showChange(request, plan, await plans.resume(request.person.id, plan), () => null),
      changePlan: (request, { plan }) =>
        own(request, plan, async (namedPlan) => ({ screen: changePlanScreen(request.format, namedPlan) })),
      planSchedules: (request, { plan }) =>
        own(request, plan, async (namedPlan) => ({
          screen: planSchedulesScreen(request.format, namedPlan, choices(request, namedPlan.plan.days)),
        })),
      setPlanSchedule: async (request, { plan, schedule }) =>
        showChange(request, plan, await plans.reschedule(request.person.id, plan, schedule), () =>
          request.format.html('plan-changed'),
        ),
      planCeilings: (request, { plan }) =>
        own(request, plan, async (namedPlan) => ({
          screen: ceilingScreen(request.format, {
            title: request.format.html('plan-ceiling-title'),
            facts: planFacts(request.format, namedPlan),
            ...(await priced(request, namedPlan.buys)),
            choose: (ceiling) => planActions.setPlanCeiling({ plan, ceiling }),
            back: planActions.changePlan({ plan }),
          }),
          question: ceilingQuestion({ plan }),
        })),
      setPlanCeiling: async (request, { plan, ceiling }) =>
        showChange(request, plan, await plans.setCeiling(request.person.id, plan, ceiling), () =>
          request.format.html('plan-changed'),
        ),
      planItems: (request, { plan }) =>
        own(request, plan, async (namedPlan) => {
          const { personId, mobile, operatorId } = namedPlan.plan;
          const lastOrders = await orders.lastFor(personId, mobile, operatorId, itemsShown);
          return { screen: planItemsScreen(request.format, namedPlan, lastOrders) };
        }),
      setPlanItem: async (request, { plan, order: orderId, follows }) =>
        showChange(request, plan, await plans.setItem(request.person.id, plan, { orderId, follows }), () =>
          request.format.html('plan-changed'),
        ),
    },
    planQuestions,
  );
}
