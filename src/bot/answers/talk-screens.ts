import { catalogueActions } from '#bot/actions/catalogue.ts';
import { homeActions } from '#bot/actions/home.ts';
import { numberActions } from '#bot/actions/numbers.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { supportActions } from '#bot/actions/support.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { homeButton, inReadingOrder } from '#bot/kit/navigation.ts';
import type { BotRequest } from '#bot/kit/request.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import { lineHelpButton } from '#bot/words/help-button.ts';
import { can, type Roles } from '#domain/access.ts';
import type { Mobile } from '#domain/phone.ts';

const buyButtons = (format: Formatter): Button[] =>
  inReadingOrder(format, [
    button(format.plain('key-packages'), catalogueActions.operators({ type: 'data' })),
    button(format.plain('key-topup'), numberActions.askNumber({ purpose: 'topup' })),
  ]);

/** Friendly words need no menu. */
export const talkScreen = (format: Formatter, talk: 'thanks' | 'goodbye'): Screen => ({
  text: format.html(`talk-${talk}`),
  keys: [],
});

/** How the shop works, and why it can be trusted: a few lines and the first step. */
export const aboutScreen = (format: Formatter, about: 'help' | 'safe'): Screen => ({
  text: format.html(`about-${about}`),
  keys: [
    buyButtons(format),
    about === 'help'
      ? inReadingOrder(format, [
          button(format.plain('key-help'), homeActions.help()),
          button(format.plain('key-support'), supportActions.support({ order: null })),
        ])
      : inReadingOrder(format, [
          button(format.plain('key-orders'), orderActions.orders({ page: 1 })),
          button(format.plain('key-support'), supportActions.support({ order: null })),
        ]),
  ],
});

export const promoHelpScreen = (format: Formatter): Screen => ({
  text: format.html('promo-help'),
  keys: [buyButtons(format), [homeButton(format)]],
});

/** Several numbers, or no number, end with the digits whose state was asked for. */
export const numbersEndingScreen = (format: Formatter, digits: string, mobiles: readonly Mobile[]): Screen => ({
  text: format.html(mobiles.length === 0 ? 'numbers-ending-none' : 'numbers-ending', { digits }),
  keys: [
    ...mobiles.map((mobile) => [
      button(format.mobile(mobile), orderActions.history({ page: 1, state: 'all', time: 'all', mobile })),
    ]),
    inReadingOrder(format, [button(format.plain('key-orders'), orderActions.orders({ page: 1 })), homeButton(format)]),
  ],
});

/** What the person was at stays in sight, so it is no menu. Support is no help to those who answer for it. */
export const hintScreen = (format: Formatter, person: Roles, note: string): Screen => ({
  text: format.html(note),
  keys: can(person, 'answer')
    ? [[lineHelpButton(format, person)], [homeButton(format)]]
    : [
        [lineHelpButton(format, person)],
        inReadingOrder(format, [
          button(format.plain('key-support'), supportActions.support({ order: null })),
          homeButton(format),
        ]),
      ],
});

/** The second text in a row that was not understood. */
export const stillUnknownScreen = (format: Formatter, person: Roles): Screen => ({
  text: format.html('not-understood-again'),
  keys: waysOut(format, person),
});

const waysOut = (format: Formatter, person: Roles): Button[][] => [
  [button(format.plain('key-packages'), catalogueActions.operators({ type: 'data' }))],
  [button(format.plain('key-where-order'), orderActions.orders({ page: 1 }))],
  can(person, 'answer')
    ? [homeButton(format)]
    : [button(format.plain('key-a-person'), supportActions.support({ order: null }))],
];

/** The second mistake in a row: what is wrong, what one tap answers, and the ways out of the question. */
export const withWaysOut = (
  { format, person }: Pick<BotRequest, 'format' | 'person'>,
  { text, keys, ...screen }: Screen,
): Screen => ({
  ...screen,
  text: lines(text, '', format.html('not-understood-again')),
  keys: [...keys.slice(0, -1), ...waysOut(format, person)],
});
