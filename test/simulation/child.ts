import { disk } from './disk.ts';
import { watchForLeaks } from './leaks.ts';
import type { StoryName } from './people/stories.ts';
import { planOf, planOfStory } from './plan.ts';
import type { Task } from './processes.ts';
import type { Result } from './result.ts';
import { sweep } from './sweep.ts';
import { simulate } from './world.ts';

// Lives what it is asked for, and prints one line of JSON for each run.
const task = JSON.parse(process.argv[2] ?? '') as Task;
const print = (text: string) => new Promise((resolve) => process.stdout.write(`${text}\n`, resolve));
const trace = task.isTraced ? (line: string) => void process.stdout.write(`${line}\n`) : null;

async function live(seed: number): Promise<Result> {
  if (task.story !== undefined) return simulate(planOfStory(seed, task.story as StoryName), trace);
  if (task.isWatched !== true) return simulate(planOf(seed), trace);
  // What loads only once is loaded first. What a module remembers of this run would change the next one.
  const { hash } = await simulate(planOf(seed));
  const leaks = watchForLeaks();
  const result = await simulate(planOf(seed), trace);
  const remembered = hash === result.hash ? [] : ['a module remembers the run before'];
  return { ...result, violations: [...result.violations, ...leaks(), ...remembered] };
}

if ('seeds' in task) for (const seed of task.seeds) await print(JSON.stringify(await live(seed)));
else for await (const result of sweep(task.sweep, trace)) await print(JSON.stringify(result));
disk.remove();
process.exit(0);
