import { byId, h } from './dom.ts';
import { say } from './store.ts';

const shownMs = 3_500;

/** A short notice, like the answer to a press. */
export function toast(text: string): void {
  const line = h('div', { class: 'toast', dir: 'auto' }, text);
  byId('toasts').append(line);
  setTimeout(() => line.remove(), shownMs);
}

export interface Field {
  readonly label: string;
  readonly value: string;
  readonly ltr?: boolean;
}

interface Question {
  readonly title: string;
  readonly text?: string;
  /** The problem with the previous fields. */
  readonly problem?: string | null;
  readonly fields?: readonly Field[];
  readonly yes: string;
  /** Absent if there is no choice. */
  readonly no?: string;
}

/** Returns the fields; null if cancelled. */
export function ask({ title, text, problem = null, fields = [], yes, no }: Question): Promise<string[] | null> {
  const inputs = fields.map((field) => {
    const input = h('input', { type: 'text', dir: field.ltr ? 'ltr' : 'auto' });
    input.value = field.value;
    return { input, row: h('label', { class: 'field' }, h('span', {}, field.label), input) };
  });
  const heading = h('h2', { id: 'question', dir: 'auto' }, title);
  const accept = h('button', { class: 'primary', type: 'submit' }, yes);
  const refuse = no === undefined ? null : h('button', { type: 'button' }, no);
  const form = h(
    'form',
    {},
    heading,
    text === undefined ? null : h('p', { class: 'asked', dir: 'auto' }, text),
    ...inputs.map(({ row }) => row),
    problem === null ? null : h('p', { class: 'problem', role: 'alert', dir: 'auto' }, problem),
    h('div', { class: 'choices' }, refuse, accept),
  );
  const dialog = h('dialog', { class: 'dialog', aria: { labelledby: 'question' } }, form);
  document.body.append(dialog);
  return new Promise((resolve) => {
    let answer: string[] | null = null;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      answer = inputs.map(({ input }) => input.value.trim());
      dialog.close();
    });
    refuse?.addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    dialog.showModal();
    if (problem === null) accept.focus();
    else inputs.at(-1)?.input.focus();
  });
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(say('copied'));
  } catch {
    toast(`${say('copy-failed')} ${text}`);
  }
}
