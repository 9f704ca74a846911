import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Delayed {
  readonly url: string;
  close(): Promise<void>;
}

/** The same server, further away: what is sent arrives half a round trip later, in both directions. */
export async function delayed(target: string, roundTripMs: number): Promise<Delayed> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: Number(port), host: hostname, noDelay: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', (bytes) => setTimeout(() => to.write(bytes), roundTripMs / 2));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        setTimeout(() => to.end(), roundTripMs / 2);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
