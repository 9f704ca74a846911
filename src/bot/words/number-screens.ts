import { catalogueActions } from '#bot/actions/catalogue.ts';
import type { Purpose } from '#bot/actions/numbers.ts';
import { numberActions } from '#bot/actions/numbers.ts';
import { offerActions } from '#bot/actions/personal-offers.ts';
import { shelfTop } from '#bot/actions/shelf-address.ts';
import { topUpActions } from '#bot/actions/top-up.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import {
  backRow,
  choiceRows,
  homeButton,
  inReadingOrder,
  previousNextRows,
  withCheckMark,
} from '#bot/kit/navigation.ts';
import { type Button, button, lines, type newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { type Mobile, spokenMobile } from '#domain/phone.ts';
import { type OperatorId, offersOperator, operatorIds, type ProductType, simTypes } from '#domain/product.ts';
import { isSoldTo, packagesOf } from '#domain/sold-to.ts';
import type { KnownNumber } from '#shop/people/people/numbers.ts';

const labelLength = 24;

export const numberLabel = (format: Formatter, { mobile, label }: Pick<KnownNumber, 'mobile' | 'label'>): string => {
  const number = format.mobile(mobile);
  return label === null ? number : format.plain('number-labelled', { label: untrusted(label, labelLength), number });
};

/** A tap copies the number. */
export const numberLine = (format: Formatter, mobile: Mobile, label: string | null): string => {
  const number = { html: `<b>${format.copyable(spokenMobile(mobile)).html}</b>` };
  return label === null
    ? format.html('line', { text: number })
    : format.html('number-labelled', { label: untrusted(label), number });
};

export const saveButton = (
  format: Formatter,
  { mobile, label }: Pick<KnownNumber, 'mobile' | 'label'>,
  make: typeof newMessageButton = button,
): Button =>
  label === null
    ? make(format.plain('key-save-number'), numberActions.label({ mobile }))
    : make(format.plain('key-edit-number'), numberActions.saved({ mobile }));

export function askNumberScreen(
  format: Formatter,
  data: { knownNumbers: readonly KnownNumber[]; next: (mobile: Mobile) => Action; back: Action; note?: string | null },
): Screen {
  return {
    text: lines(
      data.note ?? null,
      data.note ? '' : null,
      format.html('ask-number'),
      data.knownNumbers.length > 0 ? format.html('ask-number-recent') : null,
    ),
    keys: [
      ...data.knownNumbers.map((number) => [button(numberLabel(format, number), data.next(number.mobile))]),
      backRow(format, data.back),
    ],
  };
}

interface NumberData {
  readonly number: KnownNumber;
  readonly types: readonly ProductType[];
  readonly purpose: Purpose;
  /** About the catalogue, or why another screen is not shown. */
  readonly note: string | null;
}

export function numberScreen(format: Formatter, { number, types, purpose, note }: NumberData): Screen {
  const { mobile, operatorId, simType } = number;
  if (operatorId === null) return chooseOperatorScreen(format, number, purpose, format.html('operator-unknown'));
  const shelf = (type: ProductType) => catalogueActions.shelf(shelfTop(type, operatorId, simType, mobile));
  const has = (type: ProductType) => types.includes(type) && isSoldTo(number, type);
  const ways: Button[] = [];
  if (operatorId === offersOperator && isSoldTo(number, 'data'))
    ways.push(button(format.plain('key-offers'), offerActions.offers({ mobile, page: 1 })));
  if (has('data')) ways.push(button(format.plain('key-packages'), shelf('data')));
  if (has('tdlte')) ways.push(button(format.plain('key-tdlte'), shelf('tdlte')));
  if (has('topup')) ways.push(button(format.plain('key-topup'), topUpActions.topup({ mobile })));
  return {
    text: lines(
      numberLine(format, mobile, number.label),
      format.html('number-facts', {
        operator: format.operator(operatorId),
        sim: format.sim(simType, packagesOf(number)),
      }),
      note === null ? null : `\n${note}`,
      '',
      ways.length === 0 && note !== null ? null : format.html(ways.length > 0 ? 'number-what' : 'number-nothing'),
    ),
    keys: [
      ...choiceRows(format, ways, 2),
      inReadingOrder(format, [
        button(format.plain('key-change-operator'), numberActions.chooseOperator({ mobile })),
        switchSimButton(format, number, 'any'),
      ]),
      inReadingOrder(format, [saveButton(format, number), homeButton(format)]),
    ],
    mobile,
  };
}

/** One tap makes it the other kind, for good. */
export function switchSimButton(format: Formatter, { mobile, simType }: KnownNumber, purpose: Purpose): Button {
  const sim = simTypes.find((one) => one !== simType) ?? simType;
  return button(format.plain(`key-is-${sim}`), numberActions.setSim({ mobile, sim, purpose }));
}

export function chooseOperatorScreen(
  format: Formatter,
  { mobile, label, operatorId }: KnownNumber,
  purpose: Purpose,
  note: string | null = null,
): Screen {
  const operatorLabel = (id: OperatorId) => withCheckMark(id === operatorId, format.operator(id));
  return {
    text: lines(numberLine(format, mobile, label), '', note, format.html('choose-operator')),
    keys: [
      ...choiceRows(
        format,
        operatorIds.map((operator) =>
          button(operatorLabel(operator), numberActions.setOperator({ mobile, operator, purpose })),
        ),
        2,
      ),
      operatorId === null ? [homeButton(format)] : backRow(format, numberActions.number({ mobile })),
    ],
  };
}

export function chooseSimScreen(
  format: Formatter,
  { mobile, label, operatorId, simType }: KnownNumber,
  purpose: Purpose,
): Screen {
  const operator = operatorId === null ? null : format.html('line', { text: format.operator(operatorId) });
  return {
    text: lines(numberLine(format, mobile, label), operator, '', format.html('choose-sim')),
    keys: [
      inReadingOrder(
        format,
        simTypes.map((sim) =>
          button(withCheckMark(sim === simType, format.sim(sim)), numberActions.setSim({ mobile, sim, purpose })),
        ),
      ),
      backRow(format, numberActions.number({ mobile })),
    ],
  };
}

export function numbersScreen(
  format: Formatter,
  data: { numbers: readonly KnownNumber[]; page: number; more: boolean; note?: string },
): Screen {
  return {
    text: lines(
      data.note ?? null,
      data.note ? '' : null,
      format.html('numbers-title'),
      '',
      format.html(data.numbers.length > 0 ? 'numbers-hint' : 'numbers-empty'),
    ),
    keys: [
      ...data.numbers.map((number) => [
        button(numberLabel(format, number), numberActions.number({ mobile: number.mobile })),
      ]),
      ...previousNextRows(format, data, (page) => numberActions.numbers({ page })),
      [homeButton(format)],
    ],
  };
}

export const savedNumberScreen = (format: Formatter, { mobile, label }: KnownNumber): Screen => ({
  text: lines(numberLine(format, mobile, label), '', format.html('saved-as')),
  keys: [
    inReadingOrder(format, [
      button(format.plain('key-change-label'), numberActions.label({ mobile })),
      button(format.plain('key-remove-label'), numberActions.unlabel({ mobile })),
    ]),
    [button(format.plain('key-forget-number'), numberActions.forget({ mobile }))],
    backRow(format, numberActions.number({ mobile })),
  ],
});

export const askLabelScreen = (format: Formatter, { mobile, label }: KnownNumber): Screen => ({
  text: lines(numberLine(format, mobile, label), '', format.html('ask-label')),
  keys:
    label === null
      ? [
          [button(format.plain('key-forget-number'), numberActions.forget({ mobile }))],
          backRow(format, numberActions.number({ mobile })),
        ]
      : [backRow(format, numberActions.saved({ mobile }))],
});

const several = 8;

export const severalNumbersScreen = (
  format: Formatter,
  mobiles: readonly Mobile[],
  open: (mobile: Mobile) => Action = (mobile) => numberActions.number({ mobile }),
  notes: readonly string[] = [],
): Screen => ({
  text: lines(
    ...notes,
    format.html('several-numbers', { count: mobiles.length }),
    mobiles.length > several ? format.html('several-numbers-first', { count: several }) : null,
  ),
  keys: [
    ...mobiles.slice(0, several).map((mobile) => [button(format.mobile(mobile), open(mobile))]),
    [homeButton(format)],
  ],
});
