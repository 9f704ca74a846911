import { isNamed, type Point, type Step } from './points.ts';
import type { Life } from './protocol.ts';
import type { Watch } from './watched-dialect.ts';

/** Kills this process at its point, like an out-of-memory killer. */
export function createEnding({ ending }: Pick<Life, 'ending'>, onUnnamed: (step: Step) => void): Watch {
  let passings = ending?.nth ?? 0;

  function reach(point: Point): void {
    if (point !== ending?.point) return;
    passings -= 1;
    if (passings > 0) return;
    process.kill(process.pid, 'SIGKILL');
    // Nothing may run after this, even if the signal is slow.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }

  return async (step, { work, counts = () => true }) => {
    if (!isNamed(step)) onUnnamed(step);
    reach(`before ${step}`);
    const working = work();
    if (ending?.point === `during ${step}`) {
      // Chance decides whether the request has arrived; the outcome must be right either way.
      await new Promise((resolve) => setTimeout(resolve, 2));
      reach(`during ${step}`);
    }
    const result = await working;
    if (counts(result)) reach(`after ${step}`);
    return result;
  };
}
