import { type Day, dayOf, startOf } from '#domain/calendar.ts';
import { errorMessage, type Log } from '#log.ts';
import type { Database } from '#storage/database.ts';
import { claimSwitch, readSwitch, setSwitch } from '#storage/switches.ts';

/**
 * Work that one process does once a day.
 *
 *     const check: DailyJob = { name: 'ledger-check', hour: 4, work: ledgerCheck.run };
 *     await createDaily(deps)([check]);  // in each round of a worker
 */
export interface DailyJob {
  /** The stored name, which never changes. */
  readonly name: string;
  /** The job runs from this hour on, in the shop's time zone, or later that day if no process was running. */
  readonly hour: number;
  /** Marked as done afterwards, so it may run twice. 'later' means not possible yet. */
  readonly work: () => Promise<unknown>;
}

interface DailyDeps {
  readonly database: Database;
  readonly log: Log;
  readonly now: () => number;
}

/** How long other processes leave a job to the one that began it; also the pause after a failure. */
const leaseMs = 10 * 60_000;

export function createDaily({ database, log, now }: DailyDeps) {
  /** Saves a query in every round. */
  const doneOn = new Map<string, Day>();

  async function runDue({ name, hour, work }: DailyJob): Promise<void> {
    const at = now();
    const day = dayOf(at);
    if (doneOn.get(name) === day || at < startOf(day) + hour * 3_600_000) return;
    const done = { name, value: String(day), actor: 'daily', at };
    if (await claimSwitch(database, done, leaseMs)) {
      if ((await work()) === 'later') return;
      await setSwitch(database.db, done);
    } else if ((await readSwitch(database.db, name))?.value !== done.value) return;
    doneOn.set(name, day);
  }

  return async (jobs: readonly DailyJob[]): Promise<void> => {
    for (const job of jobs) await runAlone(log, job.name, () => runDue(job));
  };
}

/** A failing job does not block the others; a later round tries it again. */
export const runAlone = (log: Log, job: string, work: () => Promise<void>): Promise<void> =>
  work().catch((error: unknown) => {
    log.error({ job, problem: errorMessage(error) }, 'job failed; will retry');
  });
