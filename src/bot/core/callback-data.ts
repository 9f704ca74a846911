import { spans } from '../../domain/calendar.ts';
import { presets } from '../../domain/period.ts';
import { pastStates } from '../../shop/orders/past.ts';
import {
  digest,
  type Field,
  mobile,
  oneOf,
  operator,
  optional,
  order,
  sim,
  sort,
  type,
  whole,
  words,
  wordsBytes,
} from './fields.ts';
import { truncateToSize } from './truncate.ts';

/**
 * What a button says when it is pressed: everything, because nothing is remembered for it. A message from last month
 * works after any restart. `callback_data` holds 64 bytes, so fields are short, in a fixed order, joined by colons.
 */
export type Press = { [Name in keyof Shapes]: { readonly to: Name } & Fields<Shapes[Name]['fields']> }[keyof Shapes];

type Shapes = typeof shapes;
type Fields<F> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** Why a number is asked for, so that the answer leads on to the right place. */
export const purposes = ['any', 'offers', 'topup'] as const;
export type Purpose = (typeof purposes)[number];

/** Kinds of deeds in the audit trail, as the owner asks for them. */
export const deeds = ['all', 'money', 'people', 'orders', 'selling', 'announcing'] as const;
export type Deeds = (typeof deeds)[number];

/** Of which time orders are looked at: since midnight, since the week or the month began. */
export const pastTimes = ['all', 'day', 'week', 'month'] as const;
export type PastTime = (typeof pastTimes)[number];
const pastFields = { state: oneOf(pastStates), time: oneOf(pastTimes) } as const;

const shapes = {
  home: { tag: 'h', fields: {} },
  help: { tag: 'hp', fields: {} },
  terms: { tag: 'tm', fields: {} },
  settings: { tag: 'st', fields: {} },
  language: { tag: 'sl', fields: { language: oneOf(['fa', 'en'] as const) } },
  unit: { tag: 'su', fields: { unit: oneOf(['rial', 'toman'] as const) } },

  askNumber: { tag: 'an', fields: { purpose: oneOf(purposes) } },
  number: { tag: 'n', fields: { mobile } },
  numbers: { tag: 'ns', fields: { page: whole } },
  chooseOperator: { tag: 'co', fields: { mobile } },
  setOperator: { tag: 'so', fields: { mobile, operator, purpose: oneOf(purposes) } },
  chooseSim: { tag: 'cs', fields: { mobile } },
  setSim: { tag: 'ss', fields: { mobile, sim, purpose: oneOf(purposes) } },
  saved: { tag: 'sv', fields: { mobile } },
  label: { tag: 'lb', fields: { mobile } },
  unlabel: { tag: 'ul', fields: { mobile } },
  forget: { tag: 'fg', fields: { mobile } },

  operators: { tag: 'o', fields: { type } },
  sims: { tag: 'i', fields: { type, operator } },
  /** A shelf of the catalogue: its sub-categories, or with `all` its products. */
  shelf: {
    tag: 's',
    fields: {
      type,
      operator,
      sim,
      category: optional(whole),
      sub: optional(whole),
      all: oneOf(['no', 'yes'] as const),
      page: whole,
      sort,
      mobile: optional(mobile),
    },
  },
  product: { tag: 'p', fields: { id: whole, mobile: optional(mobile) } },
  topup: { tag: 't', fields: { mobile } },
  amounts: { tag: 'ta', fields: { id: whole, mobile } },
  amount: { tag: 'tn', fields: { id: whole, mobile, amount: whole } },
  askAmount: { tag: 'aa', fields: { id: whole, mobile } },
  offers: { tag: 'f', fields: { mobile, page: whole } },
  offersAgain: { tag: 'fa', fields: { mobile } },
  offer: { tag: 'fo', fields: { mobile, offer: digest } },
  askSearch: { tag: 'as', fields: {} },
  // The words come last: they may hold a colon.
  search: { tag: 'q', fields: { page: whole, sim: optional(sim), words } },

  confirm: { tag: 'c', fields: { order } },
  cancel: { tag: 'x', fields: { order } },
  changeNumber: { tag: 'cn', fields: { order } },
  again: { tag: 'ag', fields: { order } },
  /** With the page of My orders that it was opened from, if it was. */
  order: { tag: 'r', fields: { order, page: optional(whole) } },
  orders: { tag: 'os', fields: { page: whole } },
  /** My orders by what became of them, when, and for which number; and one of them. */
  past: { tag: 'oh', fields: { page: whole, ...pastFields, mobile: optional(mobile) } },
  pastOrder: { tag: 'oi', fields: { order, page: whole, ...pastFields, mobile: optional(mobile) } },
  askPast: { tag: 'oa', fields: pastFields },
  share: { tag: 'sh', fields: { order } },
  picture: { tag: 'pc', fields: { order } },
  pay: { tag: 'py', fields: { order } },

  wallet: { tag: 'w', fields: {} },
  statement: { tag: 'ws', fields: { page: whole } },
  today: { tag: 'td', fields: {} },
  periods: { tag: 'fp', fields: { of: oneOf(['orders', 'money'] as const) } },
  file: { tag: 'ff', fields: { of: oneOf(['orders', 'money'] as const), period: oneOf(presets) } },
  reportFile: { tag: 'rf', fields: { of: optional(whole), span: oneOf(spans), day: optional(whole) } },
  chart: { tag: 'ch', fields: { of: optional(whole) } },
  askPeriod: { tag: 'fk', fields: { of: oneOf(['orders', 'money'] as const) } },
  /** Someone's (the owner's question) or one's own; of the whole shop for the owner. Without a day: of today. */
  report: { tag: 'rp', fields: { of: optional(whole), span: oneOf(spans), day: optional(whole) } },

  bulk: { tag: 'b', fields: { batch: order } },
  bulkItem: {
    tag: 'bi',
    fields: { batch: order, id: whole, amount: optional(whole), bought: oneOf(['no', 'yes'] as const) },
  },
  bulkTopup: { tag: 'bt', fields: { batch: order } },
  /** With the table that it stands under: an old message must not buy what a newer one shows. */
  bulkConfirm: { tag: 'bc', fields: { batch: order, table: digest } },
  bulkCancel: { tag: 'bx', fields: { batch: order } },
  bulkRetry: { tag: 'br', fields: { batch: order } },

  desk: { tag: 'd', fields: {} },
  reviews: { tag: 'dv', fields: { page: whole } },
  review: { tag: 'dx', fields: { order } },
  askFind: { tag: 'df', fields: {} },
  /** With the number and the page of its orders that it was opened from, if it was. */
  found: { tag: 'dj', fields: { order, mobile: optional(mobile), page: whole } },
  numberOrders: { tag: 'dk', fields: { mobile, page: whole } },
  askDecide: { tag: 'dd', fields: { order, as: oneOf(['delivered', 'rejected'] as const) } },
  agents: { tag: 'da', fields: { page: whole } },
  agent: { tag: 'dp', fields: { person: whole } },
  personStatement: { tag: 'dw', fields: { person: whole, page: whole } },
  personPeriods: { tag: 'dwp', fields: { person: whole } },
  personFile: { tag: 'dwf', fields: { person: whole, period: oneOf(presets) } },
  askPersonPeriod: { tag: 'dwk', fields: { person: whole } },
  owing: { tag: 'do', fields: { page: whole } },
  askInvite: { tag: 'di', fields: {} },
  askCredit: { tag: 'dc', fields: { action: oneOf(['grant', 'take', 'limit'] as const), person: whole } },
  askPause: { tag: 'dz', fields: { person: whole } },
  unpause: { tag: 'du', fields: { person: whole } },
  remind: { tag: 'dr', fields: { person: whole } },
  remindAll: { tag: 'dra', fields: {} },
  askPauseSelling: { tag: 'ds', fields: {} },
  resumeSelling: { tag: 'dg', fields: {} },
  shopPeriods: { tag: 'dfp', fields: {} },
  shopFile: { tag: 'dff', fields: { period: oneOf(presets) } },
  askShopPeriod: { tag: 'dfk', fields: {} },
  health: { tag: 'dh', fields: {} },
  /** What was done: of some kind, to or by someone. */
  audit: { tag: 'dt', fields: { kind: oneOf(deeds), person: optional(whole), page: whole } },
  auditEntry: { tag: 'dte', fields: { entry: whole, kind: oneOf(deeds), person: optional(whole), page: whole } },
  askAnnounce: { tag: 'dn', fields: {} },
  announcement: { tag: 'dnv', fields: { announcement: order } },
  sendAnnouncement: { tag: 'dns', fields: { announcement: order } },
  changeAnnouncement: { tag: 'dnc', fields: { announcement: order } },
  cancelAnnouncement: { tag: 'dnx', fields: { announcement: order } },
  stopAnnouncement: { tag: 'dnp', fields: { announcement: order } },
} as const;

/** Raised when the meaning of a field changes; buttons of an older version get a helpful answer. */
const version = '1';
/** Follows the version where the button's message stays as it is and the answer is a message of its own. */
const besideMark = '+';

const fieldsOf = new Map(
  Object.entries(shapes).map(([name, { fields }]) => [
    name as keyof Shapes,
    Object.entries(fields as Record<string, Field<unknown>>),
  ]),
);
const byTag = new Map(Object.entries(shapes).map(([name, { tag }]) => [tag as string, name as keyof Shapes]));
// The later of two would be taken for the earlier: better not to start at all.
if (byTag.size !== Object.keys(shapes).length) throw new Error('Two kinds of buttons have the same tag.');

export function writePress(press: Press, beside = false): string {
  const values = press as unknown as Record<string, never>;
  let data = version + (beside ? besideMark : '') + shapes[press.to].tag;
  for (const [name, { write }] of fieldsOf.get(press.to) ?? []) data += `:${write(values[name] as never)}`;
  if (Buffer.byteLength(data) > 64) throw new RangeError(`A "${press.to}" button does not fit in 64 bytes.`);
  return data;
}

/** Null: not a button of ours, or one from a version that meant something else. */
export function readPress(data: string): Press | null {
  if (!data.startsWith(version)) return null;
  const start = version.length + (leavesMessage(data) ? besideMark.length : 0);
  const [tag = '', ...texts] = data.slice(start).split(':');
  const name = byTag.get(tag);
  if (!name) return null;
  const fields = fieldsOf.get(name) ?? [];
  if (texts.length < fields.length) return null;
  const press: Record<string, unknown> = { to: name };
  for (const [at, [field, { read }]] of fields.entries()) {
    const last = at === fields.length - 1;
    const value = read(last ? texts.slice(at).join(':') : (texts[at] ?? ''));
    if (value === undefined) return null;
    press[field] = value;
  }
  if (fields.length === 0 && texts.length > 0) return null;
  return press as unknown as Press;
}

/** Receipts are looked for later: what is pressed under them appears beside them. */
export const leavesMessage = (data: string): boolean => data.startsWith(version + besideMark);

/** As much of a search as a button can carry. */
export const searchWords = (text: string): string => truncateToSize(text.trim(), wordsBytes, Buffer.byteLength).trim();
