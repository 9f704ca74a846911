import type { Rials } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/payment.ts';
import type { Audit } from '#shop/audit/audit.ts';
import type { Database } from '#storage/database.ts';
import { readSwitch, setSwitch } from '#storage/switches.ts';

/** What the owner sets at the desk. */
export interface PaymentSettings {
  readonly smallest: Rials;
  readonly largest: Rials;
  /** The amounts on the buttons. */
  readonly presets: readonly Rials[];
  /** Methods that are switched off. */
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
  async function read(db = database.db): Promise<PaymentSettings> {
    const row = await readSwitch(db, name);
    return { ...defaultPaymentSettings, ...(row ? (JSON.parse(row.value) as Partial<PaymentSettings>) : {}) };
  }

  async function change(by: number, changes: Partial<PaymentSettings>): Promise<PaymentSettings> {
    return database.transaction(async (tx) => {
      const settings = { ...(await read(tx)), ...changes };
      await setSwitch(tx, { name, value: JSON.stringify(settings), actor: `person:${by}`, at: now() });
      const details = Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, String(value)]));
      await audit.write(tx, { actorId: by, action: 'payment-settings', personId: null, details });
      return settings;
    });
  }

  const switchMethod = async (by: number, method: PaymentMethod, on: boolean): Promise<PaymentSettings> => {
    const { off } = await read();
    const others = off.filter((other) => other !== method);
    return change(by, { off: on ? others : [...others, method] });
  };

  return { read: () => read(), change, switchMethod };
}
