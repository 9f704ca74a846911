import { isNamed, type Point, type Step } from './points.ts';
import type { Life, Twist } from './protocol.ts';
import type { Watch } from './watched-dialect.ts';

/** What a broken shop leaves out. */
const lost: Readonly<Record<Twist, Step | null>> = {
  none: null,
  'mint-keys': null,
  'acknowledge-early': null,
  'lose-receipts': 'end: insert receipt_jobs',
  'lose-money': 'end: update wallets',
  'lose-sums': 'end: insert daily_sales',
};

/** Kills this very process at its point, the way a machine's out-of-memory killer does: without a last word. */
export function createEnding(
  { ending, twist }: Pick<Life, 'ending' | 'twist'>,
  onUnnamed: (step: Step) => void,
): Watch {
  let passings = ending?.nth ?? 0;

  function reach(point: Point): void {
    if (point !== ending?.point) return;
    passings -= 1;
    if (passings > 0) return;
    process.kill(process.pid, 'SIGKILL');
    // Not one statement more, even if the signal should take its time.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }

  return async (step, { work, nothing, counts = () => true }) => {
    if (!isNamed(step)) onUnnamed(step);
    if (step === lost[twist]) return nothing;
    reach(`before ${step}`);
    const working = work();
    if (ending?.point === `during ${step}`) {
      // The request is on its way or has just arrived; which of the two is up to chance, and must not matter.
      await new Promise((resolve) => setTimeout(resolve, 2));
      reach(`during ${step}`);
    }
    const result = await working;
    if (counts(result)) reach(`after ${step}`);
    return result;
  };
}
