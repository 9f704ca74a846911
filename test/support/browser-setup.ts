import type { TestProject } from 'vitest/node';
import { findBrowserHere } from './browser.ts';
import type { FoundBrowser } from './find-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly browser: FoundBrowser;
  }
}

/** One search for the whole run, so that a missing browser is reported at once. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('browser', await findBrowserHere());
}
