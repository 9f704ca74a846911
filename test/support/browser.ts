import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Nothing of the browser's own business: no updates, no accounts, no graphics card. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const onThePath = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(runs);

/** A browser that is there: the one that is named, one that is installed, or the one that npm brought. */
async function find(): Promise<{ executablePath: string; args: string[] }> {
  const installed = process.env.CHROMIUM_PATH ?? onThePath();
  if (installed) return { executablePath: installed, args: quiet };
  if (process.arch === 'x64' && process.platform === 'linux') {
    const { default: packed } = await import('@sparticuz/chromium');
    return { executablePath: await packed.executablePath(), args: [...new Set([...packed.args, ...quiet])] };
  }
  throw new Error(
    `There is no browser for ${process.platform} ${process.arch}: install Chromium or Google Chrome, or set CHROMIUM_PATH to one.`,
  );
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ ...(await find()), headless: true });
}
