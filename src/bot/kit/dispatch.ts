import { can } from '#domain/access.ts';
import type { Person } from '#domain/person.ts';
import { isLeaving, isWish } from '#domain/reading/reading.ts';
import { type Action, type ActionRules, authorize } from './action.ts';
import { type DecodedButton, decodeAction } from './callback-data.ts';
import { failureReply } from './failure.ts';
import type { Feature } from './feature.ts';
import { type Answer, notAnAnswer, type TypedMessage } from './question.ts';
import type { AnyReply, BotRequest, HandlerResult, Question } from './request.ts';
import type { Button, Screen } from './screen.ts';

/** What is added to the reply of an action on the way to a purchase. */
type TowardsPurchase = (request: BotRequest, reply: Promise<HandlerResult>) => Promise<HandlerResult>;

export type Dispatcher = ReturnType<typeof createDispatcher>;

/**
 * Routes actions and answered questions to their features. Every action is authorized here, whatever showed its button, and
 * redirects are followed. The result is a reply that is not shown yet.
 *
 * ```ts
 * const dispatcher = createDispatcher([createSettingsFeature(parts)], (_, reply) => reply);
 * const pressed = dispatcher.decode('1su:1'); // null: not our button
 * if (pressed) await dispatcher.dispatch(request, pressed.action);
 * await dispatcher.answer(request, typed, nameQuestion({ mobile })); // `typed`: from `readMessage`
 * ```
 */
export function createDispatcher(features: readonly Feature[], towardsPurchase: TowardsPurchase) {
  const actions = indexBy(
    features.flatMap((feature) => feature.actions),
    ({ rules }) => rules.tag,
  );
  const questions = indexBy(
    features.flatMap((feature) => feature.questions),
    (question) => question.for,
  );

  /** Null if the button is not ours, or comes from a version with another meaning. */
  function decode(data: string): (DecodedButton & Pick<ActionRules, 'answersWithToast'>) | null {
    const button = decodeAction(data);
    if (!button) return null;
    const entry = actions.get(button.action.tag);
    if (!entry?.handlerFor(button.action.values)) return null;
    return { ...button, answersWithToast: entry.rules.answersWithToast };
  }

  /** Removes buttons that the reader may not press; only staff see pages that others use differently. */
  function forReader(person: Person, screen: Screen): Screen {
    if (person.staff === null) return screen;
    const isAllowed = (button: Button) => {
      const decoded = 'data' in button ? decodeAction(button.data) : null;
      const entry = decoded && actions.get(decoded.action.tag);
      return !entry || can(person, entry.rules.permission);
    };
    return { ...screen, keys: screen.keys.map((row) => row.filter(isAllowed)).filter((row) => row.length > 0) };
  }

  async function dispatch(request: BotRequest, { tag, values: texts }: Action): Promise<AnyReply> {
    const entry = actions.get(tag);
    const handle = entry?.handlerFor(texts);
    if (!entry || !handle) throw new Error(`No feature handles the action "${tag}".`);
    const refusal = authorize(request.person, entry.rules);
    if (refusal) return failureReply(request.format, refusal);
    const reply = handle(request);
    const result = await (entry.rules.towardsPurchase ? towardsPurchase(request, reply) : reply);
    if ('redirect' in result) return dispatch(request, result.redirect);
    return result.screen === null ? result : { ...result, screen: forReader(request.person, result.screen) };
  }

  async function answer(request: BotRequest, input: TypedMessage, question: Question): Promise<Answer> {
    const entry = questions.get(question.for);
    if (!entry) throw new Error(`No feature asks "${question.for}".`);
    // The message answers no question, so it leaves them all.
    if (isLeaving(input.reading)) return notAnAnswer;
    const result = await entry.answer(request, input, question);
    // Not what was asked for, but a wish of its own.
    if ('kind' in result && result.kind === 'retry' && isWish(input.reading)) return notAnAnswer;
    if ('kind' in result)
      return result.kind === 'retry' ? { ...result, screen: forReader(request.person, result.screen) } : result;
    const reply = 'redirect' in result ? await dispatch(request, result.redirect) : result;
    if (reply.screen === null) return 'files' in reply ? { kind: 'files', files: reply.files } : { kind: 'worker' };
    if (reply.offerContact) return { kind: 'show', reply };
    const { question: ask = null, tracks = null, quoted = null } = reply;
    return { kind: 'done', screen: forReader(request.person, reply.screen), ask, tracks, quoted };
  }

  return { decode, dispatch, answer };
}

/** Stops the start if two features share a tag, because they would answer each other's buttons. */
function indexBy<T>(items: readonly T[], nameOf: (item: T) => string): ReadonlyMap<string, T> {
  const byName = new Map<string, T>();
  for (const item of items) {
    const name = nameOf(item);
    if (byName.has(name)) throw new Error(`Two features use the name "${name}".`);
    byName.set(name, item);
  }
  return byName;
}
