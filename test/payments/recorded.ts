import type { ServerResponse } from 'node:http';
import type { PaymentProvider } from '#payments/provider.ts';
import { serve } from '#test/gateway/wire-server.ts';
import { clientOf, merchantId } from './bank-stage.ts';
import { type OpenStage, request, type Trouble } from './provider-contract.ts';

const verified = (code: number) => ({
  data: {
    code,
    message: 'Verified',
    card_hash: '1EBE3EBEBE35C7EC0F8D6EE4F2F859107A87822CA179BC9528767EA7B5489B69',
    card_pan: '502229******5995',
    ref_id: 201,
    fee_type: 'Merchant',
    fee: 0,
  },
  errors: [],
});

/** Example answers of the providers, in the form that they publish. */
export const zarinpal = {
  begun: (authority: string) => ({
    data: { code: 100, message: 'Success', authority, fee_type: 'Merchant', fee: 100 },
    errors: [],
  }),
  paid: verified(100),
  paidBefore: verified(101),
  failed: (code: number) => ({ data: [], errors: { code, message: 'Session is not valid.', validations: [] } }),
  inquired: (status: string) => ({ data: { status, code: 100, message: 'Success' }, errors: [] }),
  unverified: (authorities: readonly string[]) => ({
    data: {
      code: 100,
      message: 'Success',
      authorities: authorities.map((authority) => ({
        authority,
        amount: request.amount,
        callback_url: request.callbackUrl,
        referer: '/',
        date: '2025-07-01 17:34:59',
      })),
    },
    errors: [],
  }),
};

export const zibal = {
  begun: (trackId: string) => ({ message: 'success', result: 100, trackId: Number(trackId) }),
  described: (result: number, status: number, amount: number) => ({
    message: 'success',
    result,
    refNumber: 456_789,
    paidAt: '2025-03-25T23:43:01.053000',
    status,
    amount,
    orderId: request.id,
    description: 'Wallet',
    cardNumber: '62741****44',
    wage: 0,
  }),
  paidBefore: { message: 'already verified', result: 201 },
  failed: (result: number) => ({ message: 'failed', result }),
};

type State = 'open' | 'paid' | 'verified' | 'cancelled' | 'reversed';

interface Known {
  state: State;
  amount: number;
}

/** Picks the recorded answer for the state of a payment. */
interface Replay {
  newReference(number: number): string;
  readonly refused: { readonly status: number; readonly body: object };
  answer(url: string, body: Record<string, unknown>, known: Map<string, Known>, begin: () => string): object;
}

const statuses = { open: 'IN_BANK', paid: 'PAID', verified: 'VERIFIED', cancelled: 'FAILED', reversed: 'REVERSED' };
const numbers = { open: -1, verified: 1, paid: 2, cancelled: 3, reversed: 18 };

const replays: Readonly<Record<PaymentProvider['method'], Replay>> = {
  zarinpal: {
    newReference: (number) => `A${String(217_885_158 + number).padStart(35, '0')}`,
    refused: { status: 401, body: zarinpal.failed(-10) },
    answer(url, body, known, begin) {
      const one = known.get(String(body.authority));
      switch (url) {
        case '/pg/v4/payment/request.json':
          return zarinpal.begun(begin());
        case '/pg/v4/payment/unVerified.json':
          return zarinpal.unverified([...known].filter(([, { state }]) => state === 'paid').map(([name]) => name));
        case '/pg/v4/payment/inquiry.json':
          return one ? zarinpal.inquired(statuses[one.state]) : zarinpal.failed(-54);
        case '/pg/v4/payment/verify.json':
          if (!one) return zarinpal.failed(-54);
          if (one.state !== 'paid' && one.state !== 'verified') return zarinpal.failed(-51);
          if (one.amount !== body.amount) return zarinpal.failed(-50);
          return one.state === 'paid' ? zarinpal.paid : zarinpal.paidBefore;
        default:
          throw new Error(`Not an address of ZarinPal: ${url}`);
      }
    },
  },
  zibal: {
    newReference: (number) => String(3_714_061_190 + number),
    refused: { status: 200, body: zibal.failed(102) },
    answer(url, body, known, begin) {
      const one = known.get(String(body.trackId));
      switch (url) {
        case '/v1/request':
          return zibal.begun(begin());
        case '/v1/inquiry':
          return one ? zibal.described(100, numbers[one.state], one.amount) : zibal.failed(203);
        case '/v1/verify':
          if (!one) return zibal.failed(203);
          if (one.state === 'verified') return zibal.paidBefore;
          return one.state === 'paid' ? zibal.described(100, 1, one.amount) : zibal.failed(202);
        default:
          throw new Error(`Not an address of Zibal: ${url}`);
      }
    },
  },
};

/** Sends part of a longer answer and then cuts the connection. */
export const cutOff = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"data":{"code":100,', () => response.destroy());
};

const success = '{"data":{"code":100},"errors":[],"result":100,"amount":250000,"status":1}';

const disturbances: Readonly<Record<Trouble, (response: ServerResponse) => void>> = {
  down: (response) => void response.writeHead(503).end(success),
  'too-many': (response) => void response.writeHead(429).end(success),
  slow: () => undefined,
  cut: cutOff,
  garbage: (response) => void response.writeHead(200).end('<!doctype html><h1>Sorry</h1>'),
};

/** The client against recorded answers. */
export const recordedStage =
  (method: PaymentProvider['method']): OpenStage =>
  async (deadlineMs) => {
    const replay = replays[method];
    const known = new Map<string, Known>();
    let disturbed: Trouble | 'refused' | null = null;
    const begin = () => {
      const reference = replay.newReference(known.size + 1);
      known.set(reference, { state: 'open', amount: request.amount });
      return reference;
    };
    const server = await serve((response, { url, body }) => {
      if (disturbed === 'refused') {
        response.writeHead(replay.refused.status).end(JSON.stringify(replay.refused.body));
        return;
      }
      if (disturbed !== null) return disturbances[disturbed](response);
      const fields = JSON.parse(body) as Record<string, unknown>;
      response.writeHead(200).end(JSON.stringify(replay.answer(url, fields, known, begin)));
      const one = known.get(String(fields.authority ?? fields.trackId));
      if (/verify/.test(url) && one?.state === 'paid') one.state = 'verified';
    });
    const change = async (reference: string, state: State, amount = request.amount) => {
      known.set(reference, { state, amount });
    };
    return {
      provider: clientOf(method, server.url, deadlineMs),
      merchant: merchantId,
      pay: (reference) => change(reference, 'paid'),
      payAnotherAmount: (reference) => change(reference, 'paid', request.amount - 1),
      cancel: (reference) => change(reference, 'cancelled'),
      reverse: (reference) => change(reference, 'reversed'),
      trouble: async (kind) => {
        disturbed = kind;
      },
    };
  };
