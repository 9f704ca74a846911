import { Hono } from 'hono';
import type { Build } from '#build.ts';
import type { Metrics } from './metrics.ts';

/** Null if healthy. Otherwise the problem in a few words, without secrets. */
export type Check = () => Promise<string | null>;

interface HealthDeps {
  readonly checks: Readonly<Record<'database' | 'gateway' | 'telegram', Check>>;
  readonly metrics: Metrics;
  readonly build: Build;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;
}

const checkMs = 3_000;

/**
 * `/healthz` says that the process answers, and `/readyz` that it can work. An unreachable gateway does not affect
 * `/readyz`, because orders wait.
 */
export function createHealth({ checks, metrics, build, stopping }: HealthDeps): Hono {
  const app = new Hono();
  app.get('/healthz', (context) => context.json({ ok: true, ...build }));
  async function readReport() {
    const [database, gateway, telegram] = await Promise.all(
      [checks.database, checks.gateway, checks.telegram].map(async (check) => (await answerOf(check)) ?? 'ok'),
    );
    return { ready: !stopping.aborted && database === 'ok' && telegram === 'ok', database, gateway, telegram };
  }

  app.get('/readyz', async (context) => {
    if (stopping.aborted) return context.json({ ready: false, stopping: true }, 503);
    const report = await readReport();
    return context.json(report, report.ready ? 200 : 503);
  });
  app.get('/metrics', async (context) => {
    context.header('content-type', 'text/plain; version=0.0.4; charset=utf-8');
    const { ready, database, gateway, telegram } = await readReport();
    const isUp = { database: database === 'ok', gateway: gateway === 'ok', telegram: telegram === 'ok' };
    return context.body(await metrics.text({ ready, ...isUp }));
  });
  return app;
}

/** Caches the answer, so that frequent probes do not call Telegram as often. */
export function cached(check: Check, ms: number, now: () => number): Check {
  let until = 0;
  let last: Promise<string | null> = Promise.resolve(null);
  return () => {
    if (now() >= until) {
      until = now() + ms;
      last = check();
    }
    return last;
  };
}

/** Concurrent probes share one check. */
export function shared(check: Check): Check {
  let running: Promise<string | null> | null = null;
  return () => {
    running ??= check().finally(() => {
      running = null;
    });
    return running;
  };
}

async function answerOf(check: Check): Promise<string | null> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, checkMs, 'no answer').unref());
  return Promise.race([check().catch(() => 'failed'), late]);
}
