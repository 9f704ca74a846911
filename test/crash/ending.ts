import { isNamed, type Point, type Step } from './points.ts';
import type { Life, ShopFault } from './protocol.ts';
import type { Watch } from './watched-dialect.ts';

/** What a deliberately broken shop leaves out. */
const lost: Readonly<Record<ShopFault, Step | null>> = {
  none: null,
  'mint-keys': null,
  'acknowledge-early': null,
  'lose-receipts': 'end: insert receipt_jobs',
  'lose-money': 'end: update wallets',
  'lose-sums': 'end: insert daily_sales',
};

/** Kills this process at its point, like an out-of-memory killer. */
export function createEnding(
  { ending, shopFault }: Pick<Life, 'ending' | 'shopFault'>,
  onUnnamed: (step: Step) => void,
): Watch {
  let passings = ending?.nth ?? 0;

  function reach(point: Point): void {
    if (point !== ending?.point) return;
    passings -= 1;
    if (passings > 0) return;
    process.kill(process.pid, 'SIGKILL');
    // No further statement, even if the signal is slow.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }

  return async (step, { work, nothing, counts = () => true }) => {
    if (!isNamed(step)) onUnnamed(step);
    if (step === lost[shopFault]) return nothing;
    reach(`before ${step}`);
    const working = work();
    if (ending?.point === `during ${step}`) {
      // Whether the request has arrived is up to chance, and must not matter.
      await new Promise((resolve) => setTimeout(resolve, 2));
      reach(`during ${step}`);
    }
    const result = await working;
    if (counts(result)) reach(`after ${step}`);
    return result;
  };
}
