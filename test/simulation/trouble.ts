import { note } from './kernel/journal.ts';
import { time } from './kernel/time.ts';

/** Something of one kind that lasts for a while. */
function createTrouble<Kind extends string>() {
  let kind: Kind | null = null;
  let until = 0;
  return {
    now: (): Kind | null => (time.at < until ? kind : null),
    begin(next: Kind, ms: number): void {
      note(`${next} for ${Math.round(ms)} ms`);
      kind = next;
      until = time.at + ms;
    },
    end(): void {
      kind = null;
    },
  };
}

/** Why nothing can be written: the disk is full, or another process has the lock, for shorter or longer than the shop waits. */
export const diskTrouble = createTrouble<'disk-full' | 'disk-busy' | 'disk-locked'>();

/** Why the gateway sells nothing: it refuses our token, a deployment has its address, or our account is empty. */
export const gatewayTrouble = createTrouble<'gateway-token' | 'gateway-deployment' | 'gateway-account'>();

let slowUntil = 0;
/** The gateway takes seconds to say what something costs. */
export const slowReads = (ms: number): void => {
  slowUntil = time.at + ms;
};
export const readsAreSlow = (): boolean => time.at < slowUntil;
