import { setImmediate as turn } from 'node:timers/promises';
import { type Endpoint, type FaultName, REFUSALS } from './faults.ts';

const MIB = 1024 * 1024;

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

const text = (body: string | null, type: string): Response =>
  new Response(body, { status: 200, headers: { 'content-type': type } });

const PAGE = '<!doctype html><html><head><title>Maintenance</title></head><body><h1>We will be back</h1></body></html>';

/** Texts cut where they still look valid. */
const BROKEN: Record<Endpoint, string> = {
  purchase: '{"message":"خرید با موف',
  offers: '{"status":true,"ResultCode":0,"offersList":[{"offerCode":"40100","amount":"30',
  products: '{"data":[{"id":1,"name":"بسته',
  filter: '{"data":[{"id":1,"name":"بسته',
};

const WRONG_LIST = { data: { first: { id: 'one', price: 'free' } }, links: [], meta: 'page 1', balance: 'plenty' };

const WRONG: Record<Endpoint, unknown> = {
  purchase: [{ message: 12345 }],
  offers: {
    status: 'yes',
    ResultCode: 'zero',
    TransactionID: 7,
    CommandStatus: null,
    OrigResponseMessage: [],
    message: { text: 'ok' },
    offersList: { offerCode: 40100, amount: 30000 },
  },
  products: WRONG_LIST,
  filter: WRONG_LIST,
};

/** Valid JSON of unlimited size, without a Content-Length. */
async function* padding(bytes: number): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const block = encoder.encode('x'.repeat(MIB / 4));
  yield encoder.encode('{"message":"');
  for (let sent = 0; sent <= bytes; sent += block.length) {
    yield block;
    await turn();
  }
  yield encoder.encode('","data":[]}');
}

const huge = (endpoint: Endpoint): Response => {
  const size = endpoint === 'products' || endpoint === 'filter' ? 71 * MIB : 3 * MIB;
  return new Response(ReadableStream.from(padding(size)), { headers: { 'content-type': 'application/json' } });
};

type Answered = Exclude<FaultName, 'slow' | 'cut-before' | 'cut-after'>;

export const faultAnswer = (fault: Answered, endpoint: Endpoint): Response => {
  switch (fault) {
    case '500':
      return json(500, { message: 'Server Error' });
    case '503':
      return json(503, { message: 'Service Unavailable' });
    case '429':
      return json(429, { message: 'Too Many Attempts.' }, { 'retry-after': '1' });
    case '401':
      return json(401, { message: 'Unauthenticated.' });
    case 'rejected':
    case 'account-empty':
      return json(REFUSALS[fault].status, { message: REFUSALS[fault].message });
    case 'empty':
      return text(null, 'application/json');
    case 'broken-json':
      return text(BROKEN[endpoint], 'application/json');
    case 'html':
      return text(PAGE, 'text/html; charset=utf-8');
    case 'wrong-types':
      return json(200, WRONG[endpoint]);
    case 'huge':
      return huge(endpoint);
    case 'redirect':
      return new Response(null, { status: 302, headers: { location: 'http://127.0.0.1:1/elsewhere' } });
  }
};
