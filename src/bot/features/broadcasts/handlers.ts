import type { Message } from 'grammy/types';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { Announcement } from '../../../shop/announcing/announcements.ts';
import { failureScreen } from '../../core/failure.ts';
import { oneLine, truncate } from '../../core/formatter.ts';
import type { BotRequest, Reply, Routes, Services } from '../../core/request.ts';
import type { DeskDeps } from '../admin/deps.ts';
import { askOwnerScreen } from '../admin/screens.ts';
import { draftScreen, progressScreen } from './screens.ts';

type Names =
  | 'askAnnounce'
  | 'announcement'
  | 'sendAnnouncement'
  | 'changeAnnouncement'
  | 'cancelAnnouncement'
  | 'stopAnnouncement';

/** As much as the audit trail remembers of it. */
const excerptLength = 200;

/** One message for everyone: written, looked at, sent, watched. */
export function createAnnouncingRoutes({ services, copy }: Pick<DeskDeps, 'services' | 'copy'>) {
  const { announcements, wakeCrier }: Services = services;

  const failed = ({ format }: BotRequest, failure: Failure): Reply => ({
    screen: failureScreen(format, failure, { to: 'desk' }),
  });

  /** The message that changes by itself, or another one. */
  const lookOf = ({ messageId }: BotRequest, { shownIn }: Announcement) =>
    messageId === shownIn ? 'watched' : 'glance';

  async function asking({ format }: BotRequest): Promise<Reply> {
    const current = await announcements.current();
    if (current) return { screen: progressScreen(format, current, 'glance') };
    return { screen: askOwnerScreen(format, format.html('ask-announce'), { to: 'desk' }), ask: { for: 'announce' } };
  }

  const routes: Routes<Names> = {
    askAnnounce: (request) => asking(request),
    announcement: async (request, { announcement: id }) => {
      const announcement = await announcements.find(id);
      if (!announcement) return failed(request, { code: 'announcement-unknown' });
      return { screen: progressScreen(request.format, announcement, 'glance') };
    },
    sendAnnouncement: async (request, { announcement: id }) => {
      const sent = await announcements.send(id, request.person.id, request.messageId);
      if (!sent.ok) return failed(request, sent.error);
      wakeCrier();
      return { screen: progressScreen(request.format, sent.value, 'watched') };
    },
    changeAnnouncement: async (request, { announcement: id }) => {
      await announcements.cancel(id, request.person.id);
      return asking(request);
    },
    cancelAnnouncement: async (request, { announcement: id }) => {
      await announcements.cancel(id, request.person.id);
      const { format } = request;
      const current = await announcements.find(id);
      // Too late: it had been sent.
      if (current && current.state !== 'cancelled')
        return { screen: progressScreen(format, current, lookOf(request, current)) };
      return { screen: askOwnerScreen(format, format.html('announcement-cancelled'), { to: 'desk' }) };
    },
    stopAnnouncement: async (request, { announcement: id }) => {
      const stopped = await announcements.stop(id, request.person.id);
      if (!stopped.ok) return failed(request, stopped.error);
      wakeCrier();
      return { screen: progressScreen(request.format, stopped.value, lookOf(request, stopped.value)) };
    },
  };

  /** The copy stands above the question: that copy is what everyone gets, whatever becomes of the owner's own message. */
  async function draft(request: BotRequest, message: Message): Promise<Result<Reply, Failure>> {
    // The rest of an album comes in messages of its own, and would be left out without a word.
    if (message.media_group_id !== undefined) return err({ code: 'announcement-unfit' });
    const { person, format, origin } = request;
    const messageId = await copy(person.id, message.message_id);
    if (messageId === null) return err({ code: 'announcement-unfit' });
    const excerpt = truncate(oneLine(message.text ?? message.caption ?? ''), excerptLength);
    const drafted = await announcements.draft({ origin, by: person.id, messageId, excerpt });
    if (!drafted.ok) return drafted;
    const audience = await announcements.audience(person.id);
    return ok({ screen: draftScreen(format, { id: drafted.value.id, ...audience }) });
  }

  return { routes, draft };
}
