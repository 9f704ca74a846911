import { once } from 'node:events';
import { createServer as createHttp, type Server as HttpServer } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';

export const proxyKinds = ['http', 'https', 'socks5'] as const;
type ProxyKind = (typeof proxyKinds)[number];

/** `drop` cuts every connection, `hang` accepts and says nothing, `refuse` says no. */
type ProxyMode = 'work' | 'drop' | 'hang' | 'refuse';

export interface TestProxy {
  /** With user and password. */
  readonly url: string;
  readonly password: string;
  /** The `host:port` that were asked for, in order. */
  readonly targets: readonly string[];
  /** Open tunnels are cut, so that the next call meets the new mode. */
  become(mode: ProxyMode): void;
}

/** Of localhost, and for tests only. */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSUhziyU2OwVad0sF
wa/kBmAhJqEnAsZUU5JTHYY9sumhRANCAAQvhsvNK74DxpfsX2dpQjDcSVFDi2/u
9tz/yXYN0NYI1bjn72WRHhF/uEA0N6FV8xhYovBBVaj+9R9Bv8GJBPiF
-----END PRIVATE KEY-----`;
export const cert = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUeOl+Z1j22FSTVZ8dS2anUfqLFXwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNTE4NTYxNFoYDzIxMjYxMDIy
MTg1NjE0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQvhsvNK74DxpfsX2dpQjDcSVFDi2/u9tz/yXYN0NYI1bjn72WRHhF/
uEA0N6FV8xhYovBBVaj+9R9Bv8GJBPiFo2kwZzAdBgNVHQ4EFgQUILiNV72c6XUL
J3e4BYXNvGMOIu0wHwYDVR0jBBgwFoAUILiNV72c6XULJ3e4BYXNvGMOIu0wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAI87fb4wFTdAYbgSpvQTwgSaU1mUZrR4vn+sakpIUDmfAiEAjv0uvTgZ
lpguiaSALJO2RTFqTDlvabs+pMpn9+SX8Eg=
-----END CERTIFICATE-----`;

const user = 'reader';
/** Has to be escaped in an address. */
const password = 'canary:p@ss/word';

/** A real proxy on this machine, until the test ends. */
export async function startProxy(kind: ProxyKind): Promise<TestProxy> {
  const targets: string[] = [];
  const open = new Set<Duplex>();
  let mode: ProxyMode = 'work';
  const keep = (socket: Duplex) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
  };
  const tunnel = (client: Duplex, host: string, port: number, onOpen: () => void) => {
    targets.push(`${host}:${port}`);
    const target = connect(port, host, () => {
      onOpen();
      client.pipe(target);
      target.pipe(client);
    });
    keep(target);
    client.once('close', () => target.destroy());
    target.once('close', () => client.destroy());
  };
  const deps = { mode: () => mode, tunnel };
  const server = kind === 'socks5' ? socks5(deps) : httpProxy(kind, deps);
  server.on('connection', (socket: Socket) => {
    keep(socket);
    if (mode === 'drop') socket.resetAndDestroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const trusted = getCACertificates('default');
  if (kind === 'https') setDefaultCACertificates([...trusted, cert]);
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  onTestFinished(() => {
    setDefaultCACertificates(trusted);
    server.close();
    cut();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${kind}://${user}:${encodeURIComponent(password)}@localhost:${port}`,
    password,
    targets,
    become: (next) => {
      mode = next;
      cut();
    },
  };
}

interface ProxyDeps {
  readonly mode: () => ProxyMode;
  readonly tunnel: (client: Duplex, host: string, port: number, onOpen: () => void) => void;
}

function httpProxy(kind: 'http' | 'https', { mode, tunnel }: ProxyDeps): HttpServer {
  const server = kind === 'http' ? createHttp() : createHttps({ key, cert });
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  server.on('connect', ({ url = '', headers }, socket) => {
    if (mode() === 'hang') return;
    if (mode() === 'refuse') return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    if (headers['proxy-authorization'] !== expected)
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const { hostname, port } = new URL(`http://${url}`);
    tunnel(socket, hostname, Number(port || 80), () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
  });
  return server;
}

/** RFC 1928 with the user name and password of RFC 1929. */
function socks5({ mode, tunnel }: ProxyDeps): Server {
  return createServer(async (socket) => {
    const read = reader(socket);
    try {
      const [, methods = 0] = await read(2);
      await read(methods);
      if (mode() === 'hang') return;
      socket.write(Buffer.from([5, 2]));
      const [, userLength = 0] = await read(2);
      const given = (await read(userLength)).toString();
      const [passwordLength = 0] = await read(1);
      const known = given === user && (await read(passwordLength)).toString() === password;
      socket.write(Buffer.from([1, known ? 0 : 1]));
      if (!known) return void socket.end();
      const [, , , addressType = 0] = await read(4);
      const host = await readHost(addressType, read);
      const port = (await read(2)).readUInt16BE();
      const reply = (code: number) => socket.write(Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]));
      if (mode() === 'refuse') return void reply(2);
      tunnel(socket, host, port, () => reply(0));
    } catch {
      socket.destroy();
    }
  });
}

type Read = (bytes: number) => Promise<Buffer>;

async function readHost(type: number, read: Read): Promise<string> {
  if (type === 1) return [...(await read(4))].join('.');
  const [length = 0] = await read(1);
  return (await read(length)).toString();
}

function reader(socket: Socket): Read {
  return async (bytes) => {
    for (;;) {
      const piece = bytes === 0 ? Buffer.alloc(0) : (socket.read(bytes) as Buffer | null);
      if (piece) return piece;
      await Promise.race([
        once(socket, 'readable'),
        once(socket, 'close').then(() => Promise.reject(new Error('closed'))),
      ]);
    }
  };
}
