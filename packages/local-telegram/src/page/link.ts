import type { ActionResult, BotNames, Endpoint, PageEvent } from './protocol.ts';
import { chosenBot, receive, state, tell } from './store.ts';

/** To and from the server. */

export function connect(): void {
  const source = new EventSource('/api/events');
  source.addEventListener('message', ({ data }) => {
    if (!state.connected) {
      state.connected = true;
      tell('connection');
    }
    receive(JSON.parse(String(data)) as PageEvent);
  });
  source.addEventListener('error', () => {
    state.connected = false;
    tell('connection');
    // The browser reconnects by itself, except after a final answer.
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 1_000);
  });
}

const post = (path: string, body: unknown): Promise<Response> =>
  fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export type Wanted =
  | { readonly do: 'type'; readonly text: string }
  | { readonly do: 'press'; readonly message: number; readonly row: number; readonly column: number }
  | { readonly do: 'key'; readonly row: number; readonly column: number }
  | { readonly do: 'contact'; readonly name: string; readonly phone: string }
  | { readonly do: 'sticker'; readonly emoji: string }
  | { readonly do: 'photo'; readonly bytes: string }
  | { readonly do: 'open'; readonly link: string }
  | ({ readonly do: 'create-bot'; readonly row: number; readonly column: number } & BotNames)
  | { readonly do: 'location' | 'own-contact' };

const silent: ActionResult = { copied: null, opened: null, payment: null, problem: null };

/** Acts as the chosen person in the chosen chat. */
export async function act(wanted: Wanted): Promise<ActionResult> {
  try {
    const answer = await post(`/api/people/${state.chosen}?bot=${chosenBot().username}`, wanted);
    return { ...silent, ...((await answer.json()) as Partial<ActionResult>) };
  } catch {
    return { ...silent, problem: 'offline' };
  }
}

export async function setFault(endpoint: Endpoint, fault: string | null, times: number | null): Promise<void> {
  await post('/api/faults', { endpoint, fault, times }).catch(() => undefined);
}

export async function setBankFault(fault: string | null, times: number | null): Promise<void> {
  await post('/api/bank-faults', { fault, times }).catch(() => undefined);
}

export async function controlBot(what: 'start' | 'stop' | 'kill'): Promise<void> {
  await post('/api/bot', { do: what }).catch(() => undefined);
}

/** Restarts the server; the page reconnects by itself. */
export async function startOver(): Promise<void> {
  await post('/api/start-over', {}).catch(() => undefined);
}

export async function backUp(): Promise<void> {
  await post('/api/backup', {}).catch(() => undefined);
}

/** Restarts the server like `startOver`. */
export async function restore(): Promise<void> {
  await post('/api/restore', {}).catch(() => undefined);
}

export async function makeToken(): Promise<void> {
  await post('/api/token', {}).catch(() => undefined);
}

export async function runLine(): Promise<void> {
  await post('/api/token/run', {}).catch(() => undefined);
}

/** Makes the next step of the chosen person's plans and reminders happen now. */
export async function bringForward(): Promise<void> {
  await post(`/api/people/${state.chosen}/forward`, {}).catch(() => undefined);
}
