import type { Announcement, Audience } from '../../../shop/announcing/announcements.ts';
import type { Formatter } from '../../core/formatter.ts';
import { backRow, homeButton } from '../../core/navigation.ts';
import { type Button, beside, button, lines, type Screen } from '../../core/screen.ts';

/** Stands under the copy: so it will look, and so many will get it. */
export function draftScreen(format: Formatter, { id, reachable, blocked }: Audience & { readonly id: string }): Screen {
  const send: Button = {
    label: format.plain('key-send-announcement', { count: reachable }),
    press: { to: 'sendAnnouncement', announcement: id },
    style: 'success',
  };
  return {
    text: lines(
      format.html('announcement-preview'),
      '',
      format.html(reachable > 0 ? 'announcement-people' : 'announcement-nobody', { count: reachable }),
      blocked > 0 ? format.html('announcement-left-out', { count: blocked }) : null,
    ),
    keys: [
      ...(reachable > 0 ? [[send]] : []),
      [
        button(format.plain('key-change-announcement'), { to: 'changeAnnouncement', announcement: id }),
        button(format.plain('key-cancel'), { to: 'cancelAnnouncement', announcement: id }),
      ],
      [homeButton(format)],
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
export function progressScreen(format: Formatter, announcement: Announcement, how: 'watched' | 'glance'): Screen {
  const { id, state, total, sent, blocked, failed } = announcement;
  const done = sent + blocked + failed;
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
  const under = state === 'sending' || state === 'stopping';
  const stop: Button = {
    label: format.plain('key-stop-announcement'),
    press: { to: 'stopAnnouncement', announcement: id },
    style: 'danger',
  };
  const refresh = button(format.plain('key-refresh'), { to: 'announcement', announcement: id });
  const away = how === 'watched' ? [beside(format.plain('key-desk'), { to: 'desk' })] : backRow(format, { to: 'desk' });
  return {
    text: lines(
      format.html(`announcement-${state}`),
      under ? format.html('announcement-progress', { bar: bar(done, total), percent }) : null,
      '',
      format.html('announcement-sent', { sent, total }),
      blocked > 0 ? format.html('announcement-blocked', { count: blocked }) : null,
      failed > 0 ? format.html('announcement-failed', { count: failed }) : null,
      state === 'stopped' && total > done ? format.html('announcement-unsent', { count: total - done }) : null,
    ),
    keys: [...(state === 'sending' ? [how === 'watched' ? [stop] : [refresh, stop]] : []), away],
  };
}
