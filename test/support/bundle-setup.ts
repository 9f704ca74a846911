import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Among the packages, because programs look for some of their files.
  const folder = await mkdtemp(join(project.config.root, 'node_modules', '.sharj-bundles-'));
  project.provide('bundles', folder);
  return () => rm(folder, { recursive: true, force: true });
}
