import { parseArgs } from 'node:util';
import { bugs } from './bugs/bugs.ts';
import { findBug } from './bugs/find.ts';
import { runSeeds, runSweep } from './processes.ts';
import { blindSpots, describe, summary } from './report.ts';
import type { Result } from './result.ts';

// npm run simulate: random seeds until stopped, or for `--minutes 5`; `-- --seeds 1-20`; `-- --seed 7 --trace`; `-- --json`;
// `-- --sweep` kills each story at each of its gates; `-- --bugs` looks for each planted bug, `-- --bug NAME` plants one.
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    minutes: { type: 'string' },
    story: { type: 'string' },
    bug: { type: 'string' },
    bugs: { type: 'boolean', default: false },
    sweep: { type: 'boolean', default: false },
    'power-cut': { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const say = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());
if (values.minutes !== undefined) setTimeout(() => stopping.abort(), Number(values.minutes) * 60_000).unref();
const options = { bug: values.bug, signal: stopping.signal, onTrace: say };

function* wantedSeeds(): Generator<number> {
  const range = values.seeds ?? values.seed;
  if (range === undefined) for (;;) yield Math.floor(Math.random() * 1_000_000_000);
  const [first = 1, last = first] = range.split('-').map(Number);
  for (let seed = first; seed <= last; seed += 1) yield seed;
}

/** False: a run has a violation, or the runs were blind. */
async function simulate(): Promise<boolean> {
  const began = performance.now();
  const results: Result[] = [];
  for await (const result of runSeeds(wantedSeeds(), { ...options, isTraced: values.trace, story: values.story })) {
    results.push(result);
    say(values.json ? JSON.stringify(result) : describe(result));
  }
  const blind = blindSpots(results);
  if (!values.json) say(summary(results, performance.now() - began));
  if (blind.length > 0) complain(`These never came, so the runs prove little: ${blind.join(', ')}`);
  return blind.length === 0 && results.every(({ violations }) => violations.length === 0);
}

async function sweep(): Promise<boolean> {
  const task = { death: values['power-cut'] ? 'power-cut' : 'kill', every: 1 } as const;
  let runs = 0;
  let violated = 0;
  for await (const result of runSweep(
    values.story === undefined ? task : { ...task, stories: [values.story] },
    options,
  )) {
    const { story, gate, secondGate, died, violations } = result;
    runs += 1;
    if (violations.length > 0) violated += 1;
    if (values.json) say(JSON.stringify(result));
    else if (violations.length > 0)
      say(`${story}, gate ${gate} (${died}), then ${secondGate ?? 'no more'}: ${violations.join('; ')}`);
  }
  if (!values.json) say(`${runs} kills, ${violated} with violations`);
  return violated === 0 && runs > 0;
}

async function findBugs(): Promise<boolean> {
  let missed = 0;
  for (const name of Object.keys(bugs)) {
    const found = await findBug(name);
    if (found.seed === null) missed += 1;
    say(values.json ? JSON.stringify(found) : `${found.seed ?? 'NOT FOUND'}\t${name}\t${found.violation ?? ''}`);
  }
  return missed === 0;
}

const isRight = await (values.bugs ? findBugs() : values.sweep ? sweep() : simulate());
process.exitCode = isRight ? 0 : 1;
