import type { Rials } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/payment.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { Database } from '#storage/database.ts';
import { lockSwitch, readSwitch, setSwitch } from '#storage/switches.ts';

/** What the owner sets at the desk. */
export interface PaymentSettings {
  readonly smallest: Rials;
  readonly largest: Rials;
  /** The amounts on the buttons. */
  readonly presets: readonly Rials[];
  /** The methods that the owner switched off. */
  readonly off: readonly PaymentMethod[];
}

export const defaultPaymentSettings: PaymentSettings = {
  smallest: 100_000,
  largest: 500_000_000,
  presets: [500_000, 1_000_000, 2_000_000, 5_000_000],
  off: [],
};

interface PaymentSettingsDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly now: () => number;
}

export type PaymentSettingsStore = ReturnType<typeof createPaymentSettings>;

const name = 'payment-settings';

export function createPaymentSettings({ database, audit, now }: PaymentSettingsDeps) {
  const parse = (value: string): PaymentSettings => ({
    ...defaultPaymentSettings,
    ...(JSON.parse(value) as Partial<PaymentSettings>),
  });

  const read = async (): Promise<PaymentSettings> => parse((await readSwitch(database.db, name))?.value ?? '{}');

  const change = (by: number, changes: Partial<PaymentSettings>) => changeBy(by, () => changes);

  /** Locks the row, because two owners may change settings at the same moment. */
  async function changeBy(
    by: number,
    changesOf: (settings: PaymentSettings) => Partial<PaymentSettings>,
  ): Promise<PaymentSettings> {
    return database.transaction(async (tx) => {
      const row = { name, actor: `person:${by}`, at: now() };
      const before = parse(await lockSwitch(tx, { ...row, value: '{}' }));
      const changes = changesOf(before);
      const settings = { ...before, ...changes };
      await setSwitch(tx, { ...row, value: JSON.stringify(settings) });
      const details = Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, String(value)]));
      await audit.write(tx, { actorId: by, action: 'payment-settings', personId: null, details });
      return settings;
    });
  }

  const switchMethod = (by: number, method: PaymentMethod, on: boolean): Promise<PaymentSettings> =>
    changeBy(by, ({ off }) => {
      const others = off.filter((other) => other !== method);
      return { off: on ? others : [...others, method] };
    });

  return { read, change, switchMethod };
}
