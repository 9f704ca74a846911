import type { TestProject } from 'vitest/node';
import { findBrowserHere } from './browser.ts';
import type { FoundBrowser } from './find-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly browser: FoundBrowser;
  }
}

/** One search for the whole run, before any test: without a browser nobody waits for minutes to hear that. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('browser', await findBrowserHere());
}
