import { walletActions } from '#bot/actions/wallet.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import { clampPage, linesOnPage } from '#bot/kit/navigation.ts';
import { offeredMoneyQuestion } from '#bot/money/payments/questions.ts';
import type { Services } from '#bot/parts.ts';
import { statementScreen, todayScreen, walletScreen } from './screens.ts';

/** A person's own money, and a seller's own day. */
export function createWalletFeature({
  wallet,
  dailyLimit,
  reports,
  payments,
  referrals,
}: Pick<Services, 'wallet' | 'dailyLimit' | 'reports' | 'payments' | 'referrals'>): Feature {
  return defineFeature(walletActions, {
    wallet: async ({ person, format }) => {
      const [balance, today] = await Promise.all([wallet.read(person.id), dailyLimit.today(person.id)]);
      const mayPayIn = person.pausedWhy === null || (await payments.methods.refusalToPayIn(person.id)) === null;
      const methods = mayPayIn ? await payments.methods.forPerson(person.id) : [];
      const paying = methods.length > 0 ? await payments.settings.read() : null;
      const { isOn } = await referrals.settings();
      const invites = isOn && person.pausedWhy === null && person.role !== 'owner';
      const open = await payments.queries.countOpen(person.id);
      const screen = walletScreen(format, { balance, today, paying, open, invites });
      return paying ? { screen, question: offeredMoneyQuestion() } : { screen };
    },
    statement: async ({ person, format }, { page }) => {
      const at = clampPage(page);
      const movements = await wallet.movements(person.id, at - 1, linesOnPage);
      return { screen: statementScreen(format, { ...movements, page: at, of: null }) };
    },
    today: async ({ person, format }) => ({ screen: todayScreen(format, await reports.today(person.id), person.id) }),
  });
}
