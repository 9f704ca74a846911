import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { Api, GrammyError, HttpError } from 'grammy';
import { describe, expect, onTestFinished, test } from 'vitest';
import { grammySignal } from '#bot/telegram/grammy-signal.ts';
import { problemOf } from '#bot/telegram/problem.ts';
import { createTransport } from '#bot/telegram/transport.ts';
import { createLog } from '#log.ts';

const token = '123456:canary-bot-token-77aa';

/** grammY's client over our transport, against a server that answers as told. */
async function open(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const logged: string[] = [];
  const transport = createTransport(createLog('debug', { write: (line) => void logged.push(line) }), null);
  const apiRoot = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(async () => {
    await transport.close();
    server.closeAllConnections();
    server.close();
  });
  return { api: new Api(token, { apiRoot, fetch: transport.fetch }), root: apiRoot, transport, logged };
}

describe('the transport', () => {
  test('an HTML page instead of JSON becomes an error with its status, after a second attempt', async () => {
    let calls = 0;
    const { api } = await open((_, response) => {
      calls += 1;
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>');
    });
    const error = await api.getMe().catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(GrammyError);
    expect(error).toMatchObject({ error_code: 502 });
    expect(calls).toBe(2);
  });

  test('one failure is retried', async () => {
    let calls = 0;
    const { api } = await open((request, response) => {
      calls += 1;
      if (calls === 1) request.destroy();
      else response.end(JSON.stringify({ ok: true, result: { message_id: 7 } }));
    });
    expect(await api.sendMessage(1, 'hello')).toEqual({ message_id: 7 });
    expect(calls).toBe(2);
  });

  test('without an answer, an aborted call ends, and closing does not wait', async () => {
    const { api, transport } = await open(() => undefined);
    const giveUp = new AbortController();
    const asked = api.getMe(grammySignal(giveUp.signal)).catch((problem: unknown) => problem);
    const left = api.getUpdates().catch((problem: unknown) => problem);
    giveUp.abort();
    expect(await asked).toBeInstanceOf(HttpError);
    await transport.close();
    expect(await left).toBeInstanceOf(HttpError);
  });
});

test('an answer that does not end is not read to its end', async () => {
  const part = Buffer.alloc(4 * 1024 * 1024, ' ');
  let sent = 0;
  const { api } = await open((_, response) => {
    const more = () => {
      sent += 1;
      // Far more than is read, and an end in case all of it is.
      if (sent > 40) response.end();
      else response.write(part, more);
    };
    more();
  });
  expect(await api.getUpdates().catch((problem: unknown) => problem)).toBeInstanceOf(HttpError);
  expect(sent).toBeLessThan(40);
});

test('a file is downloaded up to a size; an error of it does not contain the token', async () => {
  const { transport, root } = await open((request, response) => {
    if (request.url?.endsWith('/photo.jpg')) response.end(Buffer.alloc(1_000, 7));
    else response.writeHead(404).end('no');
  });
  const photo = `${root}/file/bot${token}/photo.jpg`;
  expect(Buffer.from(await transport.download(photo, 1_000))).toEqual(Buffer.alloc(1_000, 7));
  const downloads = [transport.download(photo, 999), transport.download(`${root}/file/bot${token}/other`, 1_000)];
  const errors = await Promise.all(downloads.map((download) => download.catch((problem: unknown) => problem)));
  for (const error of errors) expect(error).toBeInstanceOf(Error);
  expect(inspect(errors, { depth: 5 })).not.toContain('canary');
});

test('closing does not wait for a download', async () => {
  const { transport, root } = await open((_, response) => void response.write('x'));
  const download = transport.download(`${root}/photo.jpg`, 1_000).catch((problem: unknown) => problem);
  await transport.close();
  expect(await download).toBeInstanceOf(Error);
});

test('a refusal is not retried', async () => {
  let calls = 0;
  const { api } = await open((_, response) => {
    calls += 1;
    response.writeHead(400).end(JSON.stringify({ ok: false, error_code: 400, description: 'Bad Request: no' }));
  });
  await expect(api.sendMessage(1, 'hello')).rejects.toThrow('no');
  expect(calls).toBe(1);
});

test('a short pause is waited for, a long one is left to the caller', async () => {
  const pauses = [0, 60];
  const { api } = await open((_, response) => {
    const retry_after = pauses.shift();
    const body =
      retry_after === undefined
        ? { ok: true, result: true }
        : { ok: false, error_code: 429, description: 'Too Many Requests', parameters: { retry_after } };
    response.writeHead(retry_after === undefined ? 200 : 429).end(JSON.stringify(body));
  });
  await expect(api.getMe()).rejects.toMatchObject({ error_code: 429, parameters: { retry_after: 60 } });
  expect(pauses).toEqual([]);
});

test('a logged failure contains neither the token nor the payload', async () => {
  const refused = await open((_, response) =>
    response.writeHead(400).end(JSON.stringify({ ok: false, error_code: 400, description: 'Bad Request: no' })),
  );
  const cut = await open((request) => request.destroy());
  const text = 'for 0912 123 4567';
  const errors = await Promise.all(
    [refused.api, cut.api].map((api) => api.sendMessage(1, text).catch((problem: unknown) => problem)),
  );
  // grammY's errors contain the payload: that is why they are never logged whole.
  expect(inspect(errors[0], { depth: 5 })).toContain(text);
  const said = JSON.stringify([errors.map(problemOf), refused.logged, cut.logged]);
  expect(said).toContain('Telegram could not be reached');
  expect(said).not.toContain('canary');
  expect(said).not.toContain('123 4567');
});
