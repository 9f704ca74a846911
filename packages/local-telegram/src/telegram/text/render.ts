import type { MessageEntity } from '@grammyjs/types';

const TAG: Readonly<Record<string, string>> = {
  bold: 'b',
  italic: 'i',
  underline: 'u',
  strikethrough: 's',
  spoiler: 'tg-spoiler',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function tags(entity: MessageEntity): readonly [string, string] | undefined {
  if (entity.type === 'text_link') return [`<a href="${escaped(entity.url)}">`, '</a>'];
  if (entity.type === 'text_mention') return [`<a href="tg://user?id=${entity.user.id}">`, '</a>'];
  if (entity.type === 'custom_emoji') return [`<tg-emoji emoji-id="${entity.custom_emoji_id}">`, '</tg-emoji>'];
  if (entity.type === 'expandable_blockquote') return ['<blockquote expandable>', '</blockquote>'];
  if (entity.type === 'pre' && entity.language !== undefined) {
    return [`<pre><code class="language-${escaped(entity.language)}">`, '</code></pre>'];
  }
  const tag = TAG[entity.type];
  return tag === undefined ? undefined : [`<${tag}>`, `</${tag}>`];
}

/** Renders a message as Telegram's HTML. */
export function renderHtml(text: string, entities: readonly MessageEntity[] = []): string {
  const opening = new Map<number, string>();
  const closing = new Map<number, string>();
  for (const entity of entities) {
    const pair = tags(entity);
    if (!pair) continue;
    const end = entity.offset + entity.length;
    opening.set(entity.offset, (opening.get(entity.offset) ?? '') + pair[0]);
    // Entities come outer first, so the inner one closes first.
    closing.set(end, pair[1] + (closing.get(end) ?? ''));
  }
  const edges = [...new Set([0, ...opening.keys(), ...closing.keys(), text.length])].sort((a, b) => a - b);
  let html = '';
  for (const [index, edge] of edges.entries()) {
    html += (closing.get(edge) ?? '') + (opening.get(edge) ?? '');
    html += escaped(text.slice(edge, edges[index + 1] ?? text.length));
  }
  return html;
}
