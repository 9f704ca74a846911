import { parseArgs } from 'node:util';
import { runSeeds } from './processes.ts';
import { blindSpots, describe } from './report.ts';
import type { Result } from './world.ts';

// npm run simulate: random seeds until stopped, or for `--minutes 5`; `-- --seeds 1-20`; `-- --seed 7 --trace`; `-- --json`.
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    minutes: { type: 'string' },
    bug: { type: 'string' },
    trace: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

function* wantedSeeds(): Generator<number> {
  const range = values.seeds ?? values.seed;
  if (range === undefined) for (;;) yield Math.floor(Math.random() * 1_000_000_000);
  const [first = 1, last = first] = range.split('-').map(Number);
  for (let seed = first; seed <= last; seed += 1) yield seed;
}

const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());
if (values.minutes !== undefined) setTimeout(() => stopping.abort(), Number(values.minutes) * 60_000).unref();

const say = (text: string) => process.stdout.write(`${text}\n`);
const began = performance.now();
const results: Result[] = [];
for await (const result of runSeeds(wantedSeeds(), {
  bug: values.bug,
  isTraced: values.trace,
  onTrace: say,
  signal: stopping.signal,
})) {
  results.push(result);
  say(values.json ? JSON.stringify(result) : describe(result));
}

const violated = results.filter(({ violations }) => violations.length > 0);
const blind = blindSpots(results);
if (!values.json) {
  const sum = (count: (result: Result) => number) => results.reduce((all, one) => all + count(one), 0);
  const seconds = (performance.now() - began) / 1_000;
  say(
    `${results.length} seeds, ${violated.length} with violations: ${sum(({ purchases }) => purchases)} purchases, ` +
      `${sum(({ kills }) => kills)} kills, ${sum(({ virtualSeconds }) => virtualSeconds)} virtual seconds in ${seconds.toFixed(1)} s`,
  );
}
if (blind.length > 0) process.stderr.write(`These never came, so the runs prove little: ${blind.join(', ')}\n`);
process.exitCode = violated.length + blind.length === 0 ? 0 : 1;
