import { numberActions, type Purpose } from '#bot/actions/numbers.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import { clampPage, home, pageSize } from '#bot/kit/navigation.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import {
  askLabelScreen,
  chooseOperatorScreen,
  chooseSimScreen,
  numbersScreen,
  savedNumberScreen,
} from '#bot/words/number-screens.ts';
import { withWaitingList } from '#bot/words/waiting-list.ts';
import type { Mobile } from '#domain/phone.ts';
import { offersOperator } from '#domain/product.ts';
import type { KnownNumber } from '#shop/people/people/numbers.ts';
import { askNumber } from './ask-number.ts';
import { type NumberWays, nextAction } from './next-step.ts';
import { type NumberHubServices, numberHub } from './number-hub.ts';
import { createNumberQuestions, labelQuestion } from './questions.ts';

const askLabel = ({ format }: BotRequest, number: KnownNumber): Reply => ({
  screen: askLabelScreen(format, number),
  question: labelQuestion({ mobile: number.mobile }),
});

/** Only phones get top-ups and offers, and only one operator has offers. */
function numbersFor({ format }: BotRequest, purpose: Purpose) {
  if (purpose !== 'offers') return purpose === 'topup' ? ({ type: 'topup' } as const) : {};
  const note = format.html('offers-other-operator', { operator: format.operator(offersOperator) });
  return { note, operatorId: offersOperator, type: 'data' } as const;
}

export function createNumbersFeature(services: NumberHubServices & Pick<Services, 'batches'>, to: NumberWays): Feature {
  const { numbers } = services;

  /** Asks for missing facts first. */
  async function toPurpose(request: BotRequest, mobile: Mobile, purpose: Purpose): Promise<HandlerResult> {
    const { operatorId } = await numbers.find(request.person.id, mobile);
    if (operatorId === null) return numberHub(services, request, mobile, { purpose });
    return purpose === 'any'
      ? numberHub(services, request, mobile)
      : { redirect: nextAction({ kind: purpose }, mobile) };
  }

  const handlers: Handlers<typeof numberActions> = {
    askNumber: async (request, { purpose }) =>
      withWaitingList(
        services,
        request,
        await askNumber(services, request, { next: { kind: purpose }, back: home(), ...numbersFor(request, purpose) }),
      ),
    number: async (request, { mobile }) => {
      await numbers.use(request.person.id, mobile);
      return numberHub(services, request, mobile);
    },
    numbers: async ({ person, format }, { page }) => {
      const at = clampPage(page);
      const numberPage = await numbers.list(person.id, at - 1, pageSize);
      return { screen: numbersScreen(format, { ...numberPage, page: at }) };
    },
    chooseOperator: async ({ person, format }, { mobile }) => ({
      screen: chooseOperatorScreen(format, await numbers.find(person.id, mobile), 'any'),
    }),
    setOperator: async (request, { mobile, operator, purpose }) => {
      await numbers.setOperator(request.person.id, mobile, operator);
      return toPurpose(request, mobile, purpose);
    },
    chooseSim: async ({ person, format }, { mobile }) => ({
      screen: chooseSimScreen(format, await numbers.find(person.id, mobile), 'any'),
    }),
    setSim: async (request, { mobile, sim, purpose }) => {
      await numbers.setSimType(request.person.id, mobile, sim);
      return toPurpose(request, mobile, purpose);
    },
    saved: async (request, { mobile }) => {
      const number = await numbers.find(request.person.id, mobile);
      return number.label === null ? askLabel(request, number) : { screen: savedNumberScreen(request.format, number) };
    },
    label: async (request, { mobile }) => askLabel(request, await numbers.find(request.person.id, mobile)),
    unlabel: async (request, { mobile }) => {
      await numbers.setLabel(request.person.id, mobile, null);
      return numberHub(services, request, mobile);
    },
    forget: async ({ person, format }, { mobile }) => {
      await numbers.forget(person.id, mobile);
      const numberPage = await numbers.list(person.id, 0, pageSize);
      const note = format.html('forgotten', { number: { html: format.mobile(mobile) } });
      return { screen: numbersScreen(format, { ...numberPage, page: 1, note }) };
    },
  };
  return defineFeature(numberActions, handlers, createNumberQuestions(services, to));
}
