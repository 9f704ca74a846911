import { agentActions } from '#bot/actions/agents.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { linkKeys, linkLine } from '#bot/kit/links.ts';
import { pageOf } from '#bot/kit/navigation.ts';
import { key, page } from '#bot/kit/page.ts';
import type { Screen } from '#bot/kit/screen.ts';
import type { Balance } from '#shop/base/wallet/wallet.ts';
import type { AgentInvite } from '#shop/people/people/agents.ts';

export const invitedScreen = (format: Formatter, { invite, link }: { invite: AgentInvite; link: string }): Screen =>
  page(format, {
    text: [
      format.html('invited', { limit: format.money(invite.creditLimit), until: format.when(invite.expiresAt) }),
      '',
      linkLine(format, link),
    ],
    keys: [linkKeys(format, link), key('key-revoke', agentActions.revokeInvite({ code: invite.code }), 'danger')],
    back: agentActions.agents({ page: 1 }),
  });

/** Links that have not been opened yet. */
export function invitesScreen(format: Formatter, invites: readonly AgentInvite[], askedPage: number): Screen {
  const { onPage, ...turn } = pageOf(invites, askedPage);
  return page(format, {
    text: [format.html('invites-title'), '', format.html(invites.length === 0 ? 'invites-none' : 'invites-hint')],
    keys: onPage.map(({ code, creditLimit, expiresAt }) =>
      key('invite-row', agentActions.openInvite({ code }), {
        limit: format.price(creditLimit),
        until: format.when(expiresAt),
      }),
    ),
    turn: {
      ...turn,
      to: (page) => agentActions.invitesPage({ page }),
      forAll: [key('key-invite', agentActions.askInvite())],
    },
    back: agentActions.agents({ page: 1 }),
  });
}

interface DemoteData {
  readonly person: { readonly id: number; readonly name: string };
  readonly balance: Balance;
}

/** What becomes of the money, before it is done. */
export const demoteScreen = (format: Formatter, { person, balance }: DemoteData): Screen =>
  page(format, {
    text: [
      format.html('demote-title', { name: untrusted(person.name) }),
      '',
      balance.balance < 0
        ? format.html('demote-debt', { debt: format.money(-balance.balance) })
        : format.html('demote-balance', { balance: format.money(balance.balance) }),
      balance.creditLimit > 0 && format.html('demote-limit', { limit: format.money(balance.creditLimit) }),
      balance.held > 0 && format.html('demote-held', { held: format.money(balance.held) }),
      format.html('demote-rest'),
    ],
    keys: [key('key-yes-demote', agentActions.demote({ person: person.id }), 'danger')],
    back: agentActions.personTerms({ person: person.id }),
  });
