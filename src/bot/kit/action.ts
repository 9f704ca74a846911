import { can, type Permission } from '#domain/access.ts';
import type { Failure } from '#domain/failure.ts';
import type { Person } from '#domain/person.ts';
import type { Field } from './fields.ts';

/** What a button does, as plain data. Nothing is stored for a button, so old messages work after any restart. */
export interface Action {
  readonly tag: string;
  readonly values: readonly string[];
}

type FieldSet = Readonly<Record<string, Field<unknown>>>;
type FieldValues<F extends FieldSet> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

export interface ActionRules<F extends FieldSet = FieldSet> {
  /** Unique and never reused, because old messages carry it. */
  readonly tag: string;
  /** Fields in the order of their encoding. Only the last one may contain a colon. */
  readonly fields: F;
  readonly permission: Permission;
  /** True if a person whom the owner paused may press it. */
  readonly whilePaused: boolean;
  /** True for a step towards a purchase, whose screen says when selling is paused. */
  readonly towardsPurchase: boolean;
  /** True if the callback query is answered with the outcome; others are answered at once. */
  readonly answersWithToast: boolean;
}

/** Returns the action for a button when called with field values. */
interface ActionDefinition<F extends FieldSet> extends ActionRules<F> {
  (...values: keyof F extends never ? [] : [FieldValues<F>]): Action;
}

export type ValuesOf<Definition extends ActionRules> = FieldValues<Definition['fields']>;

type Options<F extends FieldSet> = Pick<ActionRules<F>, 'tag' | 'fields' | 'permission'> &
  Partial<Pick<ActionRules, 'whilePaused' | 'towardsPurchase' | 'answersWithToast'>>;

/**
 * Declares what a button does: how it is encoded and who may press it. Declarations are in `bot/actions/X.ts`, handlers in
 * `handlers.ts` of the feature. Call the definition with its fields to get the action for a button.
 *
 * ```ts
 * export const settingsActions = {
 *   settings: defineAction({ tag: 'st', fields: {}, permission: 'buy', whilePaused: true }),
 *   unit: defineAction({ tag: 'su', fields: { unit: oneOf(['rial', 'toman']) }, permission: 'buy' }),
 * };
 *
 * button('Toman', settingsActions.unit({ unit: 'toman' })); // callback_data is "1su:1"
 * ```
 */
export function defineAction<const F extends FieldSet>(options: Options<F>): ActionDefinition<F> {
  const fields = Object.entries(options.fields);
  const make = (values: Readonly<Record<string, unknown>> = {}): Action => ({
    tag: options.tag,
    values: fields.map(([name, { write }]) => write(values[name])),
  });
  return Object.assign(make as (...values: unknown[]) => Action, {
    whilePaused: false,
    towardsPurchase: false,
    answersWithToast: false,
    ...options,
  }) as ActionDefinition<F>;
}

/** Null if this action is never encoded like that. */
export function readValues<F extends FieldSet>(
  { fields }: Pick<ActionRules<F>, 'fields'>,
  texts: readonly string[],
): FieldValues<F> | null {
  const entries = Object.entries(fields);
  if (texts.length < entries.length || (entries.length === 0 && texts.length > 0)) return null;
  const values: Record<string, unknown> = {};
  for (const [at, [name, { read }]] of entries.entries()) {
    const last = at === entries.length - 1;
    const value = read(last ? texts.slice(at).join(':') : (texts[at] ?? ''));
    if (value === undefined) return null;
    values[name] = value;
  }
  return values as FieldValues<F>;
}

type Requester = Pick<Person, 'role' | 'staff' | 'pausedWhy'>;

/** Null if allowed. Checked for every action, whatever the menu showed. */
export function authorize(
  person: Requester,
  { permission, whilePaused }: Pick<ActionRules, 'permission' | 'whilePaused'>,
): Failure | null {
  if (!can(person, permission)) return { code: 'not-allowed' };
  const { pausedWhy } = person;
  return pausedWhy !== null && !whilePaused ? { code: 'person-paused', reason: pausedWhy } : null;
}

/** For requests other than actions; also requires that the person is not paused. */
export const canNow = (person: Requester, permission: Permission): boolean =>
  can(person, permission) && person.pausedWhy === null;

export const canSell = (person: Requester): boolean => canNow(person, 'sell');
