import { connect } from 'node:net';

export interface Heard {
  readonly text: string;
  readonly status: number | null;
}

/** Below every client: says these pieces on a socket, one after another, and hears what comes until the line is cut. */
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
    // Cut off while we were still speaking: that is what was wanted.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(dripping);
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
      resolve({ text, status: status === undefined ? null : Number(status) });
    });
    socket.write(first);
  });
}
