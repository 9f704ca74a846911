import { reminderActions } from '#bot/actions/reminders.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import { clampPage, pageSize } from '#bot/kit/navigation.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Parts } from '#bot/parts.ts';
import type { Mobile } from '#domain/phone.ts';
import { quietChoices } from '#domain/quiet-hours.ts';
import type { EndingPackage } from '#shop/returning/reminders/reminders.ts';
import { endingPackagesScreen, mutedScreen, remindersScreen } from './screens.ts';

/** The names of the numbers. */
export async function labelsOf(
  { numbers }: Pick<Parts, 'numbers'>,
  personId: number,
  packages: readonly EndingPackage[],
): Promise<ReadonlyMap<Mobile, string | null>> {
  const foundNumbers = await Promise.all(packages.map(({ order }) => numbers.find(personId, order.mobile)));
  return new Map(foundNumbers.map(({ mobile, label }) => [mobile, label]));
}

export function createRemindersFeature(parts: Parts): Feature {
  const { reminders } = parts;

  async function settings({ person, format }: BotRequest): Promise<Reply> {
    const [current, mutedNumbers] = await Promise.all([
      reminders.settings(person.id),
      reminders.mutedNumbers(person.id, pageSize),
    ]);
    return { screen: remindersScreen(format, { settings: current, muted: mutedNumbers }) };
  }

  return defineFeature(reminderActions, {
    reminders: settings,
    setReminders: async (request, { reminders: choice }) => {
      await reminders.set(request.person.id, { on: choice === 'on' });
      return settings(request);
    },
    setQuietHours: async (request, { choice }) => {
      const quiet = quietChoices[choice];
      if (quiet) await reminders.set(request.person.id, { quiet });
      return settings(request);
    },
    remindNumber: async (request, { mobile, reminders: choice }) => {
      await reminders.mute(request.person.id, mobile, choice === 'off');
      return choice === 'off' ? { screen: mutedScreen(request.format, mobile) } : settings(request);
    },
    endingPackages: async ({ person, format }, { sentAt, page }) => {
      const at = clampPage(page);
      const digestPage = await reminders.ofDigest(person.id, sentAt, at - 1, pageSize);
      const labels = await labelsOf(parts, person.id, digestPage.packages);
      return { screen: endingPackagesScreen(format, { ...digestPage, labels, sentAt, page: at }) };
    },
  });
}
