import type { Mobile } from '../../domain/phone.ts';
import type { ProductType } from '../../domain/product.ts';
import type { KnownNumber } from '../../shop/people/numbers.ts';
import type { Press } from '../buttons.ts';
import { type Counter, type Lead, pressOf, type Routes, type Step, type Visit } from '../routes.ts';
import {
  askLabelScreen,
  askNumberScreen,
  chooseOperatorScreen,
  chooseSimScreen,
  numberScreen,
  numbersScreen,
  savedNumberScreen,
} from '../screens/numbers.ts';

type Names =
  | 'askNumber'
  | 'number'
  | 'numbers'
  | 'chooseOperator'
  | 'setOperator'
  | 'chooseSim'
  | 'setSim'
  | 'saved'
  | 'label'
  | 'unlabel'
  | 'forget';

const pageSize = 8;
const recent = 6;

/** Asks for a number, with the ones already known a tap away. */
export async function askNumber(
  { numbers }: Pick<Counter, 'numbers'>,
  { person, view }: Visit,
  lead: Lead,
  back: Press,
  note: string | null = null,
): Promise<Step> {
  const known = await numbers.list(person.id, 0, recent);
  const screen = askNumberScreen(view, { known: known.numbers, lead: (mobile) => pressOf(lead, mobile), back, note });
  return { screen, ask: { for: 'number', lead } };
}

function typesFor({ catalogue }: Pick<Counter, 'catalogue'>, { operatorId, simType }: KnownNumber): ProductType[] {
  if (operatorId === null || simType === null) return [];
  return catalogue.types({ operatorId, simType }).map(({ type }) => type);
}

/** The number's own screen, which first asks for whatever is not known about it yet. */
export async function numberHub(counter: Counter, { person, view }: Visit, mobile: Mobile): Promise<Step> {
  const number = await counter.numbers.find(person.id, mobile);
  return { screen: numberScreen(view, { number, types: typesFor(counter, number), operators: counter.operators }) };
}

export function createNumberRoutes(counter: Counter): Routes<Names> {
  const { numbers } = counter;

  return {
    askNumber: (visit, { purpose }) => askNumber(counter, visit, { kind: purpose }, { to: 'home' }),
    number: async (visit, { mobile }) => {
      await numbers.use(visit.person.id, mobile);
      return numberHub(counter, visit, mobile);
    },
    numbers: async ({ person, view }, { page }) => {
      const at = Math.max(1, page);
      const listed = await numbers.list(person.id, at - 1, pageSize);
      return { screen: numbersScreen(view, { ...listed, page: at }), ask: { for: 'number', lead: { kind: 'any' } } };
    },
    chooseOperator: async ({ person, view }, { mobile }) => ({
      screen: chooseOperatorScreen(view, await numbers.find(person.id, mobile)),
    }),
    setOperator: async (visit, { mobile, operator }) => {
      await numbers.setOperator(visit.person.id, mobile, operator);
      return numberHub(counter, visit, mobile);
    },
    chooseSim: async ({ person, view }, { mobile }) => ({
      screen: chooseSimScreen(view, await numbers.find(person.id, mobile)),
    }),
    setSim: async (visit, { mobile, sim }) => {
      await numbers.setSimType(visit.person.id, mobile, sim);
      return numberHub(counter, visit, mobile);
    },
    saved: async ({ person, view }, { mobile }) => ({
      screen: savedNumberScreen(view, await numbers.find(person.id, mobile)),
    }),
    label: async ({ view }, { mobile }) => ({ screen: askLabelScreen(view, mobile), ask: { for: 'label', mobile } }),
    unlabel: async ({ person, view }, { mobile }) => {
      await numbers.setLabel(person.id, mobile, null);
      return { screen: savedNumberScreen(view, await numbers.find(person.id, mobile)) };
    },
    forget: async ({ person, view }, { mobile }) => {
      await numbers.forget(person.id, mobile);
      const listed = await numbers.list(person.id, 0, pageSize);
      return { screen: numbersScreen(view, { ...listed, page: 1 }) };
    },
  };
}
