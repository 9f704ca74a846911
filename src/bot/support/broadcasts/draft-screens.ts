import { adminActions } from '#bot/actions/admin.ts';
import { broadcastActions } from '#bot/actions/broadcasts.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import {
  backRow,
  choiceRows,
  homeButton,
  inReadingOrder,
  pageOf,
  previousNextRows,
  withCheckMark,
} from '#bot/kit/navigation.ts';
import { shownLength, truncateLabel } from '#bot/kit/row-label.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import { dayOf, startOf } from '#domain/calendar.ts';
import { isLanguage, rulesOf } from '#domain/language.ts';
import { isoDate } from '#domain/period.ts';
import type { Product } from '#domain/product.ts';
import type { PromoCode } from '#shop/pricing/prices/promo-codes.ts';
import { type Audience, audienceKinds, buyerDays } from '#shop/support/broadcasts/audience.ts';
import { type Broadcast, labelFor, type Reach } from '#shop/support/broadcasts/broadcasts.ts';
import { categoryName } from './button-targets.ts';

interface AudienceName extends Audience {
  /** The tier's name. */
  readonly tier: string | null;
}

function audienceText(format: Formatter, { kind, tier }: AudienceName): string {
  if (kind === 'tier') return format.plain('audience-tier', { tier: untrusted(tier ?? '?', 24) });
  if (isLanguage(kind)) return format.plain('audience-language', { language: format.languageName(kind) });
  return format.plain(`audience-${kind}`, { days: buyerDays });
}

const aboutLines = (format: Formatter, { button: link }: Broadcast, audience: AudienceName): (string | null)[] => [
  format.html('announcement-audience', { audience: audienceText(format, audience) }),
  link === null
    ? null
    : format.html('announcement-button', { label: untrusted(labelFor(link, format.language), shownLength(1)) }),
];

interface DraftData extends Reach {
  readonly broadcast: Broadcast;
  readonly audience: AudienceName;
}

export function draftScreen(format: Formatter, { broadcast, audience, reachable, blocked }: DraftData): Screen {
  const { id: announcement } = broadcast;
  const send = button(
    format.plain('key-send-announcement', { count: reachable }),
    broadcastActions.sendAnnouncement({ announcement }),
    'success',
  );
  return {
    text: lines(
      format.html('announcement-preview'),
      '',
      ...aboutLines(format, broadcast, audience),
      format.html(reachable > 0 ? 'announcement-people' : 'announcement-no-recipients', { count: reachable }),
      blocked > 0 ? format.html('announcement-left-out', { count: blocked }) : null,
    ),
    keys: [
      ...(reachable > 0 ? [[send]] : []),
      inReadingOrder(format, [
        button(format.plain('key-audience'), broadcastActions.chooseAudience({ announcement })),
        button(format.plain('key-broadcast-button'), broadcastActions.chooseBroadcastButton({ announcement })),
      ]),
      [button(format.plain('key-plan'), broadcastActions.askBroadcastTime({ announcement }))],
      inReadingOrder(format, [
        button(format.plain('key-change-announcement'), broadcastActions.changeAnnouncement({ announcement })),
        button(format.plain('key-cancel'), broadcastActions.cancelAnnouncement({ announcement })),
      ]),
      [homeButton(format)],
    ],
  };
}

export const plannedScreen = (format: Formatter, broadcast: Broadcast, audience: AudienceName): Screen => ({
  text: lines(
    format.html('announcement-planned', { when: format.when(broadcast.plannedAt ?? 0) }),
    '',
    broadcast.excerpt === '' ? null : format.html('line', { text: untrusted(broadcast.excerpt) }),
    ...aboutLines(format, broadcast, audience),
  ),
  keys: [
    [button(format.plain('key-send-now'), broadcastActions.sendAnnouncement({ announcement: broadcast.id }))],
    [
      button(
        format.plain('key-cancel-planned'),
        broadcastActions.cancelAnnouncement({ announcement: broadcast.id }),
        'danger',
      ),
    ],
    backRow(format, broadcastActions.plannedAnnouncements()),
  ],
});

export function plannedListScreen(format: Formatter, broadcasts: readonly Broadcast[], askedPage: number): Screen {
  const { onPage, ...turn } = pageOf(broadcasts, askedPage);
  const hint = format.html(broadcasts.length === 0 ? 'planned-none' : 'planned-hint');
  return {
    text: lines(format.html('planned-title'), '', hint),
    keys: [
      ...onPage.map(({ id, state, plannedAt, excerpt }) => [
        button(
          truncateLabel(`${state === 'draft' ? '⏸ ' : ''}${format.when(plannedAt ?? 0)} · ${excerpt}`, shownLength(1)),
          broadcastActions.announcement({ announcement: id }),
        ),
      ]),
      ...previousNextRows(format, turn, (page) => broadcastActions.plannedPage({ page })),
      backRow(format, broadcastActions.askAnnounce()),
    ],
  };
}

interface AudienceData {
  readonly announcement: string;
  readonly chosen: Audience;
  readonly tiers: readonly { readonly id: number; readonly name: string }[];
}

export function audienceScreen(format: Formatter, { announcement, chosen, tiers }: AudienceData): Screen {
  const kinds = audienceKinds
    .filter((kind) => kind !== 'tier')
    .map((kind) =>
      button(
        withCheckMark(kind === chosen.kind, audienceText(format, { kind, tierId: null, tier: null })),
        broadcastActions.setAudience({ announcement, kind, tier: null }),
      ),
    );
  const levels = tiers.map(({ id, name }) =>
    button(
      withCheckMark(chosen.tierId === id, audienceText(format, { kind: 'tier', tierId: id, tier: name })),
      broadcastActions.setAudience({ announcement, kind: 'tier', tier: id }),
    ),
  );
  return {
    text: format.html('which-audience'),
    keys: [
      ...choiceRows(format, kinds),
      ...levels.map((level) => [level]),
      backRow(format, broadcastActions.announcement({ announcement })),
    ],
  };
}

interface ButtonChoice {
  readonly announcement: string;
  readonly promos: readonly PromoCode[];
  readonly hasButton: boolean;
}

export const buttonScreen = (format: Formatter, { announcement, promos, hasButton }: ButtonChoice): Screen => ({
  text: format.html('which-button'),
  keys: [
    [button(format.plain('key-button-product'), broadcastActions.askBroadcastProduct({ announcement }))],
    ...promos
      .slice(0, 6)
      .map(({ id, code }) => [
        button(
          format.plain('key-use-promo', { code }),
          broadcastActions.setBroadcastButton({ announcement, target: 'promo', id }),
        ),
      ]),
    ...(hasButton
      ? [[button(format.plain('key-no-button'), broadcastActions.clearBroadcastButton({ announcement }))]]
      : []),
    backRow(format, broadcastActions.announcement({ announcement })),
  ],
});

/** Products that were found, and the categories that hold them. */
export function foundTargetsScreen(
  format: Formatter,
  { announcement, products }: { readonly announcement: string; readonly products: readonly Product[] },
): Screen {
  const categories = new Map(products.map((product) => [`${product.operatorId} ${categoryName(product)}`, product]));
  const rows = [...categories.values()].slice(0, 3).map((product) => {
    const name = categoryName(product) ?? format.type(product.type);
    const label = truncateLabel(`📁 ${name} · ${format.operator(product.operatorId)}`, shownLength(1));
    return [button(label, broadcastActions.setBroadcastButton({ announcement, target: 'category', id: product.id }))];
  });
  return {
    text: format.html(products.length === 0 ? 'search-targets-none' : 'search-targets'),
    keys: [
      ...products
        .slice(0, 6)
        .map((product) => [
          button(
            truncateLabel(
              `${format.nameOf(product.name, product.nameEn)} · ${format.operator(product.operatorId)}`,
              shownLength(1),
            ),
            broadcastActions.setBroadcastButton({ announcement, target: 'product', id: product.id }),
          ),
        ]),
      ...rows,
      backRow(format, broadcastActions.chooseBroadcastButton({ announcement })),
    ],
  };
}

const hour = 3_600_000;

/** To come, and within the 60 days that are taken. */
function exampleDate({ calendar, language }: Formatter, now: number): string {
  const parts = isoDate(dayOf(now) + 7, calendar)
    .split('-')
    .map(Number);
  const { numbers } = rulesOf(language);
  return parts.map((part) => part.toLocaleString(numbers, { useGrouping: false })).join('/');
}

/** A few times that are often meant; others are typed. */
export function timeScreen(format: Formatter, announcement: string, now: number): Screen {
  const today = startOf(dayOf(now));
  const times = [now + hour, today + 20 * hour, today + 34 * hour, today + 44 * hour].filter((at) => at > now);
  return {
    text: format.html('ask-broadcast-time', { date: exampleDate(format, now) }),
    keys: [
      ...times.map((at) => [
        button(format.when(at), broadcastActions.planAnnouncement({ announcement, minute: Math.ceil(at / 60_000) })),
      ]),
      backRow(format, broadcastActions.announcement({ announcement })),
    ],
  };
}

export const cancelledScreen = (format: Formatter): Screen => ({
  text: format.html('announcement-cancelled'),
  keys: [backRow(format, adminActions.menu())],
});
