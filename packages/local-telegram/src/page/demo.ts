import { act, controlBot, setFault } from './link.ts';
import type { OrderStory, PersonCard } from './protocol.ts';
import { chosenKey, type DemoStep, language, listen, type OpenChat, state, tell } from './store.ts';
import { textIn } from './texts.ts';

/** Time to read a step. Two steps take longer than the bot edits messages silently, so the result appears below. */
const readMs = 2_600;
const patienceMs = 30_000;

const checks = new Set<() => void>();
let isPlaying = false;

/** Lets steps wait for events of the chat, the order and the process. */
export function watchDemo(): void {
  listen((topic) => {
    if (topic !== 'demo') for (const check of checks) check();
  });
}

class NotReached extends Error {}

function until(isReached: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      checks.delete(check);
      reject(new NotReached());
    }, patienceMs);
    const check = (): void => {
      if (!isReached()) return;
      checks.delete(check);
      clearTimeout(timer);
      resolve();
    };
    checks.add(check);
    check();
  });
}

const reading = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, readMs));

function show(step: DemoStep | null): void {
  state.demo = step;
  tell('demo');
}

export const closeDemo = (): void => show(null);

/** A customer who reads the page's language. */
const buyer = (): PersonCard | undefined => {
  const customers = state.people.filter(({ part }) => part === 'customer');
  return customers.find((one) => one.language === language()) ?? customers[0];
};

/** The person's chat with the shop's own bot. */
const mainChat = (person: PersonCard): OpenChat | undefined => state.chats.get(String(person.id));

const orderOf = (person: PersonCard): OrderStory | null => state.panel?.stories[person.id]?.order ?? null;

/** Finds Confirm in the newest message with buttons. */
function confirmButton(person: PersonCard) {
  const message = mainChat(person)?.messages.findLast(({ buttons }) => buttons.length > 0);
  const row = message?.buttons.findIndex((keys) => keys.some(({ style }) => style === 'success')) ?? -1;
  const column = message?.buttons[row]?.findIndex(({ style }) => style === 'success') ?? -1;
  return message && column >= 0 ? { message: message.id, row, column } : null;
}

/** Writes for the first time as someone else of the cast, in the page's language. */
export async function typeAs(part: PersonCard['part'], text: string): Promise<void> {
  const cast = state.people.filter((one) => one.part === part);
  const person = cast.find((one) => one.language === language()) ?? cast[0];
  if (!person) return;
  location.hash = `#${person.id}`;
  await until(() => chosenKey() === String(person.id));
  if (mainChat(person)?.messages.length === 0) await act({ do: 'type', text: '/start' });
  await act({ do: 'type', text });
}

/** Plays a real purchase with the real bot, whose process is killed between sale and answer. */
export async function playDemo(): Promise<void> {
  const person = buyer();
  if (isPlaying || !person) return;
  isPlaying = true;
  try {
    await play(person);
  } catch (error) {
    if (!(error instanceof NotReached)) throw error;
    show('failed');
  } finally {
    isPlaying = false;
  }
}

async function play(person: PersonCard): Promise<void> {
  const before = orderOf(person)?.id;
  location.hash = `#${person.id}`;
  await until(() => chosenKey() === String(person.id));
  show('asking');
  await botIs('start', 'running');
  if (mainChat(person)?.messages.length === 0) await act({ do: 'type', text: '/start' });
  await act({ do: 'type', text: textIn(person.language, 'line') ?? '' });
  await until(() => orderOf(person)?.id !== before && confirmButton(person) !== null);
  await reading();

  show('confirming');
  await setFault('purchase', 'slow', 1);
  const confirm = confirmButton(person);
  if (confirm) await act({ do: 'press', ...confirm });
  await until(() => orderOf(person)?.sold === 1);
  show('killing');
  await reading();

  await botIs('kill', 'killed');
  show('starting');
  await reading();
  await botIs('start', 'running');
  show('asked');
  await until(() => orderOf(person)?.state === 'delivered');
  await reading();
  show('done');
}

async function botIs(command: 'start' | 'kill', wanted: 'running' | 'killed'): Promise<void> {
  if (state.panel?.bot !== wanted) await controlBot(command);
  await until(() => state.panel?.bot === wanted);
}
