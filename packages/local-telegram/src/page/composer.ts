import { pressKey, sendLocation, sendPhoto, sendSticker, shareContact, type } from './actions.ts';
import { h, icon } from './dom.ts';
import { createMenu } from './menu.ts';
import type { Command } from './protocol.ts';
import { chosenChat, chosenKey, say, state } from './store.ts';

const stickers = ['👍', '❤️', '😂', '🙏', '🎉', '🤔'];

/** The input field, its menus, and the bot's reply keyboard. */
export function createComposer() {
  const field = h('textarea', { class: 'field', dir: 'auto' });
  field.rows = 1;
  field.maxLength = 4096;
  const menu = createMenu('slash', commands);
  const attach = createMenu('attach', attachments);
  const keysButton = h('button', { class: 'icon-button', type: 'button' }, icon('keys'));
  const send = h('button', { class: 'icon-button send', type: 'submit' }, icon('send'));
  const form = h('form', { class: 'writing', hidden: true }, menu.element, attach.element, field, keysButton, send);
  const startButton = h('button', { class: 'start', type: 'button', hidden: true });
  const keys = h('div', { class: 'keys', role: 'group' });
  const picture = h('input', { type: 'file', hidden: true, aria: { hidden: true } });
  picture.accept = 'image/png,image/jpeg,image/gif,image/webp';
  const element = h('footer', { class: 'composer' }, form, startButton, keys, picture);
  const drafts = new Map<string, string>();
  let shownChat = '';
  let keysHidden = false;

  function grow(): void {
    field.style.height = 'auto';
    field.style.height = `${Math.min(field.scrollHeight, 140)}px`;
    send.disabled = field.value.trim() === '';
  }

  function submit(): void {
    const text = field.value.trim();
    if (text === '') return;
    field.value = '';
    menu.close();
    grow();
    void type(text);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
    field.focus();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      submit();
    }
    if (event.key === 'Escape') menu.close();
  });
  field.addEventListener('input', () => {
    grow();
    // A slash lists matching commands, as in Telegram.
    if (/^\/\w*$/.test(field.value)) menu.open(false);
    else menu.close();
  });
  keysButton.addEventListener('click', () => {
    keysHidden = !keysHidden;
    draw();
  });
  startButton.addEventListener('click', () => void type('/start'));
  picture.addEventListener('change', () => {
    const [file] = picture.files ?? [];
    if (file) void sendPhoto(file);
    picture.value = '';
  });

  function commands() {
    const typed = field.value.startsWith('/') ? field.value : '/';
    const fitting = (chosenChat()?.commands ?? []).filter(({ command }) => `/${command}`.startsWith(typed));
    return fitting.map(({ command, description }: Command) => ({
      label: `/${command}`,
      hint: description,
      choose: () => {
        field.value = '';
        grow();
        void type(`/${command}`);
      },
    }));
  }

  function attachments() {
    return [
      { label: say('attach-contact'), sign: '👤', choose: () => void shareContact() },
      { label: say('attach-photo'), sign: '🖼️', choose: () => picture.click() },
      { label: say('attach-location'), sign: '📍', choose: () => void sendLocation() },
      ...stickers.map((emoji) => ({
        label: say('attach-sticker'),
        sign: emoji,
        small: true,
        choose: () => void sendSticker(emoji),
      })),
    ];
  }

  function draw(): void {
    const chat = chosenChat();
    if (shownChat !== chosenKey()) {
      drafts.set(shownChat, field.value);
      shownChat = chosenKey();
      field.value = drafts.get(shownChat) ?? '';
      keysHidden = false;
    }
    const isNew = chat?.messages.length === 0;
    form.hidden = isNew !== false;
    startButton.hidden = isNew !== true;
    startButton.textContent = say('start');
    field.placeholder = chat?.placeholder ?? (state.panel ? say('write-hint') : '');
    field.setAttribute('aria-label', say('write'));
    send.setAttribute('aria-label', say('send'));
    menu.label(say('menu'));
    attach.label(say('attach'));
    const rows = chat?.keyboard ?? [];
    keysButton.hidden = rows.length === 0;
    keysButton.setAttribute('aria-label', say('show-keys'));
    keysButton.setAttribute('aria-expanded', String(!keysHidden));
    keys.hidden = rows.length === 0 || keysHidden;
    keys.setAttribute('aria-label', say('keys'));
    keys.replaceChildren(
      ...rows.map((row, at) =>
        h(
          'div',
          { class: 'row' },
          ...row.map((key, column) =>
            h(
              'button',
              { class: 'key', type: 'button', dir: 'auto', on: { click: () => void pressKey(key, at, column) } },
              key.text,
            ),
          ),
        ),
      ),
    );
    grow();
  }

  return { element, draw };
}
