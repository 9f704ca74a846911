import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Certificate {
  readonly key: string;
  readonly cert: string;
}

type Answer = (received: Received, response: ServerResponse) => void;

/** A server of an agent, closed with the test. */
export async function openHookReceiver(
  answer: Answer = (_, response) => response.writeHead(204).end(),
  certificate: Certificate | null = null,
) {
  const received: Received[] = [];
  const listener: RequestListener = async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    received.push(one);
    answer(one, response);
  };
  const server = certificate ? createHttps(certificate, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answers: (next: Answer) => {
      answer = next;
    },
  };
}
