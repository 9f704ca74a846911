import type { DevPanel } from './dev-panel.ts';
import type { Panel, PersonStory } from './page/protocol.ts';

/** Polls too, because another process writes orders. */
const lookMs = 1_000;

/** Reads the panel's data after events and publishes changes. */
export function createPanelWatch(deps: {
  readonly devPanel: DevPanel;
  readonly people: readonly number[];
  readonly watched: () => boolean;
  readonly changed: (panel: Panel) => void;
}) {
  const { devPanel, people, watched, changed } = deps;
  let last = '';
  let reading = false;
  let again = false;
  let closed = false;

  async function read(): Promise<Panel> {
    const [sold, faults, bankFault, ...stories] = await Promise.all([
      devPanel.sold(),
      devPanel.faults(),
      devPanel.bankFault(),
      ...people.map((id) => devPanel.story(id)),
    ] as const);
    const byPerson: Record<number, PersonStory> = {};
    for (const [index, id] of people.entries()) {
      const story = stories[index];
      if (story) byPerson[id] = story;
    }
    return {
      bot: devPanel.bot.state(),
      sold,
      faults,
      bankFault,
      archive: devPanel.archive(),
      api: devPanel.api(),
      calls: devPanel.calls(),
      stories: byPerson,
    };
  }

  async function look(): Promise<void> {
    if (closed || !watched()) return;
    again = reading;
    if (reading) return;
    reading = true;
    try {
      const panel = await read();
      const text = JSON.stringify(panel);
      if (text !== last && !closed) changed(panel);
      last = text;
    } catch {
      // The gateway or the database is closing or busy. The next read will succeed.
    } finally {
      reading = false;
    }
    if (again) await look();
  }

  const poke = (): void => void look();
  const unsubscribe = devPanel.subscribe(poke);
  const timer = setInterval(poke, lookMs);
  timer.unref();

  return {
    read,
    poke,
    close() {
      closed = true;
      clearInterval(timer);
      unsubscribe();
    },
  };
}
