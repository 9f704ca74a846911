import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { Line } from './figure.ts';
import { figures } from './figures.ts';
import { asJson, heading, machine, row } from './printing.ts';

/** Takes the figures on this machine. A missed goal is reported and is no error; exit code 1: a figure could not be taken. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !(name in figures));
if (unknown.length > 0) {
  process.stderr.write(`No such figure: ${unknown.join(', ')}. There are: ${Object.keys(figures).join(', ')}.\n`);
  process.exit(1);
}

const say = (text: string) => process.stdout.write(`${text}\n`);

async function take(name: string): Promise<boolean> {
  const child = fork(new URL('./run-figure.ts', import.meta.url), [name, values.quick ? 'quick' : 'full'], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
  });
  child.on('message', (found) => say(values.json ? asJson(found as Line) : row(found as Line)));
  const [code] = await once(child, 'exit');
  if (code !== 0) process.stderr.write(`The figure "${name}" could not be taken.\n`);
  return code === 0;
}

if (!values.json) say(`${machine()}\n\n${heading()}`);
for (const name of positionals.length > 0 ? positionals : Object.keys(figures))
  if (!(await take(name))) process.exitCode = 1;
