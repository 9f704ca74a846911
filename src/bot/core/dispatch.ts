import { can } from '#domain/access.ts';
import type { Person } from '#shop/people/people.ts';
import type { Action, ActionRules } from './action.ts';
import { authorize } from './authorize.ts';
import { type DecodedButton, decodeAction } from './callback-data.ts';
import { failureReply } from './failure.ts';
import type { Feature } from './feature.ts';
import { type ReadPause, withPauseNotice } from './pause-notice.ts';
import type { Answer, TypedMessage } from './question.ts';
import type { AnyReply, BotRequest, Question } from './request.ts';
import type { Button, Screen } from './screen.ts';

export type Dispatcher = ReturnType<typeof createDispatcher>;

/**
 * Routes actions and answered questions to their features. Every action is authorized here, whatever showed its button, and
 * redirects are followed. The result is a reply that is not shown yet.
 *
 * ```ts
 * const dispatcher = createDispatcher([createSettingsFeature(services)], services.salesPause.pausedLately);
 * const pressed = dispatcher.decode('1su:1'); // null: not our button
 * if (pressed) await dispatcher.dispatch(request, pressed.action);
 * await dispatcher.answer(request, typed, nameQuestion({ mobile })); // `typed`: from `readMessage`
 * ```
 */
export function createDispatcher(features: readonly Feature[], salesPause: ReadPause) {
  const actions = indexed(
    features.flatMap((feature) => feature.actions),
    ({ rules }) => rules.tag,
  );
  const questions = indexed(
    features.flatMap((feature) => feature.questions),
    (question) => question.for,
  );

  /** Null: not our button, or of a version with another meaning. */
  function decode(data: string): (DecodedButton & Pick<ActionRules, 'answersWithToast'>) | null {
    const decoded = decodeAction(data);
    if (!decoded) return null;
    const known = actions.get(decoded.action.tag);
    if (!known?.handlerFor(decoded.action.values)) return null;
    return { ...decoded, answersWithToast: known.rules.answersWithToast };
  }

  /** Without the buttons that its reader may not press. Only staff are shown pages that others use in other ways. */
  function forReader(person: Person, screen: Screen): Screen {
    if (person.staff === null) return screen;
    const isAllowed = (button: Button) => {
      const decoded = 'data' in button ? decodeAction(button.data) : null;
      const known = decoded && actions.get(decoded.action.tag);
      return !known || can(person, known.rules.permission);
    };
    return { ...screen, keys: screen.keys.map((row) => row.filter(isAllowed)).filter((row) => row.length > 0) };
  }

  async function dispatch(request: BotRequest, { tag, values: texts }: Action): Promise<AnyReply> {
    const known = actions.get(tag);
    const handle = known?.handlerFor(texts);
    if (!known || !handle) throw new Error(`No feature handles the action "${tag}".`);
    const refused = authorize(request.person, known.rules);
    if (refused) return failureReply(request.format, refused);
    const handled = handle(request);
    const result = await (known.rules.towardsPurchase ? withPauseNotice(salesPause, request, handled) : handled);
    if ('redirect' in result) return dispatch(request, result.redirect);
    return result.screen === null ? result : { ...result, screen: forReader(request.person, result.screen) };
  }

  async function answer(request: BotRequest, typed: TypedMessage, question: Question): Promise<Answer> {
    const known = questions.get(question.for);
    if (!known) throw new Error(`No feature asks "${question.for}".`);
    const result = await known.answer(request, typed, question);
    if ('kind' in result)
      return result.kind === 'retry' ? { ...result, screen: forReader(request.person, result.screen) } : result;
    const reply = 'redirect' in result ? await dispatch(request, result.redirect) : result;
    if (reply.screen === null) return 'files' in reply ? { kind: 'files', files: reply.files } : { kind: 'worker' };
    const { question: ask = null, tracks = null, quoted = null } = reply;
    return { kind: 'done', screen: forReader(request.person, reply.screen), ask, tracks, quoted };
  }

  return { decode, dispatch, answer };
}

/** Two features with the same tag would answer each other's buttons: the bot does not start. */
function indexed<T>(items: readonly T[], nameOf: (item: T) => string): ReadonlyMap<string, T> {
  const byName = new Map<string, T>();
  for (const item of items) {
    const name = nameOf(item);
    if (byName.has(name)) throw new Error(`Two features use the name "${name}".`);
    byName.set(name, item);
  }
  return byName;
}
