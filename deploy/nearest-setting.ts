import { settingNames } from '#config/config.ts';

/** The scripts' own: see `sharj`. */
const known = [...settingNames, 'SHARJ_PROCESSES'];

/** How many letters must be added, removed or replaced to make one word of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1];
    for (const [at, wanted] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

// Prints the first name that is no setting, and the setting that looks most like it. Nothing if all of them are settings.
const unknown = process.argv.slice(2).find((name) => !known.includes(name));
if (unknown !== undefined) {
  const written = unknown.toUpperCase();
  const [nearest] = known.toSorted((one, other) => distance(written, one) - distance(written, other));
  process.stdout.write(`${unknown} ${nearest}\n`);
}
