import type { Message } from 'grammy/types';
import { adminActions } from '#bot/actions/admin.ts';
import { broadcastActions } from '#bot/actions/broadcasts.ts';
import { searchFor } from '#bot/buying/catalogue/search.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import { oneLine, truncate } from '#bot/kit/formatter.ts';
import { promptScreen } from '#bot/kit/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer, ownersText } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import { button } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import type { Failure } from '#domain/failure.ts';
import { parsePlannedTime } from '#domain/planned-time.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Broadcast } from '#shop/support/broadcasts/broadcasts.ts';
import { broadcastButton } from './button-targets.ts';
import {
  audienceScreen,
  buttonScreen,
  cancelledScreen,
  draftScreen,
  foundTargetsScreen,
  plannedListScreen,
  plannedScreen,
  timeScreen,
} from './draft-screens.ts';
import { progressScreen } from './screens.ts';

/** So much of a message is kept in the audit trail. */
const excerptLength = 200;

export const messageQuestion = defineQuestion('announce');

const productQuestion = defineQuestion<{ readonly announcement: string }>('announceProduct');
const timeQuestion = defineQuestion<{ readonly announcement: string }>('announceTime');

export interface BroadcastsDeps
  extends Pick<
    Services,
    'broadcasts' | 'catalogue' | 'formatterFor' | 'now' | 'promoCodes' | 'tiers' | 'wakeBroadcasts'
  > {
  /** Copies a message within its chat. Null: Telegram cannot copy it. */
  readonly copy: (chatId: number, messageId: number) => Promise<number | null>;
}

export function createBroadcastsFeature(deps: BroadcastsDeps): Feature {
  const { broadcasts, catalogue, now, promoCodes, tiers, wakeBroadcasts, copy } = deps;
  const failWith = ({ format }: BotRequest, failure: Failure): Reply =>
    failureReply(format, failure, adminActions.menu());

  /** Whether it is the message that the worker updates. */
  const viewOf = ({ person, messageId }: BotRequest, { ownerId, shownIn }: Broadcast) =>
    person.id === ownerId && messageId !== null && messageId === shownIn ? 'watched' : 'glance';

  /** Where it stands: a draft to complete, a plan, or its progress. */
  async function page(request: BotRequest, broadcastResult: Result<Broadcast, Failure>): Promise<Reply> {
    if (!broadcastResult.ok) return failWith(request, broadcastResult.error);
    const { format, person } = request;
    const broadcast = broadcastResult.value;
    const { state, audience } = broadcast;
    if (state === 'cancelled') return { screen: cancelledScreen(format) };
    if (state !== 'draft' && state !== 'planned')
      return { screen: progressScreen(format, broadcast, viewOf(request, broadcast)) };
    const tier = audience.tierId === null ? null : await tiers.find(audience.tierId);
    const namedAudience = { ...audience, tier: tier?.name ?? null };
    if (state === 'planned') return { screen: plannedScreen(format, broadcast, namedAudience) };
    const reach = await broadcasts.reach(person.id, audience);
    return { screen: draftScreen(format, { broadcast, audience: namedAudience, ...reach }) };
  }

  async function current(id: string): Promise<Result<Broadcast, Failure>> {
    const broadcast = await broadcasts.find(id);
    return broadcast ? ok(broadcast) : err({ code: 'announcement-unknown' });
  }

  async function asking({ format }: BotRequest): Promise<Reply> {
    const running = await broadcasts.current();
    if (running) return { screen: progressScreen(format, running, 'glance') };
    const plannedCount = (await broadcasts.planned()).length;
    const prompt = promptScreen(format, format.html('ask-announce'), adminActions.deskPeople());
    const list = button(format.plain('key-planned', { count: plannedCount }), broadcastActions.plannedAnnouncements());
    return {
      screen: { ...prompt, keys: [...(plannedCount > 0 ? [[list]] : []), ...prompt.keys] },
      question: messageQuestion(),
    };
  }

  const handlers: Handlers<typeof broadcastActions> = {
    askAnnounce: (request) => asking(request),
    announcement: async (request, { announcement: id }) => page(request, await current(id)),
    sendAnnouncement: async (request, { announcement: id }) => {
      const result = await broadcasts.send(id, request.person.id, request.messageId);
      if (!result.ok) return failWith(request, result.error);
      wakeBroadcasts();
      return { screen: progressScreen(request.format, result.value, viewOf(request, result.value)) };
    },
    changeAnnouncement: async (request, { announcement: id }) => {
      await broadcasts.cancel(id, request.person.id);
      return asking(request);
    },
    cancelAnnouncement: async (request, { announcement: id }) => {
      await broadcasts.cancel(id, request.person.id);
      // It may be too late: then its progress is shown.
      return page(request, await current(id));
    },
    stopAnnouncement: async (request, { announcement: id }) => {
      const result = await broadcasts.stop(id, request.person.id);
      if (!result.ok) return failWith(request, result.error);
      wakeBroadcasts();
      return { screen: progressScreen(request.format, result.value, viewOf(request, result.value)) };
    },
    plannedAnnouncements: async ({ format }) => ({ screen: plannedListScreen(format, await broadcasts.planned(), 1) }),
    plannedPage: async ({ format }, { page }) => ({
      screen: plannedListScreen(format, await broadcasts.planned(), page),
    }),
    chooseAudience: async (request, { announcement }) => {
      const broadcastResult = await current(announcement);
      if (!broadcastResult.ok || broadcastResult.value.state !== 'draft') return page(request, broadcastResult);
      const audience = broadcastResult.value.audience;
      return { screen: audienceScreen(request.format, { announcement, chosen: audience, tiers: await tiers.list() }) };
    },
    setAudience: async (request, { announcement, kind, tier }) => {
      const audience = { kind, tierId: kind === 'tier' ? tier : null };
      return page(request, await broadcasts.change(announcement, request.person.id, { audience }));
    },
    chooseBroadcastButton: async (request, { announcement }) => {
      const broadcastResult = await current(announcement);
      if (!broadcastResult.ok || broadcastResult.value.state !== 'draft') return page(request, broadcastResult);
      const hasButton = broadcastResult.value.button !== null;
      return {
        screen: buttonScreen(request.format, { announcement, promos: await promoCodes.list(), hasButton }),
      };
    },
    askBroadcastProduct: async ({ format }, { announcement }) => ({
      screen: promptScreen(
        format,
        format.html('ask-broadcast-product'),
        broadcastActions.chooseBroadcastButton({ announcement }),
      ),
      question: productQuestion({ announcement }),
    }),
    setBroadcastButton: async (request, { announcement, target, id }) => {
      const newButton = await broadcastButton(deps, target, id);
      if (newButton === null) return failWith(request, { code: target === 'promo' ? 'promo-unknown' : 'product-gone' });
      return page(request, await broadcasts.change(announcement, request.person.id, { button: newButton }));
    },
    clearBroadcastButton: async (request, { announcement }) =>
      page(request, await broadcasts.change(announcement, request.person.id, { button: null })),
    askBroadcastTime: async (request, { announcement }) => {
      const broadcastResult = await current(announcement);
      if (!broadcastResult.ok || broadcastResult.value.state !== 'draft') return page(request, broadcastResult);
      return { screen: timeScreen(request.format, announcement, now()), question: timeQuestion({ announcement }) };
    },
    planAnnouncement: async (request, { announcement, minute }) =>
      page(request, await broadcasts.plan(announcement, request.person.id, minute * 60_000)),
  };

  /** The copy is sent to everyone, so the owner may delete the original. */
  async function draft(request: BotRequest, message: Message): Promise<Result<Reply, Failure>> {
    // An album is several messages, and only this one would be sent.
    if (message.media_group_id !== undefined) return err({ code: 'announcement-unfit' });
    const { person, idempotencySource } = request;
    const messageId = await copy(person.id, message.message_id);
    if (messageId === null) return err({ code: 'announcement-unfit' });
    const excerpt = truncate(oneLine(message.text ?? message.caption ?? ''), excerptLength);
    const draftResult = await broadcasts.draft({ idempotencySource, by: person.id, messageId, excerpt });
    if (!draftResult.ok) return draftResult;
    return ok(await page(request, draftResult));
  }

  const onMessage = onAnswer(messageQuestion, async (request, input) => {
    const { message } = input;
    // The person's role may have changed since the question.
    if (!message || input.isSale || request.person.role !== 'owner') return notAnAnswer;
    const draftReply = await draft(request, message);
    return draftReply.ok ? draftReply.value : askAgain(request, draftReply.error, adminActions.menu());
  });

  const onProduct = onAnswer(productQuestion, async (request, input, { announcement }) => {
    const text = ownersText(request, input);
    if (text === null) return notAnAnswer;
    const { products } = catalogue.search(searchFor(request.format, text));
    return { screen: foundTargetsScreen(request.format, { announcement, products }) };
  });

  const onTime = onAnswer(timeQuestion, async (request, input, { announcement }) => {
    const text = ownersText(request, input);
    if (text === null) return notAnAnswer;
    const again = (failure: Failure) => askAgain(request, failure, broadcastActions.announcement({ announcement }));
    const at = parsePlannedTime(text, now());
    if (at === null) return again({ code: 'time-unclear' });
    const plan = await broadcasts.plan(announcement, request.person.id, at);
    return !plan.ok && plan.error.code === 'time-invalid' ? again(plan.error) : page(request, plan);
  });

  return defineFeature(broadcastActions, handlers, [onMessage, onProduct, onTime]);
}
