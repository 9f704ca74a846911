import { homeActions } from '#bot/actions/home.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Screen } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import {
  buyerHomeScreen,
  greetingText,
  homeScreen,
  ownerHomeScreen,
  sellerHomeScreen,
  settingsScreen,
  termsScreen,
  welcomeScreen,
} from '#bot/words/home-screens.ts';
import { priceNow } from '#bot/words/price-lines.ts';
import { dayOf } from '#domain/calendar.ts';
import { misfitOf } from '#domain/sold-to.ts';
import { whatEndsFirst } from '#shop/people/people/purchases.ts';
import { welcomeFor } from '#shop/running/shop-profile/shop-profile.ts';
import { helpScreen, helpSectionScreen, helpSectionsOf } from './help-screens.ts';

type HomeServices = Pick<
  Services,
  | 'agentBots'
  | 'apiAccess'
  | 'backups'
  | 'catalogue'
  | 'formatterFor'
  | 'manualReview'
  | 'now'
  | 'numbers'
  | 'operators'
  | 'payments'
  | 'people'
  | 'prices'
  | 'reports'
  | 'shopProfile'
  | 'support'
  | 'wallet'
>;

/** The last customers of a seller that stand on the home screen. */
const customersShown = 3;

export function createHomeFeature(services: HomeServices) {
  const { agentBots, apiAccess, people, numbers, operators, reports, shopProfile, support, wallet, formatterFor } =
    services;
  const { backups, catalogue, manualReview, payments, prices, now } = services;
  async function homeOf({ person, format }: BotRequest): Promise<Screen> {
    if (person.role === 'customer') {
      const purchases = whatEndsFirst(person.purchases ?? [], now()).filter(
        ({ mobile, productType }) => misfitOf(operators, mobile, productType) === null,
      );
      if (purchases.length === 0) return homeScreen(format, person);
      const list = await prices.listFor(person.id);
      const priced = purchases.map((one) => ({ ...one, price: priceNow({ catalogue }, list, one) }));
      return buyerHomeScreen(format, person, priced);
    }
    if (person.role === 'owner') {
      const day = dayOf(now()) - 1;
      const [reviews, waiting, asking, backup, [yesterday]] = await Promise.all([
        manualReview.reviews(),
        payments.queries.countWaiting(),
        support.conversations.count(),
        backups.status(),
        reports.days(null, { from: day, to: day }),
      ]);
      const sold = yesterday && yesterday.count > 0 ? yesterday : null;
      const counts = { reviews, payments: waiting, support: asking.waiting };
      return ownerHomeScreen(format, person, { ...counts, backup, yesterday: sold });
    }
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
    if (person.role !== 'agent') return { screen: settingsScreen(format, null) };
    const [own, api] = await Promise.all([agentBots.of(person.id), apiAccess.of(person.id)]);
    const hasBot = own !== null && (own.isAllowed || own.bot !== null);
    return { screen: settingsScreen(format, hasBot ? 'bot' : api ? 'api' : null) };
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
  const welcome = async (request: BotRequest): Promise<Reply> => {
    const screen = await homeOf(request);
    const { isNew, name } = request.person;
    if (!isNew) return { screen };
    const { format } = request;
    const profile = shopProfile.current();
    const greeting = greetingText(format, name, welcomeFor(profile, format.language));
    return profile.icon === null ? { screen: welcomeScreen(greeting, screen) } : { screen, pictureAbove: greeting };
  };
  return { feature, welcome };
}
