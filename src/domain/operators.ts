import { type OperatorId, offersOperator, operatorIds } from './product.ts';

/** `prefixes` are the digits after 98. */
interface Operator {
  /** A shop's own file may lack Arabic; English then stands in. */
  readonly names: { readonly fa: string; readonly en: string; readonly ar?: string | undefined };
  readonly prefixes: readonly string[];
  /** Prefixes of fixed-wireless SIM cards, whose numbers are in no mobile numbering plan. */
  readonly tdltePrefixes: readonly string[];
}

export type Operators = Readonly<Record<OperatorId, Operator>>;

export const defaultOperators: Operators = {
  1: {
    names: { fa: 'همراه اول', en: 'Hamrah-e Aval', ar: 'همراه أول' },
    prefixes: ['910', '911', '912', '913', '914', '915', '916', '917', '918', '919', '990', '991', '992', '993', '994'],
    tdltePrefixes: [],
  },
  2: {
    names: { fa: 'ایرانسل', en: 'Irancell', ar: 'إيرانسل' },
    prefixes: ['900', '901', '902', '903', '904', '905', '930', '933', '935', '936', '937', '938', '939'],
    tdltePrefixes: ['941'],
  },
  3: { names: { fa: 'رایتل', en: 'RighTel', ar: 'رايتل' }, prefixes: ['920', '921', '922', '923'], tdltePrefixes: [] },
  4: { names: { fa: 'تالیا', en: 'Taliya', ar: 'تاليا' }, prefixes: ['932'], tdltePrefixes: [] },
  5: { names: { fa: 'شاتل موبایل', en: 'Shatel Mobile', ar: 'شاتل موبايل' }, prefixes: ['998'], tdltePrefixes: [] },
};

/**
 * Folded names as people write them. Names of products seldom contain the operator. "همراه" alone means any mobile
 * phone.
 */
const namePatterns: Readonly<Record<OperatorId, RegExp>> = {
  1: /(?<!\p{L})(?:همراه ?اول|hamrah?e? ?-?e? ?aval|mci)(?!\p{L})/u,
  2: /(?<!\p{L})(?:ایرانسلی?|ایران ?سل|irancell?|iran ?cell|mtn)(?!\p{L})/u,
  3: /(?<!\p{L})(?:رایتلی?|right?tel|rightel|ra[iy]tel)(?!\p{L})/u,
  4: /(?<!\p{L})(?:تالیا|taliya|talia)(?!\p{L})/u,
  5: /(?<!\p{L})(?:شاتل ?موبایل|شاتل|shatel ?mobile|shatel)(?!\p{L})/u,
};

/** Finds the operator that a folded text names, and removes the name. Null if it names several. */
export function operatorNamedIn(text: string): { readonly operatorId: OperatorId | null; readonly rest: string } {
  const named = operatorIds.filter((id) => namePatterns[id].test(text));
  const [operatorId, ...more] = named;
  if (operatorId === undefined || more.length > 0) return { operatorId: null, rest: text };
  return { operatorId, rest: text.replace(namePatterns[operatorId], ' ') };
}

/** Guesses the operator by the longest prefix. Numbers are ported, so the buyer can change it. */
export function operatorOf(operators: Operators, mobile: string): OperatorId | null {
  let operator: OperatorId | null = null;
  let longest = 0;
  for (const id of operatorIds) {
    for (const prefix of [...operators[id].prefixes, ...operators[id].tdltePrefixes]) {
      if (prefix.length > longest && mobile.startsWith(`98${prefix}`)) {
        operator = id;
        longest = prefix.length;
      }
    }
  }
  return operator;
}

export function isTdlte(operators: Operators, mobile: string): boolean {
  return operators[offersOperator].tdltePrefixes.some((prefix) => mobile.startsWith(`98${prefix}`));
}
