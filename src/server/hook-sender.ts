import { createHmac } from 'node:crypto';
import { lookup as lookUp } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { err, ok } from '#domain/result.ts';
import type { HookProblem, SendHook } from '#shop/connecting/reselling/delivery-worker.ts';
import { checkHookUrl, isPublicAddress } from '#shop/connecting/reselling/hook-address.ts';
import { withTimeout } from '#with-timeout.ts';

export interface HookSender {
  readonly send: SendHook;
  close(): Promise<void>;
}

interface HookSenderOptions {
  readonly now: () => number;
  readonly timeoutMs?: number;
  readonly lookup?: LookupFunction;
  /** For tests: allows any address, even without TLS. */
  readonly isAnyAllowed?: boolean | undefined;
}

/** How much of an answer is read, so that its connection stays usable. */
const answerBytes = 4 * 1024;
const notPublic = 'ENOTPUBLIC';

/**
 * Sends signed POSTs to addresses that agents chose. Agents must not reach our own network this way, so each resolved
 * address is checked and redirects are not followed.
 */
export function createHookSender(options: HookSenderOptions): HookSender {
  const { now, timeoutMs = 10_000, lookup = lookUp, isAnyAllowed = false } = options;
  const agent = new Agent({
    connect: { timeout: timeoutMs, lookup: isAnyAllowed ? lookup : publicOnly(lookup) },
    allowH2: false,
    // The time limit covers the whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    async send({ url, secret, id, body }) {
      // Numeric addresses skip the lookup.
      if (!isAnyAllowed && !checkHookUrl(url).ok) return err('not-public');
      const { origin, pathname, search } = new URL(url);
      const time = String(Math.floor(now() / 1_000));
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      const answered = agent.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Sharj',
          'Sharj-Delivery': id,
          'Sharj-Time': time,
          'Sharj-Signature': `v1=${signature}`,
        },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      try {
        // A request that waits for a connection ignores its signal.
        if (!(await withTimeout(timeoutMs, answered))) return err('timeout');
        const answer = await answered;
        void answer.body.dump({ limit: answerBytes }).catch(() => undefined);
        return ok(answer.statusCode);
      } catch (error) {
        return err(hookProblemOf(error));
      } finally {
        void answered.catch(() => undefined);
      }
    },
    close: () => agent.destroy(),
  };
}

/** Checks all addresses of a name, because any of them may be tried. */
const publicOnly =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : [];
      const [first] = addresses;
      if (error || !first) return callback(error ?? failure('ENOTFOUND'), []);
      if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(failure(notPublic), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });

const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

function hookProblemOf(error: unknown): HookProblem {
  const { name = '', code = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (code === notPublic) return 'not-public';
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout';
  return /^(CERT_|ERR_TLS_|DEPTH_|SELF_|UNABLE_TO_)/.test(code) ? 'certificate' : 'unreachable';
}
