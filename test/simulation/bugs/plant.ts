import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import type { Patch } from './bug.ts';
import { bugs } from './bugs.ts';

const root = new URL('../../../', import.meta.url);

/** Null: the text is not there exactly once, so the bug no longer applies. */
export function patched(source: string, { search, replacement }: Patch): string | null {
  const [before, after, ...others] = source.split(search);
  return before === undefined || after === undefined || others.length > 0 ? null : before + replacement + after;
}

/** The files that a bug changes, and their patches. */
export const filesOf = (patches: readonly Patch[]): Map<string, readonly Patch[]> =>
  new Map([...Map.groupBy(patches, ({ file }) => file)].map(([file, all]) => [new URL(file, root).href, all]));

/** The source of a file with all its patches; throws if one no longer applies. */
export function plantedSource(url: string, patches: readonly Patch[]): string {
  return patches.reduce(
    (source, patch) => {
      const changed = patched(source, patch);
      if (changed === null) throw new Error(`The bug no longer applies: ${patch.file} has not once: ${patch.search}`);
      return changed;
    },
    readFileSync(new URL(url), 'utf8'),
  );
}

/** From now on, modules are loaded with the bug in them. */
export function plant(name: string): void {
  const bug = bugs[name];
  if (!bug) throw new Error(`There is no bug "${name}". There are: ${Object.keys(bugs).join('; ')}`);
  const files = filesOf(bug.patches);
  registerHooks({
    load(url, context, next) {
      const patches = files.get(url);
      return patches ? { ...next(url, context), source: plantedSource(url, patches) } : next(url, context);
    },
  });
}
