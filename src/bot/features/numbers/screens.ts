import { isTdlte, type Operators } from '../../../domain/operators.ts';
import { type Mobile, spokenMobile } from '../../../domain/phone.ts';
import { type OperatorId, offersOperator, operatorIds, type ProductType, simTypes } from '../../../domain/product.ts';
import type { KnownNumber } from '../../../shop/people/numbers.ts';
import type { Press, Purpose } from '../../core/callback-data.ts';
import { foreign, type View } from '../../core/formatter.ts';
import { asRead, backRow, chosen, homeKey, leafRows, shelfTop } from '../../core/navigation.ts';
import { inRows, type Key, key, lines, type Screen } from '../../core/screen.ts';

const labelLength = 24;

/** On a button: a name and a number, or the number alone. */
export const numberLabel = (view: View, { mobile, label }: Pick<KnownNumber, 'mobile' | 'label'>): string => {
  const number = view.mobile(mobile);
  return label === null ? number : view.plain('number-labelled', { label: foreign(label, labelLength), number });
};

/** In a message: a number, as large as Telegram lets it be. */
export const numberLine = (view: View, mobile: Mobile, label: string | null): string => {
  const number = { html: `<b>${view.copyable(spokenMobile(mobile)).html}</b>` };
  return label === null
    ? view.html('line', { text: number })
    : view.html('number-labelled', { label: foreign(label), number });
};

/** To give a number a name, or to do something about the one it has. */
export const saveKey = (view: View, { mobile, label }: Pick<KnownNumber, 'mobile' | 'label'>) =>
  label === null
    ? key(view.plain('key-save-number'), { to: 'label', mobile })
    : key(view.plain('key-edit-number'), { to: 'saved', mobile });

/** Whose number? Recent ones are one tap away; anything typed, pasted or shared will do. */
export function askNumberScreen(
  view: View,
  data: { known: readonly KnownNumber[]; lead: (mobile: Mobile) => Press; back: Press; note?: string | null },
): Screen {
  return {
    text: lines(
      data.note ?? null,
      data.note ? '' : null,
      view.html('ask-number'),
      data.known.length > 0 ? view.html('ask-number-recent') : null,
    ),
    keys: [
      ...data.known.map((known) => [key(numberLabel(view, known), data.lead(known.mobile))]),
      backRow(view, data.back),
    ],
  };
}

export interface NumberData {
  readonly number: KnownNumber;
  readonly types: readonly ProductType[];
  readonly operators: Operators;
  /** What the person came for, so that a question on the way leads there. */
  readonly purpose: Purpose;
  /** About the catalogue, or why something else is not shown. */
  readonly note: string | null;
}

/** What can be done for a number: the middle of every sale. */
export function numberScreen(view: View, { number, types, operators, purpose, note }: NumberData): Screen {
  const { mobile, operatorId, simType } = number;
  if (operatorId === null) return chooseOperatorScreen(view, number, purpose, view.html('operator-unknown'));
  if (simType === null) return chooseSimScreen(view, number, purpose, note);
  const wireless = isTdlte(operators, mobile);
  const shelf = (type: ProductType) => shelfTop(type, operatorId, simType, mobile);
  const ways: Key[] = [];
  if (operatorId === offersOperator && !wireless)
    ways.push(key(view.plain('key-offers'), { to: 'offers', mobile, page: 1 }));
  if (types.includes('data') && !wireless) ways.push(key(view.plain('key-packages'), shelf('data')));
  if (types.includes('tdlte') && wireless) ways.push(key(view.plain('key-tdlte'), shelf('tdlte')));
  if (types.includes('topup')) ways.push(key(view.plain('key-topup'), { to: 'topup', mobile }));
  return {
    text: lines(
      numberLine(view, mobile, number.label),
      view.html('number-facts', { operator: view.operator(operatorId), sim: view.sim(simType) }),
      note === null ? null : `\n${note}`,
      '',
      ways.length === 0 && note !== null ? null : view.html(ways.length > 0 ? 'number-what' : 'number-nothing'),
    ),
    keys: [
      ...inRows(ways, 2),
      [
        key(view.plain('key-change-operator'), { to: 'chooseOperator', mobile }),
        key(view.plain('key-change-sim'), { to: 'chooseSim', mobile }),
      ],
      asRead(view, [saveKey(view, number), homeKey(view)]),
    ],
  };
}

export function chooseOperatorScreen(
  view: View,
  { mobile, label, operatorId }: KnownNumber,
  purpose: Purpose,
  note: string | null = null,
): Screen {
  const named = (id: OperatorId) => chosen(id === operatorId, view.operator(id));
  return {
    text: lines(numberLine(view, mobile, label), '', note, view.html('choose-operator')),
    keys: [
      ...inRows(
        operatorIds.map((operator) => key(named(operator), { to: 'setOperator', mobile, operator, purpose })),
        2,
      ),
      operatorId === null ? [homeKey(view)] : backRow(view, { to: 'number', mobile }),
    ],
  };
}

export function chooseSimScreen(
  view: View,
  { mobile, label, operatorId, simType }: KnownNumber,
  purpose: Purpose,
  note: string | null = null,
): Screen {
  const operator = operatorId === null ? null : view.html('line', { text: view.operator(operatorId) });
  return {
    text: lines(
      numberLine(view, mobile, label),
      operator,
      note === null ? null : `\n${note}`,
      '',
      view.html('choose-sim'),
    ),
    keys: [
      simTypes.map((sim) => key(chosen(sim === simType, view.sim(sim)), { to: 'setSim', mobile, sim, purpose })),
      simType === null
        ? asRead(view, [key(view.plain('key-change-operator'), { to: 'chooseOperator', mobile }), homeKey(view)])
        : backRow(view, { to: 'number', mobile }),
    ],
  };
}

export function numbersScreen(
  view: View,
  data: { numbers: readonly KnownNumber[]; page: number; more: boolean; note?: string },
): Screen {
  return {
    text: lines(
      data.note ?? null,
      data.note ? '' : null,
      view.html('numbers-title'),
      '',
      view.html(data.numbers.length > 0 ? 'numbers-hint' : 'numbers-empty'),
    ),
    keys: [
      ...data.numbers.map((known) => [key(numberLabel(view, known), { to: 'number', mobile: known.mobile })]),
      ...leafRows(view, data, (page) => ({ to: 'numbers', page })),
      [homeKey(view)],
    ],
  };
}

export const savedNumberScreen = (view: View, { mobile, label }: KnownNumber): Screen => ({
  text: lines(numberLine(view, mobile, label), '', view.html('saved-as')),
  keys: [
    [
      key(view.plain('key-change-label'), { to: 'label', mobile }),
      key(view.plain('key-remove-label'), { to: 'unlabel', mobile }),
    ],
    [key(view.plain('key-forget-number'), { to: 'forget', mobile })],
    backRow(view, { to: 'number', mobile }),
  ],
});

/** What saving a number is: giving it a name. */
export const askLabelScreen = (view: View, { mobile, label }: KnownNumber): Screen => ({
  text: lines(numberLine(view, mobile, label), '', view.html('ask-label')),
  keys:
    label === null
      ? [[key(view.plain('key-forget-number'), { to: 'forget', mobile })], backRow(view, { to: 'number', mobile })]
      : [backRow(view, { to: 'saved', mobile })],
});

const several = 8;

export const severalNumbersScreen = (view: View, mobiles: readonly Mobile[]): Screen => ({
  text: lines(
    view.html('several-numbers', { count: mobiles.length }),
    mobiles.length > several ? view.html('several-numbers-first', { count: several }) : null,
  ),
  keys: [
    ...mobiles.slice(0, several).map((mobile) => [key(view.mobile(mobile), { to: 'number', mobile })]),
    [homeKey(view)],
  ],
});
