import { setTimeout } from 'node:timers/promises';
import { adminActions } from '#bot/actions/admin.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import { oneLine, truncate } from '#bot/kit/formatter.ts';
import { backRow, promptScreen } from '#bot/kit/navigation.ts';
import { defineQuestion, messageFrom, notAnAnswer, onAnswer } from '#bot/kit/question.ts';
import { type BotRequest, type Reply, shownByWorker } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { helpSectionScreen } from '#bot/people/home/help-screens.ts';
import { can } from '#domain/access.ts';
import { dayOf } from '#domain/calendar.ts';
import { noLosingPrices } from '#shop/running/reports/losses.ts';
import { backupPageScreen } from './backup-screen.ts';
import { healthScreen } from './health-screen.ts';
import { ledgerScreen } from './ledger-screen.ts';
import { restoredScreen } from './restored-screen.ts';
import { adminMenuScreen, deskPeopleScreen, deskShopScreen, firstStepsScreen } from './screens.ts';

type AdminServices = Pick<
  Services,
  | 'agentBots'
  | 'broadcasts'
  | 'backups'
  | 'balanceWatch'
  | 'catalogue'
  | 'manualReview'
  | 'firstSteps'
  | 'health'
  | 'intake'
  | 'ledgerCheck'
  | 'losses'
  | 'now'
  | 'outage'
  | 'ownerPause'
  | 'payments'
  | 'reports'
  | 'restoredShop'
  | 'salesPause'
  | 'staffLimit'
  | 'support'
>;

export const pauseReasonQuestion = defineQuestion('pauseSelling');

const reasonLength = 200;
const maxAgeMs = 60_000;
const refreshMs = 3_000;
const balanceMs = 2_000;
const comparisonMs = 5_000;

/** The owner's menu, the state of the shop, and the switch that pauses sales. */
export function createAdminFeature(services: AdminServices): Feature {
  const { broadcasts, balanceWatch, catalogue, manualReview, health, intake, ledgerCheck, losses, outage, ownerPause } =
    services;
  const { agentBots, backups, firstSteps, payments, reports, restoredShop, salesPause, staffLimit, support, now } =
    services;

  /** The last known balance, with its age, if the gateway is slow. */
  async function gatewayMoney() {
    await catalogue.askBalance(balanceMs);
    const { balance, wallet, balanceAt } = catalogue.status();
    return { balance, wallet, at: balanceAt, low: await balanceWatch.isLow(balance) };
  }

  async function menu({ format, person }: BotRequest): Promise<Reply> {
    const reads = can(person, 'reports');
    // First: it may end a pause.
    const gateway = reads ? await gatewayMoney() : null;
    const from = dayOf(now());
    const [paused, failingSince, losing, backup, reviews, waiting, asking, announcement, [today], credit] =
      await Promise.all([
        salesPause.paused(),
        outage.since(),
        can(person, 'run') ? losses.inForce() : noLosingPrices,
        can(person, 'run') ? backups.status() : null,
        manualReview.reviews(),
        payments.queries.countWaiting(),
        support.conversations.count(),
        broadcasts.current(),
        reports.days(null, { from, to: from }),
        person.staff?.role === 'cashier' ? staffLimit.ofToday(person.id) : null,
      ]);
    const sales = reads ? (today ?? { count: 0, total: 0 }) : null;
    // A desk without sales has room for them, and time to read them.
    const steps = backup !== null && sales?.count === 0 ? await firstSteps.read(backup.isSet) : null;
    const counts = {
      reviews: can(person, 'orders') ? reviews : 0,
      payments: waiting,
      support: can(person, 'answer') ? asking.waiting : 0,
    };
    const data = {
      gateway,
      paused,
      failingSince,
      losing,
      backup,
      steps,
      ...counts,
      announcement,
      today: sales,
      credit,
      now: now(),
    };
    return { screen: adminMenuScreen(format, data) };
  }

  const pauseReason = onAnswer(pauseReasonQuestion, async (request, input) => {
    const text = messageFrom(request, input, 'run');
    if (text === null) return notAnAnswer;
    await ownerPause.pause(request.person.id, truncate(oneLine(text), reasonLength, ''));
    return menu(request);
  });

  return defineFeature(
    adminActions,
    {
      menu: (request) => menu(request),
      deskPeople: async ({ format, person }) => ({
        screen: deskPeopleScreen(format, { runs: can(person, 'run'), hasBots: agentBots.most > 0 }),
      }),
      backupHelp: async ({ format }, { from }) => {
        const back = from === 'shop' ? adminActions.deskShop() : adminActions.firstSteps();
        return { screen: helpSectionScreen(format, 'backup', back) };
      },
      deskShop: async ({ format, person }) => {
        const [paused, failingSince, backup] = await Promise.all([
          salesPause.paused(),
          outage.since(),
          can(person, 'run') ? backups.status() : null,
        ]);
        return { screen: deskShopScreen(format, { paused, failingSince, backup, now: now() }) };
      },
      firstSteps: async (request) => {
        const { isSet } = await backups.status();
        const done = await firstSteps.read(isSet);
        return done === null ? menu(request) : { screen: firstStepsScreen(request.format, done) };
      },
      dismissFirstSteps: async (request) => {
        await firstSteps.dismiss(request.person.id);
        return menu(request);
      },
      health: async ({ format }) => {
        const { ageMs } = catalogue.status();
        // Refreshes what is older than a minute, unless the gateway is slow.
        if (ageMs === null || ageMs > maxAgeMs)
          await Promise.race([catalogue.refresh(), setTimeout(refreshMs, undefined, { ref: false })]);
        const { low } = await gatewayMoney();
        return { screen: healthScreen(format, { health: await health.read(), low, intake }) };
      },
      backup: async ({ format }) => ({ screen: backupPageScreen(format, await backups.status(), now()) }),
      backUp: async ({ format, person, messageId }) => {
        const isAsked = await backups.ask(messageId === null ? null : { chatId: person.id, messageId });
        if (isAsked && messageId !== null) return { ...shownByWorker, toast: format.plain('backup-asked') };
        const text = format.html(isAsked ? 'backup-asked' : 'health-backup-off');
        return { screen: { text, keys: [backRow(format, adminActions.backup())] } };
      },
      restored: async (request) => {
        const restored = await restoredShop(comparisonMs);
        return restored ? { screen: restoredScreen(request.format, restored) } : menu(request);
      },
      checkLedger: async ({ format }) => ({ screen: ledgerScreen(format, await ledgerCheck.run()) }),
      askPauseSelling: async ({ format }) => ({
        screen: promptScreen(format, format.html('ask-pause-selling'), adminActions.deskShop()),
        question: pauseReasonQuestion(),
      }),
      resumeSelling: async (request) => {
        await ownerPause.resume(request.person.id);
        return menu(request);
      },
    },
    [pauseReason],
  );
}
