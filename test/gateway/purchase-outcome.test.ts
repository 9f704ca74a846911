import { expect, test } from 'vitest';
import { canary, connect } from './client.ts';
import { json, raw, serve } from './wire-server.ts';

const request = { key: canary.key, body: 'product_id=41', route: 'post-form /api/top-up/package/' };

async function buy(reply: Parameters<typeof serve>[0], successPattern: RegExp | null = null) {
  const { url, heard } = await serve(reply);
  const result = await connect(url, { successPattern }).gateway.buyPackage(request);
  expect(heard).toHaveLength(1);
  return result;
}

test.each([200, 201, 202, 299])('%i with an object is bought', async (status) => {
  expect(await buy(json({ message: 'done' }, status))).toEqual({ ok: true, value: { message: 'done' } });
});

test('an object without a message is bought as well', async () => {
  expect(await buy(json({}))).toEqual({ ok: true, value: { message: '' } });
  expect(await buy(json({ message: 5, status: true }))).toEqual({ ok: true, value: { message: '' } });
});

test('status false is rejected', async () => {
  expect(await buy(json({ status: false, message: 'not enough' }))).toEqual({
    ok: false,
    error: { kind: 'rejected', status: 200, message: 'not enough' },
  });
});

test.each([1, null, 'true', undefined])('status %j is not a rejection', async (status) => {
  expect(await buy(json({ status, message: 'done' }))).toMatchObject({ ok: true });
});

test.each(['error', 'Failed', 'failure', 'NOK'])('status %j is neither success nor rejection', async (status) => {
  expect(await buy(json({ status, message: 'done' }))).toMatchObject({ error: { kind: 'unrecognised' } });
});

test('with a success pattern, another message is neither success nor rejection', async () => {
  expect(await buy(json({ message: 'خرید موفق' }), /موفق/)).toMatchObject({ ok: true });
  expect(await buy(json({ message: 'Failed' }), /success/i)).toEqual({
    ok: false,
    error: { kind: 'unrecognised', status: 200, message: 'Failed' },
  });
  expect(await buy(json({ status: false, message: 'Failed' }), /success/i)).toMatchObject({
    error: { kind: 'rejected' },
  });
});

test('with a success pattern, an answer without a message is unsure', async () => {
  expect(await buy(json({}), /success/)).toMatchObject({ ok: false, error: { kind: 'unsure' } });
});

test('a global success pattern gives the same result every time', async () => {
  const { url } = await serve(json({ message: 'success' }));
  const { gateway } = connect(url, { successPattern: /success/gy });
  for (let time = 0; time < 3; time++) expect(await gateway.buyPackage(request)).toMatchObject({ ok: true });
});

test.each([400, 404, 405, 410, 418, 422, 451, 499])('%i with an object is rejected', async (status) => {
  expect(await buy(json({ message: 'no such offer' }, status))).toEqual({
    ok: false,
    error: { kind: 'rejected', status, message: 'no such offer' },
  });
});

test('402 means that our own account is empty, whatever the message', async () => {
  expect(await buy(json({ message: 'no' }, 402))).toEqual({
    ok: false,
    error: { kind: 'account-empty', status: 402, message: 'no' },
  });
  expect(await buy(raw('<html>', 402))).toMatchObject({ error: { kind: 'unsure' } });
});

test.each([
  'موجودی حساب کافی نیست.',
  'موجودي حساب شما كافي نيست',
  'اعتبار کافی نمی‌باشد',
  'اعتبار شما برای این خرید کافی نیست',
  'موجودی ناکافی',
  'کمبود اعتبار',
  'Insufficient balance',
  'insufficient account credit.',
  'Your balance is not enough',
])('a rejection with the message %j means that our own account is empty', async (message) => {
  const error = { kind: 'account-empty', message };
  expect(await buy(json({ message }, 422))).toMatchObject({ error: { ...error, status: 422 } });
  expect(await buy(json({ status: false, message }))).toMatchObject({ error: { ...error, status: 200 } });
  expect(await buy(json({ message }))).toMatchObject({ ok: true });
});

test.each([
  'اعتبار سیم‌کارت کافی نیست',
  'موجودی سیم کارت مشترک کافی نیست',
  'موجودی انبار کافی نیست',
  'این بسته موجود نیست',
  'The subscriber has insufficient SIM credit',
  'no such offer',
])('a rejection with the message %j does not blame our account', async (message) => {
  expect(await buy(json({ message }, 422))).toMatchObject({ error: { kind: 'rejected', message } });
});

test('the pattern for an empty account is configurable and ignores case', async () => {
  const { url } = await serve(json({ message: 'حساب پنل خالي است' }, 422));
  const { gateway } = connect(url, { accountEmptyPattern: /پنل خالی/u });
  expect(await gateway.buyPackage(request)).toMatchObject({ error: { kind: 'account-empty' } });
  const other = await serve(json({ message: 'Insufficient balance' }, 422));
  const { gateway: same } = connect(other.url, { accountEmptyPattern: /پنل خالی/u });
  expect(await same.buyPackage(request)).toMatchObject({ error: { kind: 'rejected' } });
});

test('a rejection does not need a message', async () => {
  expect(await buy(json({ error: 1 }, 422))).toEqual({
    ok: false,
    error: { kind: 'rejected', status: 422, message: '' },
  });
});

test.each([401, 403])('%i means that our token is refused, whatever the body', async (status) => {
  const error = { kind: 'unauthorized', status };
  expect(await buy(json({ message: 'Unauthenticated.' }, status))).toEqual({ ok: false, error });
  expect(await buy(raw('<html>', status))).toEqual({ ok: false, error });
});

test.each([300, 301, 302, 303, 304, 307, 308, 408, 409, 425, 429, 500, 501, 502, 503, 504, 520, 599])(
  '%i is unsure, whatever the body',
  async (status) => {
    const error = { kind: 'unsure', why: `status ${status}`, retryAfterMs: null };
    expect(await buy(json({ message: 'failed' }, status))).toEqual({ ok: false, error });
    expect(await buy(raw('', status))).toEqual({ ok: false, error });
  },
);

test.each(['', '<html>', '{"message":"ok"', '[]', '"ok"', 'null', '5', 'true', '[{"message":"ok"}]'])(
  'the body %j is unsure at 200 and at 422',
  async (body) => {
    expect(await buy(raw(body, 200))).toMatchObject({ ok: false, error: { kind: 'unsure' } });
    expect(await buy(raw(body, 422))).toMatchObject({ ok: false, error: { kind: 'unsure' } });
  },
);

test('204 has no body, so it is unsure', async () => {
  expect(await buy((response) => response.writeHead(204).end())).toMatchObject({
    ok: false,
    error: { kind: 'unsure' },
  });
});

test('the client ignores 1xx responses', async () => {
  const bought = await buy((response, request) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    json({ message: 'done' })(response, request);
  });
  expect(bought).toEqual({ ok: true, value: { message: 'done' } });
});

test('a connection cut at any point is unsure', async () => {
  expect(await buy((response) => response.socket?.destroy())).toEqual({
    ok: false,
    error: { kind: 'unsure', why: 'connection cut', retryAfterMs: null },
  });
  const halfway = await buy((response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('{"message":"ok"}', () => response.socket?.destroy());
  });
  expect(halfway).toMatchObject({ ok: false, error: { kind: 'unsure', why: 'connection cut' } });
});

test('an answer larger than a mebibyte is unsure, even if it is a success', async () => {
  const body = JSON.stringify({ message: 'ok', padding: 'x'.repeat(1024 * 1024) });
  expect(await buy(raw(body))).toMatchObject({ ok: false, error: { kind: 'unsure', why: 'answer is too large' } });
});

test('a refused connection is unsure', async () => {
  expect(await connect('http://127.0.0.1:1').gateway.buyPackage(request)).toEqual({
    ok: false,
    error: { kind: 'unsure', why: 'no connection', retryAfterMs: null },
  });
});

test.each([
  ['7', 7_000],
  ['0', 0],
  ['Sun, 15 Nov 2026 10:00:30 GMT', 30_000],
  ['Sun, 15 Nov 2026 09:00:00 GMT', 0],
  ['99999999', 24 * 60 * 60 * 1000],
  ['soon', null],
  ['-3', null],
  ['', null],
])('Retry-After %j is returned as %j', async (header, retryAfterMs) => {
  const { url } = await serve(json({}, 429, { 'retry-after': header }));
  const { gateway } = connect(url, { now: () => Date.UTC(2026, 10, 15, 10) });
  expect(await gateway.buyPackage(request)).toMatchObject({ error: { kind: 'unsure', retryAfterMs } });
});

test('a rejection may write its boolean in several forms', async () => {
  for (const status of [false, 0, '0', 'false']) {
    expect(await buy(json({ status, message: 'failed' }))).toMatchObject({ ok: false, error: { kind: 'rejected' } });
  }
  expect(await buy(json({ status: 1, message: 'ok' }))).toMatchObject({ ok: true });
});

test('a success pattern matches Arabic and Persian forms of a letter alike', async () => {
  expect(await buy(json({ message: 'خريد با موفقيت انجام شد' }), /موفقیت/u)).toMatchObject({ ok: true });
  expect(await buy(json({ message: 'خرید با موفقیت انجام شد' }), /موفقيت/u)).toMatchObject({ ok: true });
});
