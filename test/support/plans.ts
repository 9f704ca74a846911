import { look } from './agents.ts';
import type { World } from './world.ts';

const everyMs = 500;
const delayMs = 11 * 60_000;

/**
 * On a busy machine the gateway may tell a price too late. A plan then waits ten minutes: they pass here, so that a test waits
 * for the machine only.
 */
export async function despiteDelays<T>(world: World, wanted: Promise<T>): Promise<T> {
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void passDelays(world).finally(() => {
      isChecking = false;
    });
  }, everyMs);
  try {
    return await wanted;
  } finally {
    clearInterval(timer);
  }
}

async function passDelays(world: World): Promise<void> {
  const delayed = await look(world, ({ db }) =>
    db
      .selectFrom('plan_cycles')
      .select('id')
      .where('state', '=', 'waiting')
      .where('problem', 'in', ['gateway', 'selling'])
      .where('next_attempt_at', '>', world.now())
      .executeTakeFirst(),
  );
  if (delayed) world.pass(delayMs);
}
