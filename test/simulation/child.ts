import { disk } from './disk.ts';
import { planOf } from './plan.ts';
import type { Task } from './processes.ts';
import { sweep } from './sweep.ts';
import { simulate } from './world.ts';

// Lives what it is asked for, and prints one line of JSON for each run.
const task = JSON.parse(process.argv[2] ?? '') as Task;
const print = (text: string) => new Promise((resolve) => process.stdout.write(`${text}\n`, resolve));
const trace = task.isTraced ? (line: string) => void process.stdout.write(`${line}\n`) : null;

if ('seeds' in task) for (const seed of task.seeds) await print(JSON.stringify(await simulate(planOf(seed), trace)));
else for await (const result of sweep(task.sweep, trace)) await print(JSON.stringify(result));
disk.remove();
process.exit(0);
