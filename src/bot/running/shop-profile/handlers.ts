import type { Bot } from 'grammy';
import type { PhotoSize } from 'grammy/types';
import { shopProfileActions } from '#bot/actions/shop-profile.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import { defineQuestion, notAnAnswer, onAnswer, ownersText } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Texts } from '#bot/kit/texts.ts';
import type { Services } from '#bot/parts.ts';
import type { Renderer } from '#bot/pictures/renderer.ts';
import { iconPicture } from '#bot/pictures/svg.ts';
import type { Messenger } from '#bot/telegram/messenger.ts';
import { problemOf } from '#bot/telegram/problem.ts';
import { greetingText } from '#bot/words/home-screens.ts';
import { can } from '#domain/access.ts';
import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';
import {
  longestName,
  longestWelcome,
  type ProfilePart,
  readShopName,
  readWelcome,
  type WelcomeReader,
} from '#domain/shop-profile.ts';
import type { Log } from '#log.ts';
import {
  defaultNameOf,
  type ProfileDraft,
  type ShopPicture,
  type ShopProfile,
  welcomeFor,
} from '#shop/running/shop-profile/shop-profile.ts';
import { publishBotName, publishDescriptions } from './publish.ts';
import {
  askPartScreen,
  profileDraftScreen,
  shopPreviewScreen,
  shopProfileScreen,
  shopWelcomeScreen,
} from './screens.ts';

export const shopNameQuestion = defineQuestion('shopName');
export const shopWelcomeQuestion = defineQuestion<{ readonly readers: WelcomeReader }>('shopWelcome');
export const shopPictureQuestion = defineQuestion('shopPicture');

interface ShopProfileDeps extends Pick<Services, 'shopProfile'> {
  readonly bot: Pick<Bot, 'api' | 'botInfo'>;
  readonly messenger: Pick<Messenger, 'profile'>;
  readonly texts: Texts;
  readonly renderer: Pick<Renderer, 'render'>;
  /** The content of a file that was sent to the bot. */
  readonly download: (fileId: string, most: number) => Promise<Uint8Array>;
  readonly log: Log;
}

/** The shop's own name, welcome and picture, set by the owner. */
export function createShopProfileFeature(deps: ShopProfileDeps): Feature {
  const { shopProfile, bot, messenger, texts, renderer, download, log } = deps;

  const page = ({ format }: BotRequest, profile: ShopProfile, note: string | null = null): Reply => ({
    screen: shopProfileScreen(format, { profile, botName: defaultNameOf(profile, bot.botInfo.first_name), note }),
  });

  const textOf = ({ name, welcome }: ShopProfile, part: ProfilePart): string | null => {
    if (part === 'picture') return null;
    return part === 'name' ? name : (welcome[part] ?? null);
  };

  function asking({ format }: BotRequest, part: ProfilePart): Reply {
    const profile = shopProfile.current();
    const value = textOf(profile, part);
    const isSet = part === 'picture' ? profile.icon !== null : value !== null;
    const screen = askPartScreen(format, { part, value, isSet });
    if (part === 'name') return { screen, question: shopNameQuestion() };
    if (part === 'picture') return { screen, question: shopPictureQuestion() };
    return { screen, question: shopWelcomeQuestion({ readers: part }) };
  }

  /** The messenger's own profile of the bot. What it refuses now is sent again at the next start. */
  async function publish(part: ProfilePart, profile: ShopProfile): Promise<boolean> {
    if (!messenger.profile || part === 'picture') return true;
    try {
      await (part === 'name' ? publishBotName(bot, profile) : publishDescriptions(bot.api, texts, profile));
      return true;
    } catch (error) {
      log.warn(problemOf(error), 'bot profile not published');
      return false;
    }
  }

  async function changed(request: BotRequest, part: ProfilePart, profile: ShopProfile, key: string): Promise<Reply> {
    const { format } = request;
    const isPublished = await publish(part, profile);
    return page(request, profile, format.html(isPublished ? key : 'shop-not-published'));
  }

  async function save(by: number, draft: ProfileDraft): Promise<Result<ShopProfile, Failure>> {
    if (draft.part !== 'picture') {
      const before = defaultNameOf(shopProfile.current(), bot.botInfo.first_name);
      return ok(await shopProfile.setText(by, draft.part, draft.text, before));
    }
    try {
      const picture = await shopPictureOf(await download(draft.photo, mostPictureBytes), renderer);
      return picture ? ok(await shopProfile.setPicture(by, picture)) : err({ code: 'picture-unfit' });
    } catch (error) {
      log.warn(problemOf(error), 'picture of the shop not taken');
      return err({ code: 'picture-unfit' });
    }
  }

  const refused = ({ format }: BotRequest, failure: Failure): Reply =>
    failureReply(format, failure, shopProfileActions.shopProfile());

  const handlers: Handlers<typeof shopProfileActions> = {
    shopProfile: async (request) => page(request, shopProfile.current()),
    askShopName: async (request) => asking(request, 'name'),
    shopWelcome: async ({ format }) => ({ screen: shopWelcomeScreen(format, shopProfile.current()) }),
    askShopWelcome: async (request, { readers }) => asking(request, readers),
    askShopPicture: async (request) => asking(request, 'picture'),
    saveShopProfile: async (request, { draft: id }) => {
      const { person } = request;
      const draft = await shopProfile.drafted(id, person.id);
      if (!draft.ok) return refused(request, draft.error);
      const saved = await save(person.id, draft.value);
      if (!saved.ok) return refused(request, saved.error);
      return changed(request, draft.value.part, saved.value, 'shop-saved');
    },
    removeShopPart: async (request, { part }) =>
      changed(request, part, await shopProfile.remove(request.person.id, part), 'shop-removed'),
    previewShop: async ({ person, format }) => {
      const profile = shopProfile.current();
      const greeting = greetingText(format, person.name, welcomeFor(profile, format.language));
      return profile.icon === null
        ? { screen: shopPreviewScreen(format, greeting) }
        : { screen: shopPreviewScreen(format, null), pictureAbove: greeting };
    },
  };

  /** Shown before it is saved. */
  async function preview(
    { person, format, idempotencySource }: BotRequest,
    change: Parameters<typeof shopProfile.draft>[2],
  ) {
    return { screen: profileDraftScreen(format, await shopProfile.draft(idempotencySource, person.id, change)) };
  }

  return defineFeature(shopProfileActions, handlers, [
    onAnswer(shopNameQuestion, async (request, input) => {
      const typed = ownersText(request, input);
      if (typed === null) return notAnAnswer;
      const text = readShopName(typed);
      const failure = { code: 'shop-name-invalid', most: longestName } as const;
      return text === null
        ? askAgain(request, failure, shopProfileActions.shopProfile())
        : preview(request, { part: 'name', text });
    }),
    onAnswer(shopWelcomeQuestion, async (request, input, { readers }) => {
      const typed = ownersText(request, input);
      if (typed === null) return notAnAnswer;
      const text = readWelcome(typed);
      const failure = { code: 'welcome-invalid', most: longestWelcome } as const;
      return text === null
        ? askAgain(request, failure, shopProfileActions.shopWelcome())
        : preview(request, { part: readers, text });
    }),
    onAnswer(shopPictureQuestion, async (request, { message, mobiles }) => {
      if (!message || !can(request.person, 'run') || mobiles.length > 0) return notAnAnswer;
      const size = bestSize(message.photo ?? []);
      return size
        ? preview(request, { part: 'picture', photo: size.file_id })
        : askAgain(request, { code: 'picture-unfit' }, shopProfileActions.shopProfile());
    }),
  ]);
}

/** The picture is kept in the database, and archives carry it. */
export const mostPictureBytes = 400_000;
const mostPixels = 1_600;
const iconSize = 128;

/** The messenger makes several sizes of a photo: the largest that is kept. Undefined: all are too large. */
export const bestSize = (sizes: readonly PhotoSize[]): PhotoSize | undefined =>
  sizes
    .filter(
      ({ width, height, file_size = 0 }) => Math.max(width, height) <= mostPixels && file_size <= mostPictureBytes,
    )
    .toSorted((one, other) => other.width * other.height - one.width * one.height)[0];

/** JPEG or PNG, by its first bytes. */
const isPicture = (bytes: Uint8Array): boolean =>
  /^(ffd8ff|89504e470d0a1a0a)/.test(Buffer.from(bytes.subarray(0, 8)).toString('hex'));

/** Null: it is no picture. */
export async function shopPictureOf(
  photo: Uint8Array,
  renderer: Pick<Renderer, 'render'>,
): Promise<ShopPicture | null> {
  if (!isPicture(photo)) return null;
  return { photo, icon: await renderer.render(iconPicture(photo, iconSize)) };
}
