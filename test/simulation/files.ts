import * as fs from 'node:fs';
import { gate } from './kernel/gates.ts';
import { time } from './kernel/time.ts';

/** Done at once, between two gates. */
async function step<T>(what: string, run: () => T): Promise<T> {
  await gate(`file ${what}`);
  const result = run();
  await gate(`file ${what} done`);
  return result;
}

/** What the shop uses of `fs/promises`, without threads. */
export const files = {
  copyFile: (from: string, to: string) => step('copy', () => fs.copyFileSync(from, to)),
  link: (from: string, to: string) => step('link', () => fs.linkSync(from, to)),
  mkdir: (path: string) => step('mkdir', () => fs.mkdirSync(path)),
  realpath: async (path: string) => path,
  rename: (from: string, to: string) => step('rename', () => fs.renameSync(from, to)),
  rm: (path: string, options?: fs.RmOptions) => step('rm', () => fs.rmSync(path, options)),
  stat: (path: string) => step('stat', () => Object.assign(fs.statSync(path), { mtimeMs: Math.floor(time.at) })),
  async open(path: string, flags = 'r', mode?: fs.Mode) {
    const file = await step('open', () => fs.openSync(path, flags, mode));
    return {
      read: async (buffer: Buffer, offset: number, length: number, position: number) => ({
        buffer,
        bytesRead: fs.readSync(file, buffer, offset, length, position),
      }),
      sync: () => step('sync', () => undefined),
      datasync: () => step('sync', () => undefined),
      close: async () => fs.closeSync(file),
    };
  },
};
