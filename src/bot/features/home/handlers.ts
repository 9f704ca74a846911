import { homeActions } from '#bot/actions/home.ts';
import { defineFeature, type Feature } from '#bot/core/feature.ts';
import type { Formatter } from '#bot/core/formatter.ts';
import type { BotRequest, Reply } from '#bot/core/request.ts';
import type { Screen } from '#bot/core/screen.ts';
import type { Services } from '#bot/core/services.ts';
import { helpScreen, helpSectionScreen, helpSectionsOf } from './help-screens.ts';
import {
  buyerHomeScreen,
  homeScreen,
  sellerHomeScreen,
  settingsScreen,
  termsScreen,
  welcomeScreen,
} from './screens.ts';

type HomeServices = Pick<
  Services,
  'apiAccess' | 'formatterFor' | 'numbers' | 'people' | 'reports' | 'support' | 'wallet'
>;

/** The last customers of a seller that stand on the home screen. */
const customersShown = 3;

export function createHomeFeature(services: HomeServices) {
  const { apiAccess, people, numbers, reports, support, wallet, formatterFor } = services;
  async function homeOf({ person, format }: BotRequest): Promise<Screen> {
    if (person.role === 'customer') return buyerHomeScreen(format, person, person.purchases ?? []);
    if (person.role !== 'agent') return homeScreen(format, person);
    const [balance, today, customers] = await Promise.all([
      wallet.read(person.id),
      reports.today(person.id),
      numbers.latest(person.id, customersShown),
    ]);
    return sellerHomeScreen(format, person, { balance, today, customers });
  }

  const help = async ({ format, person }: BotRequest): Promise<Reply> => ({
    screen: helpScreen(format, person, await support.texts.list('faq')),
  });

  const settings = async ({ person }: BotRequest, format: Formatter): Promise<Reply> => {
    const hasApi = person.role === 'agent' && (await apiAccess.of(person.id)) !== null;
    return { screen: settingsScreen(format, hasApi) };
  };

  const feature: Feature = defineFeature(homeActions, {
    home: async (request) => ({ screen: await homeOf(request) }),
    help: (request) => help(request),
    helpSection: (request, { section }) =>
      // Of another role, from before it changed.
      helpSectionsOf(request.person).includes(section)
        ? Promise.resolve({ screen: helpSectionScreen(request.format, section) })
        : help(request),
    terms: async ({ format }) => ({ screen: termsScreen(format) }),
    settings: (request) => settings(request, request.format),
    language: async (request, { language }) => {
      const { person } = request;
      await people.setPreferences(person.id, { language });
      return settings(request, formatterFor(language, person.unit));
    },
    unit: async (request, { unit }) => {
      const { person } = request;
      await people.setPreferences(person.id, { unit });
      return settings(request, formatterFor(person.language, unit));
    },
  });
  /** Greets once: later it is the home screen. */
  const welcome = async (request: BotRequest): Promise<Screen> => {
    const screen = await homeOf(request);
    const { isNew, name } = request.person;
    return isNew ? welcomeScreen(request.format, name, screen) : screen;
  };
  return { feature, welcome };
}
