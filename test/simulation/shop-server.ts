import { AsyncLocalStorage } from 'node:async_hooks';
import { type Life, lives } from './kernel/life.ts';
import { random } from './kernel/random.ts';
import { type App, net } from './net.ts';
import { shopHost } from './outside.ts';

/** The HTTP servers of all processes behind one address. Each request goes to one of them, and breaks with it. */
export function createShopServer() {
  const open = new Map<Life, App>();

  net.serve(shopHost, async (request, env) => {
    const ready = [...open].filter(([life]) => !life.isDead);
    if (ready.length === 0) throw new Error('No process is there.');
    const [life, app] = random.net.pick(ready);
    return new Promise<Response>((resolve, reject) => {
      const inCaller = AsyncLocalStorage.snapshot();
      const onDeath = () => reject(new Error('The process is gone.'));
      life.atDeath.add(onDeath);
      const end = (run: () => void) => {
        life.atDeath.delete(onDeath);
        inCaller(run);
      };
      lives
        .run(life, () => Promise.resolve(app(request, env)))
        .then(
          (response) => end(() => resolve(response)),
          (error: unknown) => end(() => reject(error as Error)),
        );
    });
  });

  return {
    /** From now on this process takes requests. */
    open(life: Life, app: App): void {
      open.set(life, app);
      life.atDeath.add(() => open.delete(life));
    },
  };
}

export type ShopServer = ReturnType<typeof createShopServer>;
