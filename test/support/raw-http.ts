import { connect } from 'node:net';

export interface Heard {
  readonly text: string;
  readonly status: number | null;
}

/** Writes these pieces to a socket, one after another, and returns what comes until it is closed. */
export function converse(url: string, first: string, drops: () => string | null = () => null): Promise<Heard> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''));
    let text = '';
    const dripping = setInterval(() => {
      const drop = drops();
      if (drop !== null && socket.writable) socket.write(drop);
    }, 20);
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
    });
    // Cut off while writing: as expected.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(dripping);
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
      resolve({ text, status: status === undefined ? null : Number(status) });
    });
    socket.write(first);
  });
}
