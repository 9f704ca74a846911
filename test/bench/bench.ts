import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { picture } from './chart.ts';
import type { Curve, Finding, Line } from './figure.ts';
import { figures } from './figures.ts';
import { installVersion } from './other-version.ts';
import { asJson, heading, machine, markdown, row } from './printing.ts';

/** Takes the figures on this machine. A missed goal is reported and is no error; exit code 1: a figure could not be taken. */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
});
const unknown = positionals.filter((name) => !(name in figures));
if (unknown.length > 0) {
  process.stderr.write(`No such figure: ${unknown.join(', ')}. There are: ${Object.keys(figures).join(', ')}.\n`);
  process.exit(1);
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const lines: Line[] = [];
const curves: Curve[] = [];

function take(found: Finding): void {
  if (found.kind === 'curve') return void curves.push(found);
  lines.push(found);
  if (values.json) say(asJson(found));
  else if (!values.markdown) say(row(found));
}

async function run(name: string, ...more: string[]): Promise<boolean> {
  const size = values.quick ? 'quick' : values.whole ? 'whole' : 'full';
  const child = fork(new URL('./run-figure.ts', import.meta.url), [name, size, ...more], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
  });
  child.on('message', (found) => take(found as Finding));
  const [code] = await once(child, 'exit');
  if (code !== 0) process.stderr.write(`The figure "${name}" could not be taken.\n`);
  return code === 0;
}

if (!values.json && !values.markdown) say(`${machine()}\n\n${heading()}`);
let taken = true;
if (values.against === undefined) {
  for (const name of positionals.length > 0 ? positionals : Object.keys(figures)) taken = (await run(name)) && taken;
} else {
  const { folder, remove } = await installVersion(values.against);
  taken = await run('against', folder).finally(remove);
}
if (values.markdown) say(markdown(lines));

const folder = new URL('../../data/bench/', import.meta.url);
await mkdir(folder, { recursive: true });
const results = { machine: machine(), quick: values.quick, lines, curves };
const name = values.against === undefined ? positionals.join('-') || 'all' : 'against';
await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(results, null, 2)}\n`);
if (curves.length > 0) await writeFile(new URL(`${name}.svg`, folder), picture(curves));
process.exit(taken ? 0 : 1);
