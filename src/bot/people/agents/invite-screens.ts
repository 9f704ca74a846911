import { agentActions } from '#bot/actions/agents.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { linkLine, linkRow } from '#bot/kit/links.ts';
import { backRow, pageOf, previousNextRows } from '#bot/kit/navigation.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import type { Balance } from '#shop/base/wallet/wallet.ts';
import type { AgentInvite } from '#shop/people/people/agents.ts';

export const invitedScreen = (format: Formatter, { invite, link }: { invite: AgentInvite; link: string }): Screen => ({
  text: lines(
    format.html('invited', { limit: format.money(invite.creditLimit), until: format.when(invite.expiresAt) }),
    '',
    linkLine(format, link),
  ),
  keys: [
    linkRow(format, link),
    [button(format.plain('key-revoke'), agentActions.revokeInvite({ code: invite.code }), 'danger')],
    backRow(format, agentActions.agents({ page: 1 })),
  ],
});

/** Links that have not been opened yet. */
export function invitesScreen(format: Formatter, invites: readonly AgentInvite[], askedPage: number): Screen {
  const { onPage, ...turn } = pageOf(invites, askedPage);
  return {
    text: lines(format.html('invites-title'), '', format.html(invites.length === 0 ? 'invites-none' : 'invites-hint')),
    keys: [
      ...onPage.map(({ code, creditLimit, expiresAt }) => [
        button(
          format.plain('invite-row', { limit: format.price(creditLimit), until: format.when(expiresAt) }),
          agentActions.openInvite({ code }),
        ),
      ]),
      ...previousNextRows(format, turn, (page) => agentActions.invitesPage({ page }), [
        button(format.plain('key-invite'), agentActions.askInvite()),
      ]),
      backRow(format, agentActions.agents({ page: 1 })),
    ],
  };
}

interface DemoteData {
  readonly person: { readonly id: number; readonly name: string };
  readonly balance: Balance;
}

/** What becomes of the money, before it is done. */
export const demoteScreen = (format: Formatter, { person, balance }: DemoteData): Screen => ({
  text: lines(
    format.html('demote-title', { name: untrusted(person.name) }),
    '',
    balance.balance < 0
      ? format.html('demote-debt', { debt: format.money(-balance.balance) })
      : format.html('demote-balance', { balance: format.money(balance.balance) }),
    balance.creditLimit > 0 ? format.html('demote-limit', { limit: format.money(balance.creditLimit) }) : null,
    balance.held > 0 ? format.html('demote-held', { held: format.money(balance.held) }) : null,
    format.html('demote-rest'),
  ),
  keys: [
    [button(format.plain('key-yes-demote'), agentActions.demote({ person: person.id }), 'danger')],
    backRow(format, agentActions.personTerms({ person: person.id })),
  ],
});
