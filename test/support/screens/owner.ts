import { adminActions } from '#bot/actions/admin.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import type { Screen } from '#bot/kit/screen.ts';
import { settlementDaysScreen, settlementScreen } from '#bot/money/settlement/screens.ts';
import { statementScreen } from '#bot/money/wallet/screens.ts';
import { backupScreen } from '#bot/notices/backups.ts';
import { sellAtLossScreen } from '#bot/pricing/prices/loss-screens.ts';
import { nameKey } from '#bot/pricing/prices/rule-words.ts';
import {
  commissionScreen,
  personPricesScreen,
  previewScreen,
  pricesScreen,
  ruleAudienceScreen,
  ruleKindScreen,
  ruleScreen,
} from '#bot/pricing/prices/screens.ts';
import { agentTierScreen, endTierScreen, tierScreen, tiersScreen } from '#bot/pricing/prices/tier-screens.ts';
import { newPromoScreen, promosScreen } from '#bot/pricing/promo-codes/screens.ts';
import { referralDeskScreen, referralScreen } from '#bot/returning/referrals/screens.ts';
import { backupPageScreen } from '#bot/running/admin/backup-screen.ts';
import { healthScreen } from '#bot/running/admin/health-screen.ts';
import { ledgerScreen } from '#bot/running/admin/ledger-screen.ts';
import { restoredScreen } from '#bot/running/admin/restored-screen.ts';
import { auditEntryScreen, auditScreen } from '#bot/running/audit/screens.ts';
import { draftScreen } from '#bot/support/broadcasts/draft-screens.ts';
import { progressScreen } from '#bot/support/broadcasts/screens.ts';
import type { PriceRule } from '#domain/price.ts';
import type { Product } from '#domain/product.ts';
import { auditActions } from '#shop/base/audit/audit.ts';
import type { Movement } from '#shop/base/wallet/wallet.ts';
import type { Health } from '#shop/running/reports/health.ts';
import type { Broadcast } from '#shop/support/broadcasts/broadcasts.ts';
import { withoutLimits } from '#test/support/promo-terms.ts';
import { agentBotScreens } from './agent-bots.ts';
import { personApiScreens } from './reselling.ts';
import { shopProfileScreens } from './shop-profile.ts';

const many = 999_999_999;
const id = 'AAAAAAAAAAAAAA';

export const announcement = (state: Broadcast['state']): Broadcast => {
  const counts = { total: many, sent: many - 2, blocked: 1, failed: 1 };
  const rest = { ownerId: 1, messageId: 1, excerpt: '', startedAt: 0, endedAt: null, shownIn: 1 };
  const planned = { audience: { kind: 'tier', tierId: 1 }, button: null, plannedAt: many } as const;
  return { id, state, ...counts, ...rest, ...planned };
};

const noBackup = {
  isSet: false,
  last: null,
  problem: null,
  askedAt: null,
  expectedAt: null,
  watches: [],
  isOld: false,
};
const failedBackup = { ...noBackup, isSet: true, problem: { why: 'ENOSPC: no space left on device', at: 0 } };
const oldBackup = {
  ...{ ...noBackup, isSet: true, isOld: true },
  last: { at: 0, file: 'x', bytes: 1, rows: many, isSent: true },
};

const health = (kind: 'unavailable' | 'shrunken'): Health => {
  const problem = kind === 'shrunken' ? { kind } : { kind, why: 'x', retryAfterMs: null };
  return {
    at: many,
    catalogue: {
      asOf: 0,
      ageMs: many,
      source: 'copy',
      products: many,
      onSale: many,
      dropped: many,
      balance: many,
      wallet: null,
      balanceAt: 0,
      problem: { since: 0, failure: problem },
      refreshing: false,
    },
    answeredAt: 0,
    tokenRefused: true,
    failingSince: 0,
    lastHour: { delivered: many, rejected: many },
    underWay: many,
    unsure: many,
    oldestAt: 0,
    inReview: many,
    receiptsWaiting: many,
    setAside: { count: many, latest: [1, 2, 3].map(() => ({ reference: 'ABCDEFGH', at: 0, problem: 'x' })) },
  };
};

const ruleNamed = (name: string, nth: number): PriceRule => ({
  id: many + nth,
  target: nth % 2 === 0 ? 'person' : 'agent',
  targetId: nth % 2 === 0 ? many : null,
  operatorId: 2,
  productType: 'tdlte',
  basisPoints: -1_234,
  name,
  startsAt: nth,
});

const productNamed = (name: string): Product => ({
  id: many,
  name,
  nameEn: name,
  description: '',
  type: 'data',
  operatorId: 2,
  simType: 'postpaid',
  price: many,
  maxPrice: null,
  days: 30,
  profileId: null,
  onSale: true,
  order: 1,
  categories: [],
});

/** Every page of the owner, as full as possible, with this name wherever a name is foreign. */
export function ownerScreens(view: Formatter, name: string): Record<string, Screen> {
  const names = new Map([
    [1, name],
    [2, name],
  ]);
  const details = { why: name.repeat(3), amount: many * 1_000, code: 'ABCDE-12345', people: many };
  const entry = (action: (typeof auditActions)[number]) => ({
    id: many,
    // Each on another day.
    at: auditActions.indexOf(action) * 86_400_000,
    actorId: 1,
    personId: 2,
    action,
    details,
  });
  const page = { names, kind: 'money', person: { id: many, name }, page: 9_999, more: true } as const;
  const eights = [auditActions.slice(0, 8), auditActions.slice(-8)];
  const paid: Movement['paid'] = {
    code: 'ABCDE-12345',
    mobile: '989351234567',
    title: name,
    titleEn: name,
    productType: 'topup',
    base: many * 1_000,
    item: { kind: 'product', amount: many * 1_000 },
  };
  const movements = Array.from({ length: 8 }, (_, nth) => ({
    id: nth,
    key: String(nth),
    person_id: 2,
    kind: 'grant' as const,
    balance_delta: many * 1_000,
    held_delta: 0,
    balance_after: many * 1_000,
    order_id: null,
    actor: 'owner',
    note: name.repeat(3),
    at: nth * 86_400_000,
    paid: null,
  }));
  const rules = Array.from({ length: 8 }, (_, nth) => ruleNamed(name, nth));
  const ruleNames = new Map(rules.map((rule) => [nameKey(rule), name]));
  const promos = Array.from({ length: 8 }, (_, nth) => ({
    ...{ id: nth, code: 'W'.repeat(20), value: { kind: 'amount', amount: many * 1_000 + 1 } as const, used: many },
    ...withoutLimits,
  }));
  const losing = { rules: new Set(rules.map((rule) => rule.id)), promos };
  const example = {
    ...({
      product: productNamed(name),
      operatorId: 1,
      productType: 'data',
      base: many,
      amount: null,
      total: many,
      charge: 0,
      cost: null,
    } as const),
    ...{ loss: { isFree: true, amount: many }, rule: ruleNamed(name, 1), promoCode: 'W'.repeat(20) },
  };
  const losses = { losses: { examples: [example, { ...example, cost: many }], isUnknown: true }, names: ruleNames };
  const tiers = Array.from({ length: 8 }, (_, nth) => ({ id: nth, name, turnover: many * 1_000, agents: many }));
  const states = ['draft', 'cancelled', 'sending', 'stopping', 'stopped', 'done'] as const;
  return {
    ...Object.fromEntries(
      eights.map((actions, nth) => [`audit ${nth}`, auditScreen(view, { ...page, entries: actions.map(entry) })]),
    ),
    statement: statementScreen(view, { rows: movements, page: 9_999, more: true, of: { id: many, name } }),
    'statement of sales': statementScreen(view, {
      rows: movements.map((row) => ({ ...row, note: null, paid })),
      page: 1,
      more: false,
      of: null,
    }),
    entry: auditEntryScreen(view, { entry: entry('decide'), names, back: adminActions.menu() }),
    draft: draftScreen(view, {
      broadcast: announcement('draft'),
      audience: { kind: 'tier', tierId: 1, tier: 'm'.repeat(100) },
      reachable: many,
      blocked: many,
    }),
    ...Object.fromEntries(
      states.flatMap((state) =>
        (['watched', 'glance'] as const).map((how) => [
          `${state} ${how}`,
          progressScreen(view, announcement(state), how),
        ]),
      ),
    ),
    prices: pricesScreen(view, { rules, names: ruleNames, page: 1, known: false, losing }),
    commission: commissionScreen(view, { rules, isGiven: false }),
    'commission of a shop': commissionScreen(view, { rules, isGiven: true }),
    'prices of a person': personPricesScreen(view, { person: { id: many, name }, rules, losing: losing.rules }),
    rule: ruleScreen(view, { rule: ruleNamed(name, 1), name, now: 0, note: null, losses }),
    promos: promosScreen(view, promos, losing.promos),
    'a loss': sellAtLossScreen(view, { facts: [], yes: adminActions.menu(), back: adminActions.menu(), ...losses }),
    'a new code': newPromoScreen(view, { facts: [], yes: adminActions.menu(), back: adminActions.menu(), ...losses }),
    'rule audience': ruleAudienceScreen(view, tiers),
    'rule for a level': ruleKindScreen(view, { ...ruleNamed(name, 1), target: 'tier' }, name),
    preview: previewScreen(view, {
      draft: { ...ruleNamed(name, 1), id, by: 1, ruleId: null },
      name,
      preview: Array.from({ length: 5 }, () => ({
        product: productNamed(name),
        base: many,
        amount: null,
        total: many,
        before: null,
        after: many,
      })),
      ...{ losses, losing },
    }),
    tiers: tiersScreen(view, tiers),
    tier: tierScreen(view, {
      tier: { id: 1, name, turnover: many * 1_000, agents: many },
      rules,
      losing: losing.rules,
    }),
    'level of an agent': agentTierScreen(view, { person: { id: many, name }, tiers, current: tiers[0] ?? null }),
    'the end of a level': endTierScreen(view, { tier: { id: 1, name, turnover: null, agents: many }, rules: many }),
    referral: referralDeskScreen(view, {
      settings: { isOn: true, points: 1_234, days: many },
      whole: { people: many, earned: many },
      referrers: Array.from({ length: 8 }, () => ({ id: many, name, people: many, earned: many, void: many })),
      days: 30,
    }),
    'own link': referralScreen(view, {
      settings: { isOn: true, points: 1_234, days: 90 },
      summary: { people: many, earned: many },
      link: 'https://t.me/shop_bot?start=f_AAAAAAAA',
    }),
    settlement: settlementScreen(view, {
      person: { id: many, name },
      terms: { cycle: 'monthly', day: 31, graceDays: 14 },
      own: true,
      more: many,
      statements: Array.from({ length: 20 }, (_, nth) => ({
        ...{ personId: many, name, owed: many, left: many, isPaused: nth % 2 === 0 },
        graceEndsAt: nth % 3 === 0 ? null : 0,
      })),
    }),
    ...personApiScreens(view, name),
    ...agentBotScreens(view, name),
    ...shopProfileScreens(view, name),
    'days of the month': settlementDaysScreen(view, { person: many, cycle: 'monthly' }),
    'days of the week': settlementDaysScreen(view, { person: many, cycle: 'weekly' }),
    ledger: ledgerScreen(
      view,
      Array.from({ length: 200 }, (_, nth) => ({
        personId: many * 1_000 + nth,
        what: nth % 2 === 0 ? ('balance' as const) : ('held' as const),
        kept: many * 1_000,
        summed: -many * 1_000,
      })),
    ),
    'restored, nothing known': restoredScreen(view, {
      ...{ archiveAt: 0, lastOrderAt: null, openOrders: 0, openPayments: 0, balance: null, balanceNow: null },
      stillOpen: { orders: 0, payments: 0 },
      unknown: [
        { method: 'zarinpal', payments: [] },
        { method: 'zibal', payments: 'no-answer' },
      ],
    }),
    restored: restoredScreen(view, {
      ...{ archiveAt: 0, lastOrderAt: 0, openOrders: many, openPayments: many },
      balance: { rials: many * 1_000, at: 0 },
      balanceNow: { rials: many * 1_000, at: 0 },
      stillOpen: { orders: many, payments: many },
      unknown: [
        {
          method: 'zarinpal',
          payments: Array.from({ length: 100 }, (_, nth) => ({
            ...{ reference: 'A'.repeat(36), amount: many * 1_000, callbackUrl: null, date: name, isOurs: nth === 0 },
          })),
        },
        { method: 'zibal', payments: 'no-list' },
      ],
    }),
    unavailable: healthScreen(view, { health: health('unavailable'), low: true, intake: 'webhook' }),
    'no backup': backupPageScreen(view, noBackup, 0),
    'old backup': backupPageScreen(view, oldBackup, 0),
    'failed backup': backupPageScreen(view, failedBackup, 0),
    'backup under way': backupScreen(view, { step: 'writing', rows: many, of: many }),
    'backup failed': backupScreen(view, { step: 'failed', why: name }),
    'backup done': backupScreen(view, { step: 'done', backup: { ...oldBackup.last, bytes: many } }),
    shrunken: healthScreen(view, { health: health('shrunken'), low: false, intake: 'polling' }),
  };
}
