import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const jiffyMs = 10;

/** CPU time that a virtual machine waited for its host, in milliseconds; null: this system does not tell. */
function stolenMs(): number | null {
  try {
    const [all = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    return Number(all.trim().split(/\s+/)[8]) * jiffyMs;
  } catch {
    return null;
  }
}

/** From now on: the share of the machine that its host took away, in percent. */
export function watchHost(): () => number | null {
  const [before, began] = [stolenMs(), performance.now()];
  return () => {
    const after = stolenMs();
    if (before === null || after === null) return null;
    return ((after - before) * 100) / ((performance.now() - began) * availableParallelism());
  };
}
