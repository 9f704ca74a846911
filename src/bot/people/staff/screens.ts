import { adminActions } from '#bot/actions/admin.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { auditActions } from '#bot/actions/audit.ts';
import { staffActions } from '#bot/actions/staff.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { linkLine, linkRow } from '#bot/kit/links.ts';
import { backRow, inReadingOrder, pageOf, previousNextRows } from '#bot/kit/navigation.ts';
import { seenLength, shownLength, truncateLabel } from '#bot/kit/row-label.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import type { Staff } from '#domain/access.ts';
import { staffRoles } from '#domain/role.ts';
import type { StaffInvite, StaffMember } from '#shop/people/people/staff.ts';

/** What the role may do, in one or two lines. */
const roleLines = (format: Formatter, { role, dailyCredit, decides }: Staff): string[] => [
  format.html(`staff-may-${role}`),
  ...(role === 'cashier' ? [format.html('staff-credit', { limit: format.money(dailyCredit) })] : []),
  ...(role === 'support' ? [format.html(decides ? 'staff-decides' : 'staff-decides-not')] : []),
];

interface StaffData {
  readonly members: readonly StaffMember[];
  readonly invites: readonly StaffInvite[];
  readonly page: number;
}

export function staffScreen(format: Formatter, { members, invites, page: askedPage }: StaffData): Screen {
  const memberButtons = members.map(({ id, name, role }) => {
    const what = ` · ${format.plain(`staff-${role}`)}`;
    const label = `${truncateLabel(name, shownLength(1) - seenLength(what))}${what}`;
    return button(label, staffActions.staffMember({ person: id }));
  });
  const inviteButtons = invites.map(({ code, role, expiresAt }) =>
    button(
      format.plain('staff-invite-row', { role: format.plain(`staff-${role}`), until: format.clock(expiresAt) }),
      staffActions.staffInvite({ code }),
    ),
  );
  const { onPage, ...turn } = pageOf([...memberButtons, ...inviteButtons], askedPage);
  return {
    text: lines(format.html('staff-title'), '', format.html(members.length === 0 ? 'staff-none' : 'staff-hint')),
    keys: [
      ...onPage.map((one) => [one]),
      ...previousNextRows(format, turn, (page) => staffActions.staffPage({ page }), [
        button(format.plain('key-invite-staff'), staffActions.chooseStaffRole()),
      ]),
      backRow(format, adminActions.deskPeople()),
    ],
  };
}

export const staffRoleScreen = (format: Formatter): Screen => ({
  text: lines(
    format.html('staff-which-role'),
    ...staffRoles.flatMap((role) => ['', `<b>${format.html(`staff-${role}`)}</b>`, format.html(`staff-may-${role}`)]),
  ),
  keys: [
    ...staffRoles.map((role) => [button(format.plain(`staff-${role}`), staffActions.inviteStaff({ role }))]),
    backRow(format, staffActions.staff()),
  ],
});

interface StaffInviteData {
  readonly invite: StaffInvite;
  readonly link: string;
}

export const staffInviteScreen = (format: Formatter, { invite, link }: StaffInviteData): Screen => ({
  text: lines(
    format.html('staff-invited', {
      role: format.plain(`staff-${invite.role}`),
      until: format.when(invite.expiresAt),
    }),
    ...roleLines(format, invite),
    '',
    linkLine(format, link),
  ),
  keys: [
    linkRow(format, link),
    [button(format.plain('key-revoke'), staffActions.revokeStaffInvite({ code: invite.code }), 'danger')],
    backRow(format, staffActions.staff()),
  ],
});

export function staffMemberScreen(format: Formatter, member: StaffMember): Screen {
  const { id: person, name, role, decides } = member;
  return {
    text: lines(
      `<b>${format.html('line', { text: untrusted(name) })}</b>`,
      format.html(`staff-${role}`),
      '',
      ...roleLines(format, member),
    ),
    keys: [
      ...(role === 'cashier'
        ? [[button(format.plain('key-staff-credit'), staffActions.askStaffCredit({ person }))]]
        : []),
      ...(role === 'support'
        ? [
            [
              button(
                format.plain(decides ? 'key-decides-off' : 'key-decides-on'),
                staffActions.switchDecides({ person, on: decides ? 'off' : 'on' }),
              ),
            ],
          ]
        : []),
      inReadingOrder(format, [
        button(format.plain('key-person-audit'), auditActions.audit({ kind: 'all', person, page: 1 })),
        button(format.plain('key-person'), agentActions.agent({ person })),
      ]),
      [button(format.plain('key-remove-staff'), staffActions.askRemoveStaff({ person }), 'danger')],
      backRow(format, staffActions.staff()),
    ],
  };
}

export const removeStaffScreen = (format: Formatter, { id: person, name, role }: StaffMember): Screen => ({
  text: format.html('staff-remove', { name: untrusted(name), role: format.plain(`staff-${role}`) }),
  keys: [
    [button(format.plain('key-yes-remove-staff'), staffActions.removeStaff({ person }), 'danger')],
    backRow(format, staffActions.staffMember({ person })),
  ],
});
