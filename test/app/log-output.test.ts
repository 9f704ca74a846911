import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const log = new URL('../../src/log.ts', import.meta.url).pathname;

/** A process whose log has this output. It counts to three while it writes much, then says on standard error how far it came. */
function start(stdout: number | 'pipe', before = ':') {
  const program = `
    import { writeSync } from 'node:fs';
    const { createLog } = await import(${JSON.stringify(pathToFileURL(log).href)});
    const log = createLog('info');
    let turns = 0;
    const timer = setInterval(() => {
      for (let nth = 0; nth < 200; nth += 1) log.info({ nth, text: 'x'.repeat(1_000) }, 'much');
      turns += 1;
      if (turns <= 3) writeSync(2, turns + '\\n');
    }, 20);
    process.on('SIGTERM', () => { clearInterval(timer); log.info({}, 'stopped'); process.exit(0); });
  `;
  const words = ['-c', `${before}; exec "$@"`, 'sh', process.execPath, '--input-type=module', '-e', program];
  const child = spawn('/bin/sh', words, {
    cwd: tmpdir(),
    stdio: ['ignore', stdout, 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr?.on('data', (piece) => {
    said += piece;
  });
  return { child, said: () => said };
}

test.skipIf(process.platform !== 'linux')('a full disk below the log does not stop the server', async () => {
  const full = openSync('/dev/full', 'w');
  const { child, said } = start(full);
  closeSync(full);
  await expect.poll(said).toBe('1\n2\n3\n');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('a reader of the log that takes nothing does not stop the server, and learns how many lines are missing', async () => {
  const { child, said } = start('pipe');
  await expect.poll(said).toBe('1\n2\n3\n');
  let text = '';
  child.stdout?.on('data', (piece) => {
    text += piece;
  });
  await expect.poll(() => text).toContain('log lines dropped');
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const lines = text.trimEnd().split('\n');
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'stopped' });
});

test('a reader of the log that takes nothing does not keep the server from ending', async () => {
  const { child, said } = start('pipe');
  await expect.poll(said).toBe('1\n2\n3\n');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('a disk with room again gets the lines that follow, each on a line of its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sharj-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'log');
  // In blocks of 512 bytes; a process that does not ignore the signal would be killed at the limit.
  const { child } = start(openSync(file, 'a'), "trap '' XFSZ; ulimit -S -f 101");
  await expect.poll(() => statSync(file).size).toBe(101 * 512);
  spawnSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']);
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('log lines dropped');
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const cut = lines.filter((line) => !line.endsWith('}'));
  expect(cut).toHaveLength(1);
  const missing = lines.find((line) => line.includes('log lines dropped')) ?? '';
  expect(JSON.parse(missing)).toMatchObject({ level: 40, lines: expect.any(Number) });
});
