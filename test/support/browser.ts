import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { type FoundBrowser, findBrowser, type Machine } from './find-browser.ts';

/** A hanging download is given up. */
const downloadMs = 300_000;

const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  env: process.env,
  isRoot: process.getuid?.() === 0,
  isExecutable: (path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
  run: (command, args) =>
    new Promise((resolve) => {
      const options = {
        timeout: downloadMs,
        shell: process.platform === 'win32',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
      };
      execFile(command, args, options, (error) => resolve(error === null));
    }),
  opens: async (found) => {
    try {
      const browser = await openBrowser(found);
      await (await browser.newPage()).setContent('<p>hello</p>');
      await browser.close();
      return true;
    } catch {
      return false;
    }
  },
  unpack: async () => (await import('@sparticuz/chromium')).default.executablePath(),
  downloaded: chromium.executablePath(),
  say: (line) => void process.stdout.write(`${line}\n`),
};

export const findBrowserHere = (): Promise<FoundBrowser> => findBrowser(thisMachine);

export function openBrowser({ executablePath, args }: FoundBrowser): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...args], headless: true });
}
