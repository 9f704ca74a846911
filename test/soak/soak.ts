import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createWorld } from '#test/support/world.ts';
import { gather } from './crowd.ts';
import { growth, type Stretch, watch } from './figures.ts';
import { startProgram } from './program.ts';
import { startTrouble } from './trouble.ts';
import { type Standing, standing } from './truths.ts';

/** Runs the program under load and faults, and prints a report: `npm run soak -- --minutes 10 --people 40`. Exit code 1: a problem. */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, people: { type: 'string', default: '40' } },
});
const minutes = Number(values.minutes);
const people = Number(values.people);
if (!(minutes > 0) || !Number.isInteger(people) || people < 1) {
  process.stderr.write('Usage: npm run soak -- --minutes 10 --people 40\n');
  process.exit(1);
}

const say = (...cells: (string | number)[]) =>
  process.stdout.write(`${cells.map((cell) => String(cell).padStart(10)).join('')}\n`);
const mebibytes = (bytes: number) => (bytes / 1_048_576).toFixed(1);

const world = await createWorld({ start: false });
const program = await startProgram(world);
const crowd = await gather(world, people);
const trouble = startTrouble(world, 3_000);
const stretchMs = Math.min(30_000, (minutes * 60_000) / 9);
const began = Date.now();
const stretches: Stretch[] = [];
const wrong = new Set<string>();
const note = (stands: Standing) => {
  for (const one of stands.wrong) wrong.add(one);
};

say(
  'minute',
  'actions',
  'unseen',
  'confirmed',
  'delivered',
  'open',
  'rss MiB',
  'heap MiB',
  'handles',
  'fds',
  'p99 ms',
  'wrong',
);
while (Date.now() - began < minutes * 60_000) {
  const stretch = await watch(program.url, stretchMs);
  stretches.push(stretch);
  const stands = await standing(world);
  note(stands);
  say(
    ((Date.now() - began) / 60_000).toFixed(1),
    crowd.done.actions,
    crowd.done.unanswered,
    stands.confirmed,
    stands.delivered,
    stands.open,
    mebibytes(stretch.resident),
    mebibytes(stretch.heap),
    stretch.handles,
    stretch.descriptors,
    stretch.delayMs.toFixed(1),
    stands.wrong.length,
  );
}

await trouble.stop();
await crowd.stop();
// At most a minute or two apart by now; an hour is the longest pause of an order.
const timeoutMs = 120_000;
let last = await standing(world);
for (const until = Date.now() + timeoutMs; Date.now() < until && last.open + last.receiptsWaiting > 0; ) {
  await setTimeout(1_000);
  last = await standing(world);
}
note(last);
const sold = (await world.sales()).length;
if (last.open === 0 && sold !== last.delivered) wrong.add(`${sold} sold, ${last.delivered} delivered`);
const code = await program.stop();
if (code !== 0) wrong.add(`the program ended with ${code}`);
await world.close();

const grown = (field: 'heap' | 'resident' | 'handles' | 'descriptors') =>
  `${field} ${(growth(stretches, field) * 100).toFixed(1)}%`;
process.stdout.write(
  [
    '',
    `${last.confirmed} confirmed, ${last.delivered} delivered, ${sold} sold; ${last.open} still open, ${last.receiptsWaiting} receipts waiting.`,
    `From the second third to the last: ${grown('heap')}, ${grown('resident')}, ${grown('handles')}, ${grown('descriptors')}.`,
    `Logged as errors: ${program.complaints.length}${program.complaints.length > 0 ? `, the last: ${program.complaints.at(-1)}` : ''}`,
    wrong.size === 0 ? 'Nothing was wrong.' : `WRONG: ${[...wrong].join('; ')}`,
    '',
  ].join('\n'),
);
process.exit(wrong.size === 0 ? 0 : 1);
