import { expect, test } from 'vitest';
import { createLog } from '#log.ts';

/** A log with its own clock, and the lines that it writes. */
function open() {
  let at = 0;
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }, () => at);
  return {
    log,
    pass: (ms: number) => {
      at += ms;
    },
    take: () => lines.splice(0).map(({ level: _, time: __, ...fields }) => fields),
  };
}

test('while the database is away, all workers together write one line a minute', () => {
  const { log, pass, take } = open();
  const child = log.child({ shop: 'a1' });
  const problem = 'connect ECONNREFUSED';
  for (let nth = 0; nth < 580; nth += 1) {
    (nth % 2 === 0 ? log : child).error({ worker: `worker-${nth % 15}`, problem }, 'claim failed; will retry');
    pass(100);
  }
  expect(take()).toEqual([{ worker: 'worker-0', problem, msg: 'claim failed; will retry' }]);
  pass(2_000);
  log.error({ worker: 'inbox', problem }, 'claim failed; will retry');
  expect(take()).toEqual([{ worker: 'inbox', problem, times: 580, msg: 'claim failed; will retry' }]);
});

test('a different problem, a different message and a final failure are written at once', () => {
  const { log, take } = open();
  log.error({ worker: 'a', problem: 'timeout' }, 'claim failed; will retry');
  log.error({ worker: 'a', problem: 'refused' }, 'claim failed; will retry');
  log.error({ plan: 1, problem: 'refused' }, 'plan not opened; will retry');
  log.error({ plan: 2, problem: 'refused' }, 'plan not opened; will retry');
  for (let times = 0; times < 2; times += 1) log.error({ order: 5 }, 'order sent to review');
  expect(take()).toHaveLength(6);
});
