import { adminActions } from '#bot/actions/admin.ts';
import { broadcastActions } from '#bot/actions/broadcasts.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { backRow, inReadingOrder } from '#bot/kit/navigation.ts';
import { button, lines, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import type { Broadcast } from '#shop/support/broadcasts/broadcasts.ts';

const barLength = 12;

function bar(sum: number, total: number): string {
  const full = total === 0 ? barLength : Math.floor((sum / total) * barLength);
  return '▓'.repeat(full) + '░'.repeat(barLength - full);
}

/** The worker keeps editing the watched message, so its menu button opens a new one. */
export function progressScreen(format: Formatter, announcement: Broadcast, how: 'watched' | 'glance'): Screen {
  const { id, state, total, sent, blocked, failed } = announcement;
  const sum = sent + blocked + failed;
  const percent = total === 0 ? 100 : Math.floor((sum / total) * 100);
  const under = state === 'sending' || state === 'stopping';
  const stop = button(
    format.plain('key-stop-announcement'),
    broadcastActions.stopAnnouncement({ announcement: id }),
    'danger',
  );
  const refresh = button(format.plain('key-refresh'), broadcastActions.announcement({ announcement: id }));
  const away =
    how === 'watched'
      ? [newMessageButton(format.plain('key-desk'), adminActions.menu())]
      : backRow(format, adminActions.menu());
  return {
    text: lines(
      format.html(`announcement-${state}`),
      under ? format.html('announcement-progress', { bar: bar(sum, total), percent }) : null,
      '',
      format.html('announcement-sent', { sent, total }),
      blocked > 0 ? format.html('announcement-blocked', { count: blocked }) : null,
      failed > 0 ? format.html('announcement-failed', { count: failed }) : null,
      state === 'stopped' && total > sum ? format.html('announcement-unsent', { count: total - sum }) : null,
    ),
    keys: [
      ...(state === 'sending' ? [inReadingOrder(format, how === 'watched' ? [stop] : [refresh, stop])] : []),
      away,
    ],
  };
}
