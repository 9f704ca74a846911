import { merchantActions, paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow, inReadingOrder, withCheckMark } from '#bot/kit/navigation.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import { bankOf, groupCardNumber } from '#domain/bank-card.ts';
import { type OnlineMethod, onlineMethods, type PaymentMethod } from '#domain/payment.ts';
import type { BankCard } from '#shop/money/payments/bank-cards.ts';
import type { PaymentSettings } from '#shop/money/payments/payment-settings.ts';

export const cardsScreen = (format: Formatter, cards: readonly BankCard[]): Screen => ({
  text: lines(
    format.html('cards-title'),
    ...(cards.length === 0
      ? ['', format.html('cards-none')]
      : cards.flatMap((card) => ['', ...cardLines(format, card)])),
  ),
  keys: [
    ...cards.map(({ id, number, isOn }) =>
      inReadingOrder(format, [
        button(
          withCheckMark(isOn, format.code(number.slice(-4))),
          paymentDeskActions.switchBankCard({ card: id, on: isOn ? 'off' : 'on' }),
        ),
        button(format.plain('key-remove-card'), paymentDeskActions.askRemoveBankCard({ card: id })),
      ]),
    ),
    [button(format.plain('key-add-card'), paymentDeskActions.askBankCard())],
    backRow(format, paymentDeskActions.paymentDesk()),
  ],
});

const cardLines = (format: Formatter, { number, holder, isOn }: BankCard): string[] => [
  format.html('card-number', { number: format.copyable(groupCardNumber(number)) }),
  format.html(isOn ? 'card-facts' : 'card-facts-off', {
    holder: untrusted(holder),
    bank: bankOf(number, format.language) ?? '',
  }),
];

export const removeCardScreen = (format: Formatter, card: BankCard): Screen => ({
  text: lines(format.html('remove-card-title'), '', ...cardLines(format, card)),
  keys: [
    [button(format.plain('key-yes-remove-card'), paymentDeskActions.removeBankCard({ card: card.id }), 'danger')],
    backRow(format, paymentDeskActions.bankCards()),
  ],
});

export interface SettingsData {
  readonly settings: PaymentSettings;
  readonly methods: readonly { readonly method: PaymentMethod; readonly isOn: boolean }[];
  /** The owner may enter merchants here. */
  readonly hasMerchants: boolean;
}

export function paymentSettingsScreen(format: Formatter, { settings, methods, hasMerchants }: SettingsData): Screen {
  const switches = methods.map(({ method, isOn }) =>
    button(
      withCheckMark(isOn, format.plain(`method-${method}`)),
      paymentDeskActions.switchPaymentMethod({ method, on: isOn ? 'off' : 'on' }),
    ),
  );
  return {
    text: lines(
      format.html('payment-settings-title'),
      '',
      format.html('payment-settings-range', {
        min: format.money(settings.smallest),
        max: format.money(settings.largest),
      }),
      format.html('payment-settings-presets', { amounts: settings.presets.map(format.money).join(' · ') }),
      '',
      format.html(methods.length === 0 ? 'payment-settings-no-method' : 'payment-settings-methods'),
    ),
    keys: [
      ...switches.map((one) => [one]),
      ...(hasMerchants ? [[button(format.plain('key-merchants'), merchantActions.merchants())]] : []),
      inReadingOrder(format, [
        button(format.plain('key-smallest'), paymentDeskActions.askPaymentLimit({ which: 'smallest' })),
        button(format.plain('key-largest'), paymentDeskActions.askPaymentLimit({ which: 'largest' })),
      ]),
      [button(format.plain('key-presets'), paymentDeskActions.askPaymentLimit({ which: 'presets' }))],
      backRow(format, paymentDeskActions.paymentDesk()),
    ],
  };
}

interface MerchantsData {
  /** Those that have one. */
  readonly methods: readonly OnlineMethod[];
  /** What was just done. */
  readonly note: string | null;
}

export const merchantsScreen = (format: Formatter, { methods, note }: MerchantsData): Screen => ({
  text: lines(
    note,
    note === null ? null : '',
    format.html('payment-merchants-title'),
    '',
    format.html('payment-merchants-hint'),
  ),
  keys: [
    ...onlineMethods.map((method) => {
      const isSet = methods.includes(method);
      return inReadingOrder(format, [
        button(withCheckMark(isSet, format.plain(`method-${method}`)), merchantActions.askMerchant({ method })),
        ...(isSet
          ? [button(format.plain('key-remove-merchant'), merchantActions.askRemoveMerchant({ method }), 'danger')]
          : []),
      ]);
    }),
    backRow(format, paymentDeskActions.paymentSettings()),
  ],
});

export const removeMerchantScreen = (format: Formatter, method: OnlineMethod): Screen => ({
  text: format.html('merchant-remove', { method: format.plain(`method-${method}`) }),
  keys: [
    [button(format.plain('key-yes-remove-merchant'), merchantActions.removeMerchant({ method }), 'danger')],
    backRow(format, merchantActions.merchants()),
  ],
});
