import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests take longest, and the longest first: begun last, one of them would keep a single core busy. */
const folders = ['crash', 'bench', 'replicas', 'upgrades', 'app/playground/page', 'payments', 'journeys'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const at = folders.findIndex((folder) => moduleId.includes(`/test/${folder}/`));
  return at < 0 ? folders.length : at;
}
