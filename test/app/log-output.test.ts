import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readableLine } from '#log-lines.ts';
import { long } from '#test/support/length.ts';

const log = new URL('../../src/log.ts', import.meta.url).pathname;

/** A process whose log goes to this output. It writes much in its first turns, then little, and counts to three on standard error. */
function start(stdout: number | 'pipe', before = ':', busyTurns = 10) {
  const program = `
    import { writeSync } from 'node:fs';
    const { createLog } = await import(${JSON.stringify(pathToFileURL(log).href)});
    const log = createLog('info');
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
      if (turns > ${busyTurns}) log.info('little');
      else for (let nth = 0; nth < 200; nth += 1) log.info({ nth, text: 'x'.repeat(1_000) }, 'much');
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

test.skipIf(process.platform !== 'linux')('the server goes on when the disk under its log is full', async () => {
  const full = openSync('/dev/full', 'w');
  const { child, said } = start(full);
  closeSync(full);
  await expect.poll(said).toBe('1\n2\n3\n');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('the server goes on when nobody reads its log, and a late reader learns how many lines are missing', async () => {
  const { child, said } = start('pipe');
  await expect.poll(said).toBe('1\n2\n3\n');
  let text = '';
  child.stdout?.on('data', (piece) => {
    text += piece;
  });
  // By then the reader has everything that waited, and there is room for the last line.
  await expect.poll(() => text).toContain('little');
  expect(text).toContain('log lines dropped');
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const lines = text.trimEnd().split('\n');
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'stopped' });
});

test('the server ends even if nobody reads its log', async () => {
  const { child, said } = start('pipe');
  await expect.poll(said).toBe('1\n2\n3\n');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('a full disk that has room again gets the next lines, each on a line of its own', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sharj-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'log');
  // The limit is in blocks of 512 bytes; the signal at the limit would end a process that does not ignore it.
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
  expect(JSON.parse(missing)).toMatchObject({ level: 'warn', lines: expect.any(Number) });
});

if (long)
  test('a log file starts over when it is long, and five older parts stay', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sharj-log-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'log');
    const { child } = start(openSync(file, 'a'), ':', Number.POSITIVE_INFINITY);
    await expect
      .poll(() => readdirSync(folder).sort())
      .toEqual(['log', ...[1, 2, 3, 4, 5].map((part) => `log.${part}`)]);
    const newest = () => statSync(`${file}.1`).mtimeMs;
    const before = newest();
    await expect.poll(newest).toBeGreaterThan(before);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(readdirSync(folder).filter((name) => name !== 'log.next')).toHaveLength(6);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(11_000_000);
    const all =
      [5, 4, 3, 2, 1].map((part) => readFileSync(`${file}.${part}`, 'utf8')).join('') + readFileSync(file, 'utf8');
    const told = all
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { nth?: number; level: string; msg: string });
    expect(told.at(-1)).toMatchObject({ level: 'info', msg: 'stopped' });
    // No line is missing between two parts.
    const numbers = told.flatMap(({ nth }) => nth ?? []);
    expect(numbers.every((nth, at) => at === 0 || nth === ((numbers[at - 1] ?? 0) + 1) % 200)).toBe(true);
  });

const lines = [
  '{"level":"info","time":"2026-01-05T09:00:00.123Z","version":"1.0.0","msg":"started"}',
  '{"level":"warn","time":"2026-01-05T09:00:01.000Z","problem":"no route\\u001b[2J","times":3,"msg":"receipt not delivered"}',
  'Sharj could not start: no room',
];

test('a terminal shows readable log lines and obeys nothing inside them', () => {
  expect(lines.map(readableLine)).toEqual([
    '2026-01-05 09:00:00Z info  started  version=1.0.0',
    '2026-01-05 09:00:01Z warn  receipt not delivered  problem="no route\\u001b[2J"  times=3',
    'Sharj could not start: no room',
  ]);
});

test('sharj logs passes on the lines of a level unchanged, and foreign lines as well', () => {
  const reader = new URL('../../deploy/read-log.ts', import.meta.url).pathname;
  const read = (level: string) => spawnSync(process.execPath, [reader, level], { input: lines.join('\n') }).stdout;
  expect(String(read('debug'))).toBe(`${lines.join('\n')}\n`);
  expect(String(read('warn'))).toBe(`${lines.slice(1).join('\n')}\n`);
  expect(String(read('error'))).toBe(`${lines[2]}\n`);
});
