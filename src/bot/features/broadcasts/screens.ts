import type { Announcement, Audience } from '../../../shop/announcing/announcements.ts';
import type { View } from '../../core/formatter.ts';
import { backRow, homeKey } from '../../core/navigation.ts';
import { beside, type Key, key, lines, type Screen } from '../../core/screen.ts';

/** Stands under the copy: so it will look, and so many will get it. */
export function draftScreen(view: View, { id, reachable, blocked }: Audience & { readonly id: string }): Screen {
  const send: Key = {
    label: view.plain('key-send-announcement', { count: reachable }),
    press: { to: 'sendAnnouncement', announcement: id },
    style: 'success',
  };
  return {
    text: lines(
      view.html('announcement-preview'),
      '',
      view.html(reachable > 0 ? 'announcement-people' : 'announcement-nobody', { count: reachable }),
      blocked > 0 ? view.html('announcement-left-out', { count: blocked }) : null,
    ),
    keys: [
      ...(reachable > 0 ? [[send]] : []),
      [
        key(view.plain('key-change-announcement'), { to: 'changeAnnouncement', announcement: id }),
        key(view.plain('key-cancel'), { to: 'cancelAnnouncement', announcement: id }),
      ],
      [homeKey(view)],
    ],
  };
}

const barLength = 12;

function bar(done: number, total: number): string {
  const full = total === 0 ? barLength : Math.floor((done / total) * barLength);
  return '▓'.repeat(full) + '░'.repeat(barLength - full);
}

/**
 * How far it is, and in the end what came of it. The message that is being watched changes by itself: what is pressed
 * under it opens beside it, or the next count would overwrite it.
 */
export function progressScreen(view: View, announcement: Announcement, how: 'watched' | 'glance'): Screen {
  const { id, state, total, sent, blocked, failed } = announcement;
  const done = sent + blocked + failed;
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
  const under = state === 'sending' || state === 'stopping';
  const stop: Key = {
    label: view.plain('key-stop-announcement'),
    press: { to: 'stopAnnouncement', announcement: id },
    style: 'danger',
  };
  const refresh = key(view.plain('key-refresh'), { to: 'announcement', announcement: id });
  const away = how === 'watched' ? [beside(view.plain('key-desk'), { to: 'desk' })] : backRow(view, { to: 'desk' });
  return {
    text: lines(
      view.html(`announcement-${state}`),
      under ? view.html('announcement-progress', { bar: bar(done, total), percent }) : null,
      '',
      view.html('announcement-sent', { sent, total }),
      blocked > 0 ? view.html('announcement-blocked', { count: blocked }) : null,
      failed > 0 ? view.html('announcement-failed', { count: failed }) : null,
      state === 'stopped' && total > done ? view.html('announcement-unsent', { count: total - done }) : null,
    ),
    keys: [...(state === 'sending' ? [how === 'watched' ? [stop] : [refresh, stop]] : []), away],
  };
}
