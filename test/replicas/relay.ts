import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Relay {
  readonly port: number;
  /** Drops everything silently, like a pulled cable. */
  freeze(): void;
  /** Delays everything for a while and loses nothing. */
  hold(): void;
  letGo(): void;
  close(): Promise<void>;
}

/** A proxy that can hang. */
export async function startRelay(target: { readonly host: string; readonly port: number }): Promise<Relay> {
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((near) => {
    const far = connect(target);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (bytes) => {
        if (!frozen) other.write(bytes);
      });
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        if (!frozen) other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      frozen = true;
    },
    hold: () => {
      for (const socket of sockets) socket.pause();
    },
    letGo: () => {
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
