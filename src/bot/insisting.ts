import { setTimeout } from 'node:timers/promises';

const pauseMs = 500;
const longestMs = 60_000;

/**
 * Asks until there is an answer, for about a minute: as long as a database may take to come back. Who asks holds up one
 * chat and nobody else.
 */
export async function insisting<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = longestMs / pauseMs; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0) throw error;
      await setTimeout(pauseMs);
    }
  }
}
