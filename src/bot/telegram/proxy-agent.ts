import { Agent, type Dispatcher, Pool, ProxyAgent, Socks5ProxyAgent } from 'undici';

/** Our own time limits end calls; those of undici would cut a long poll. */
const timeouts = { keepAliveTimeout: 30_000, headersTimeout: 0, bodyTimeout: 0 } as const;
/** More than any file that a bot may download; what is longer is no answer of the Bot API. */
const options = { connections: 64, maxResponseSize: 32 * 1024 * 1024, ...timeouts } as const;
/** How long a proxy may take to open a connection to Telegram. */
const tunnelMs = 10_000;

/** Null: Telegram is reached directly. */
export function createAgent(proxy: string | null): Dispatcher {
  if (proxy === null) return new Agent(options);
  if (proxy.startsWith('socks5:')) return new Socks5ProxyAgent(proxy, options);
  return new ProxyAgent({
    uri: proxy,
    ...options,
    proxyTunnel: true,
    // Without a limit, calls to a proxy that hangs would hold all connections for minutes.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: tunnelMs }),
  });
}

/** Without user and password. */
export function proxyName(proxy: string): string {
  const { protocol, host } = new URL(proxy);
  return `${protocol}//${host}`;
}
