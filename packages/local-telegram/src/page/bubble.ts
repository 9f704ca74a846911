import { follow, press, type } from './actions.ts';
import { h, icon } from './dom.ts';
import { copy } from './notice.ts';
import { clock, fileSize, isolated, money, phone } from './numbers.ts';
import type { BotNames, Button, ChatMessage, Media } from './protocol.ts';
import { richText } from './rich-text.ts';
import { chatKey, chosenBot, say, state } from './store.ts';

/** One message with its buttons. */
export function bubble(message: ChatMessage): HTMLElement {
  const body = h('div', { class: 'bubble' });
  if (message.forwardedFrom !== null) {
    body.append(h('div', { class: 'forwarded', dir: 'auto' }, `${say('forwarded')} ${message.forwardedFrom}`));
  }
  if (message.reply) {
    const { from, text } = message.reply;
    body.append(h('div', { class: 'quoted' }, h('b', { dir: 'auto' }, from), h('span', { dir: 'auto' }, text)));
  }
  if (message.media) body.append(mediaOf(message.media));
  if (message.invoice) body.append(invoiceOf(message.invoice));
  if (message.payment) {
    const { amount, currency } = message.payment;
    body.append(h('div', { class: 'line' }, `${say('payment')} ${money(amount, currency)}`));
  }
  if (message.created) body.append(createdOf(message.created));
  if (message.text !== '') {
    const actions = {
      command: (text: string) => void type(text),
      link: follow,
      copy: (text: string) => void copy(text),
    };
    const text = h(
      'div',
      { class: 'text' },
      richText(message.text, message.entities, { ...actions, spoiler: say('spoiler') }),
    );
    body.append(text);
  }
  // Telegram does not mark a bot's message as edited either.
  const time = h(
    'span',
    { class: 'time' },
    message.edited && message.mine ? `${say('edited')} ` : '',
    clock(message.date),
  );
  body.append(time);
  const author = `${message.mine ? say('you') : `${chosenBot().name}:`} `;
  return h(
    'article',
    {
      class: `message ${message.mine ? 'mine' : 'theirs'}${message.media?.kind === 'sticker' ? ' bare' : ''}`,
      data: { id: String(message.id) },
    },
    h('span', { class: 'unseen' }, author),
    body,
    message.buttons.length > 0 ? keyboardOf(message) : null,
  );
}

/** A line with a link to the new bot. */
const createdOf = ({ name, username }: BotNames): HTMLElement =>
  h(
    'div',
    { class: 'line', dir: 'auto' },
    `🤖 ${say('created')} `,
    h('a', { href: `#${chatKey({ person: state.chosen, bot: username })}` }, h('bdi', {}, name)),
    ' ',
    h('bdi', { dir: 'ltr' }, `@${username}`),
  );

function keyboardOf(message: ChatMessage): HTMLElement {
  const rows = message.buttons.map((row, at) =>
    h('div', { class: 'row' }, ...row.map((button, column) => buttonOf(message, button, at, column))),
  );
  return h('div', { class: 'keyboard' }, ...rows);
}

const signs = { url: 'link', copy: 'copy' } as const;

function buttonOf(message: ChatMessage, button: Button, row: number, column: number): HTMLElement {
  const invoice = button.kind === 'pay' ? message.invoice : null;
  const isPaid = invoice?.paid === true;
  // Telegram labels this button itself, in the reader's language.
  const label = invoice ? payLabel(invoice) : button.text;
  const sign = button.kind === 'url' || button.kind === 'copy' ? icon(signs[button.kind]) : null;
  const element = h(
    'button',
    { class: `inline ${button.style ?? ''}`, type: 'button', data: { place: `${row}:${column}` } },
    h('span', { class: 'label', dir: 'auto' }, label),
    sign,
  );
  if (isPaid) element.disabled = true;
  element.addEventListener('click', () => {
    // Shows Telegram's spinner until the bot answers.
    if (button.kind === 'callback') element.setAttribute('aria-busy', 'true');
    void press(message, button, row, column);
  });
  return element;
}

function payLabel({ paid, amount, currency }: NonNullable<ChatMessage['invoice']>): string {
  return paid ? say('paid') : `${say('pay')} ${money(amount, currency)}`;
}

function mediaOf(media: Media): HTMLElement {
  switch (media.kind) {
    case 'photo': {
      const picture = h('img', { class: 'photo' });
      picture.src = media.url;
      picture.alt = say('photo');
      picture.width = media.width;
      picture.height = media.height;
      return picture;
    }
    case 'document': {
      const link = h(
        'a',
        { class: 'document', href: media.url },
        h('span', { class: 'disc' }, icon('file')),
        h(
          'span',
          { class: 'facts' },
          h('b', { dir: 'auto' }, media.name),
          h('span', {}, `${fileSize(media.size)} · ${say('download')}`),
        ),
      );
      link.download = media.name;
      return link;
    }
    case 'sticker':
      return h(
        'div',
        { class: 'sticker', role: 'img', aria: { label: `${say('sticker')} ${media.emoji}` } },
        media.emoji,
      );
    case 'voice':
      return h('div', { class: 'line' }, `🎤 ${say('voice')} · ${isolated(String(media.seconds))} s`);
    case 'location': {
      const place = isolated(`${media.latitude.toFixed(4)}, ${media.longitude.toFixed(4)}`);
      return h(
        'div',
        { class: 'card' },
        h('span', { class: 'disc' }, icon('pin')),
        h('span', { class: 'facts' }, h('b', {}, say('location')), place),
      );
    }
    case 'contact':
      return h(
        'div',
        { class: 'card' },
        h('span', { class: 'disc' }, media.name.slice(0, 1).toUpperCase()),
        h(
          'span',
          { class: 'facts' },
          h('b', { dir: 'auto' }, media.name),
          h('span', { dir: 'ltr' }, phone(media.phone)),
        ),
      );
  }
}

function invoiceOf({ title, description, amount, currency, paid }: NonNullable<ChatMessage['invoice']>): HTMLElement {
  return h(
    'div',
    { class: 'invoice' },
    h('b', { dir: 'auto' }, title),
    h('span', { dir: 'auto' }, description),
    h('span', { class: 'price' }, `${money(amount, currency)} · ${paid ? say('paid') : say('invoice')}`),
  );
}
