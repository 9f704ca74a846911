import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const everyMs = 60_000;
/** Share of a core. An idle shop's workers use about one percent. */
const idleShare = 0.05;

/**
 * Gives memory back once after each busy time, because V8 keeps what a start or a rush needed. The collection stops the
 * event loop for a few tenths of a second, so it waits for an idle minute.
 */
export function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  let before = process.cpuUsage();
  let isGivenBack = false;
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    if (user + system > everyMs * 1_000 * idleShare) isGivenBack = false;
    else if (!isGivenBack) {
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      isGivenBack = true;
    }
  }, everyMs).unref();
}
