import type { Message } from 'grammy/types';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { Broadcast } from '../../../shop/broadcasts/broadcasts.ts';
import { failureReply } from '../../core/failure.ts';
import { defineFeature, type Feature, type Handlers } from '../../core/feature.ts';
import { oneLine, truncate } from '../../core/formatter.ts';
import { promptScreen } from '../../core/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer } from '../../core/question.ts';
import type { BotRequest, Reply } from '../../core/request.ts';
import type { Services } from '../../core/services.ts';
import { adminActions } from '../admin/actions.ts';
import { askAgain } from '../home/ask-again.ts';
import { broadcastActions } from './actions.ts';
import { draftScreen, progressScreen } from './screens.ts';

/** For the audit trail. */
const excerptLength = 200;

export const messageQuestion = defineQuestion('announce');

export interface BroadcastsDeps extends Pick<Services, 'broadcasts' | 'wakeBroadcasts'> {
  /** Copies a message within its chat. Null: Telegram cannot copy it. */
  readonly copy: (chatId: number, messageId: number) => Promise<number | null>;
}

export function createBroadcastsFeature({ broadcasts, wakeBroadcasts, copy }: BroadcastsDeps): Feature {
  const failed = ({ format }: BotRequest, failure: Failure): Reply =>
    failureReply(format, failure, adminActions.menu());

  /** Whether it is the message that the worker updates. */
  const viewOf = ({ messageId }: BotRequest, { shownIn }: Broadcast) => (messageId === shownIn ? 'watched' : 'glance');

  async function asking({ format }: BotRequest): Promise<Reply> {
    const current = await broadcasts.current();
    if (current) return { screen: progressScreen(format, current, 'glance') };
    return {
      screen: promptScreen(format, format.html('ask-announce'), adminActions.menu()),
      question: messageQuestion(),
    };
  }

  const handlers: Handlers<typeof broadcastActions> = {
    askAnnounce: (request) => asking(request),
    announcement: async (request, { announcement: id }) => {
      const announcement = await broadcasts.find(id);
      if (!announcement) return failed(request, { code: 'announcement-unknown' });
      return { screen: progressScreen(request.format, announcement, 'glance') };
    },
    sendAnnouncement: async (request, { announcement: id }) => {
      const sent = await broadcasts.send(id, request.person.id, request.messageId);
      if (!sent.ok) return failed(request, sent.error);
      wakeBroadcasts();
      return { screen: progressScreen(request.format, sent.value, 'watched') };
    },
    changeAnnouncement: async (request, { announcement: id }) => {
      await broadcasts.cancel(id, request.person.id);
      return asking(request);
    },
    cancelAnnouncement: async (request, { announcement: id }) => {
      await broadcasts.cancel(id, request.person.id);
      const { format } = request;
      const current = await broadcasts.find(id);
      // Too late: it was sent.
      if (current && current.state !== 'cancelled')
        return { screen: progressScreen(format, current, viewOf(request, current)) };
      return { screen: promptScreen(format, format.html('announcement-cancelled'), adminActions.menu()) };
    },
    stopAnnouncement: async (request, { announcement: id }) => {
      const stopped = await broadcasts.stop(id, request.person.id);
      if (!stopped.ok) return failed(request, stopped.error);
      wakeBroadcasts();
      return { screen: progressScreen(request.format, stopped.value, viewOf(request, stopped.value)) };
    },
  };

  /** The copy is sent to everyone, so the owner may delete the original. */
  async function draft(request: BotRequest, message: Message): Promise<Result<Reply, Failure>> {
    // An album is several messages, and only this one would be sent.
    if (message.media_group_id !== undefined) return err({ code: 'announcement-unfit' });
    const { person, format, idempotencySource } = request;
    const messageId = await copy(person.id, message.message_id);
    if (messageId === null) return err({ code: 'announcement-unfit' });
    const excerpt = truncate(oneLine(message.text ?? message.caption ?? ''), excerptLength);
    const drafted = await broadcasts.draft({ idempotencySource, by: person.id, messageId, excerpt });
    if (!drafted.ok) return drafted;
    const audience = await broadcasts.audience(person.id);
    return ok({ screen: draftScreen(format, { id: drafted.value.id, ...audience }) });
  }

  const written = onAnswer(messageQuestion, async (request, { message }) => {
    // The person's role may have changed since the question.
    if (!message || request.person.role !== 'owner') return notAnAnswer;
    const drafted = await draft(request, message);
    return drafted.ok ? drafted.value : askAgain(request, drafted.error, adminActions.menu());
  });

  return defineFeature(broadcastActions, handlers, [written]);
}
