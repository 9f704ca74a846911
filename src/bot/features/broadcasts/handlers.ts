import type { Message } from 'grammy/types';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { Announcement } from '../../../shop/announcing/announcements.ts';
import { failureScreen } from '../../core/failure.ts';
import { clipped, oneLine } from '../../core/formatter.ts';
import type { Counter, Routes, Step, Visit } from '../../core/request.ts';
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
export function createAnnouncingRoutes({ counter, copy }: Pick<DeskDeps, 'counter' | 'copy'>) {
  const { announcements, wakeCrier }: Counter = counter;

  const failed = ({ view }: Visit, failure: Failure): Step => ({
    screen: failureScreen(view, failure, { to: 'desk' }),
  });

  /** The message that changes by itself, or another one. */
  const lookOf = ({ messageId }: Visit, { shownIn }: Announcement) => (messageId === shownIn ? 'watched' : 'glance');

  async function asking({ view }: Visit): Promise<Step> {
    const current = await announcements.current();
    if (current) return { screen: progressScreen(view, current, 'glance') };
    return { screen: askOwnerScreen(view, view.html('ask-announce'), { to: 'desk' }), ask: { for: 'announce' } };
  }

  const routes: Routes<Names> = {
    askAnnounce: (visit) => asking(visit),
    announcement: async (visit, { announcement: id }) => {
      const announcement = await announcements.find(id);
      if (!announcement) return failed(visit, { code: 'announcement-unknown' });
      return { screen: progressScreen(visit.view, announcement, 'glance') };
    },
    sendAnnouncement: async (visit, { announcement: id }) => {
      const sent = await announcements.send(id, visit.person.id, visit.messageId);
      if (!sent.ok) return failed(visit, sent.error);
      wakeCrier();
      return { screen: progressScreen(visit.view, sent.value, 'watched') };
    },
    changeAnnouncement: async (visit, { announcement: id }) => {
      await announcements.cancel(id, visit.person.id);
      return asking(visit);
    },
    cancelAnnouncement: async (visit, { announcement: id }) => {
      await announcements.cancel(id, visit.person.id);
      const { view } = visit;
      const current = await announcements.find(id);
      // Too late: it had been sent.
      if (current && current.state !== 'cancelled')
        return { screen: progressScreen(view, current, lookOf(visit, current)) };
      return { screen: askOwnerScreen(view, view.html('announcement-cancelled'), { to: 'desk' }) };
    },
    stopAnnouncement: async (visit, { announcement: id }) => {
      const stopped = await announcements.stop(id, visit.person.id);
      if (!stopped.ok) return failed(visit, stopped.error);
      wakeCrier();
      return { screen: progressScreen(visit.view, stopped.value, lookOf(visit, stopped.value)) };
    },
  };

  /** The copy stands above the question: that copy is what everyone gets, whatever becomes of the owner's own message. */
  async function draft(visit: Visit, message: Message): Promise<Result<Step, Failure>> {
    // The rest of an album comes in messages of its own, and would be left out without a word.
    if (message.media_group_id !== undefined) return err({ code: 'announcement-unfit' });
    const { person, view, origin } = visit;
    const messageId = await copy(person.id, message.message_id);
    if (messageId === null) return err({ code: 'announcement-unfit' });
    const excerpt = clipped(oneLine(message.text ?? message.caption ?? ''), excerptLength);
    const drafted = await announcements.draft({ origin, by: person.id, messageId, excerpt });
    if (!drafted.ok) return drafted;
    const audience = await announcements.audience(person.id);
    return ok({ screen: draftScreen(view, { id: drafted.value.id, ...audience }) });
  }

  return { routes, draft };
}
