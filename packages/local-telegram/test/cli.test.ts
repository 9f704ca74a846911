import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const cli = fileURLToPath(import.meta.resolve('#cli.ts'));

test('the program serves a page of chats and the Bot API until Ctrl-C', async () => {
  const program = spawn(process.execPath, [cli, '--port', '0', '--token', '77:abc', '--name', 'Till']);
  onTestFinished(() => void program.kill('SIGKILL'));
  const [text] = (await once(program.stdout, 'data')) as [Buffer];
  const [, url = '', token = ''] = /API root: (\S+)\nToken: +(\S+)/.exec(text.toString()) ?? [];
  expect(token).toBe('77:abc');

  const me = await (await fetch(`${url}/bot${token}/getMe`)).json();
  expect(me).toMatchObject({ ok: true, result: { id: 77, first_name: 'Till', username: 'local_bot' } });
  expect(await (await fetch(url)).text()).toContain('<!doctype html>');
  const snapshot = await firstEvent(`${url}/api/events`);
  expect(snapshot).toMatchObject({ bots: [{ name: 'Till' }], panel: null });
  expect((await fetch(`${url}/api/start-over`, { method: 'POST', headers, body: '{}' })).status).toBe(404);

  const ended = once(program, 'exit');
  program.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
});

test.each([
  ['an option that it does not know', ['--prot', '1'], "'--prot'"],
  ['a token that Telegram would not give', ['--token', 'abc'], '--token expects'],
])('the program names %s and prints its usage', async (_, options, problem) => {
  const failed = promisify(execFile)(process.execPath, [cli, ...options]);
  await expect(failed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Usage: local-telegram') });
  await expect(failed).rejects.toMatchObject({ stderr: expect.stringContaining(problem) });
});

const headers = { 'content-type': 'application/json' };

async function firstEvent(url: string): Promise<unknown> {
  const { body } = await fetch(url);
  let text = '';
  for await (const bytes of body ?? []) {
    text += Buffer.from(bytes).toString();
    const [, data] = /^data: (.*)\n\n/m.exec(text) ?? [];
    if (data !== undefined) return (JSON.parse(data) as { snapshot: unknown }).snapshot;
  }
  throw new Error('No event came.');
}
