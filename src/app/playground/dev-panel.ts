import type { DevPanel } from '@sharj/local-telegram';
import type { GatewayCall, OrderStory } from '@sharj/local-telegram/page/protocol.ts';
import type { Bank, Sandbox } from '@sharj/sandbox';
import { z } from 'zod';
import type { DemoShop } from '#shop/running/demo/demo-shop.ts';
import type { createApiCard } from './api-card.ts';
import type { BotProcess } from './bot-process.ts';

const callsKept = 60;
/** Long enough to kill the bot during the call, shorter than its deadline. */
const slowMs = 8_000;

const faultList = z.object({
  faults: z.array(
    z.object({
      endpoint: z.enum(['purchase', 'offers', 'products', 'filter']),
      fault: z.string(),
      times: z.number().nullable(),
    }),
  ),
});
const bankFaultList = z.object({ faults: z.array(z.object({ fault: z.string() })) });
const purchaseList = z.object({ count: z.number() });

/** Controls of the whole playground. */
export interface PanelControls extends Pick<DevPanel, 'startOver' | 'restore'> {
  readonly archive: { readonly card: DevPanel['archive']; readonly make: () => Promise<void> };
}

/** The playground's panel: calls and faults of the sandbox, and what the shop stored. */
export function createDevPanel(deps: {
  readonly sandbox: Sandbox;
  readonly sandboxToken: string;
  readonly bank: Pick<Bank, 'url'>;
  readonly shop: Pick<DemoShop, 'roleOf' | 'walletOf' | 'latestOrder' | 'bringForward'>;
  readonly bot: BotProcess;
  readonly api: ReturnType<typeof createApiCard>;
  readonly controls: PanelControls;
}): DevPanel {
  const { sandbox, sandboxToken, bank, shop, bot, api, controls } = deps;
  const { archive, startOver, restore } = controls;
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  let calls: GatewayCall[] = [];
  let counted = 0;

  sandbox.subscribe((call) => {
    counted += 1;
    calls = [...calls.slice(1 - callsKept), { ...call, number: counted }];
    tell();
  });
  bot.subscribe(tell);

  async function ask<T>(shape: z.ZodType<T>, path: string, change?: unknown): Promise<T> {
    const headers = { authorization: `Bearer ${sandboxToken}`, 'content-type': 'application/json' };
    return askAt(shape, `${sandbox.url}/sandbox/${path}`, headers, change);
  }

  async function askAt<T>(
    shape: z.ZodType<T>,
    url: string,
    headers: Readonly<Record<string, string>>,
    change: unknown,
  ): Promise<T> {
    const put = change === undefined ? {} : { method: 'PUT', body: JSON.stringify(change) };
    const answer = await fetch(url, { ...put, headers });
    if (!answer.ok) throw new Error(`The sandbox refused ${url}: ${answer.status}.`);
    return shape.parse(await answer.json());
  }

  const askBank = (change?: unknown) =>
    askAt(bankFaultList, `${bank.url}/bank/faults`, { 'content-type': 'application/json' }, change);

  const soldUnder = async (key: string): Promise<number> =>
    (await ask(purchaseList, `purchases?key=${encodeURIComponent(key)}`)).count;

  async function latestOrder(personId: number): Promise<OrderStory | null> {
    const order = await shop.latestOrder(personId);
    return order && { ...order, sold: await soldUnder(order.key) };
  }

  return {
    bringForward: shop.bringForward,
    calls: () => calls,
    faults: async () => (await ask(faultList, 'faults')).faults,
    setFault: async (change) => {
      await ask(faultList, 'faults', change.fault === 'slow' ? { ...change, ms: slowMs } : change);
      tell();
    },
    bankFault: async () => (await askBank()).faults[0]?.fault ?? null,
    setBankFault: async ({ fault, times }) => {
      await askBank({ fault: null });
      if (fault !== null) await askBank({ fault, times, ...(fault === 'slow' ? { ms: slowMs } : {}) });
      tell();
    },
    sold: async () => (await ask(purchaseList, 'purchases')).count,
    story: async (personId) => ({
      part: await shop.roleOf(personId),
      wallet: await shop.walletOf(personId),
      order: await latestOrder(personId),
    }),
    bot,
    startOver,
    archive: archive.card,
    backUp: async () => {
      await archive.make();
      tell();
    },
    restore,
    api: api.card,
    makeToken: async () => {
      await api.make();
      tell();
    },
    runLine: async () => {
      await api.run();
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
