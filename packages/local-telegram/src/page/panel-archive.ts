import { h } from './dom.ts';
import { backUp, restore } from './link.ts';
import { clockWithSeconds, fileSize } from './numbers.ts';
import { redraw, workButton } from './panel-switches.ts';
import type { ArchiveCard } from './protocol.ts';
import { say } from './store.ts';

/** Draws the shop's backup, which survives Start over. */
export function drawArchive(box: HTMLElement, archive: ArchiveCard | null): void {
  const put = workButton('restore', say('archive-restore'), restore);
  put.disabled = archive === null;
  redraw(
    box,
    h('h3', {}, say('archive-title')),
    archive === null
      ? h('p', { class: 'archive-none' }, say('archive-none'))
      : h(
          'p',
          { class: 'archive-made', data: { at: String(archive.at) } },
          `${clockWithSeconds(archive.at)} · ${fileSize(archive.bytes)}`,
        ),
    h('div', { class: 'controls' }, workButton('back-up', say('archive-back-up'), backUp), put),
    h('p', {}, say('archive-hint')),
  );
}
