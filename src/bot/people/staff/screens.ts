import { adminActions } from '#bot/actions/admin.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { auditActions } from '#bot/actions/audit.ts';
import { staffActions } from '#bot/actions/staff.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { linkKeys, linkLine } from '#bot/kit/links.ts';
import { pageOf } from '#bot/kit/navigation.ts';
import { key, page } from '#bot/kit/page.ts';
import { seenLength, shownLength, truncateLabel } from '#bot/kit/row-label.ts';
import { button, type Screen } from '#bot/kit/screen.ts';
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
  return page(format, {
    text: [format.html('staff-title'), '', format.html(members.length === 0 ? 'staff-none' : 'staff-hint')],
    keys: onPage,
    turn: {
      ...turn,
      to: (page) => staffActions.staffPage({ page }),
      forAll: [key('key-invite-staff', staffActions.chooseStaffRole())],
    },
    back: adminActions.deskPeople(),
  });
}

export const staffRoleScreen = (format: Formatter): Screen =>
  page(format, {
    text: [
      format.html('staff-which-role'),
      ...staffRoles.flatMap((role) => ['', `<b>${format.html(`staff-${role}`)}</b>`, format.html(`staff-may-${role}`)]),
    ],
    keys: staffRoles.map((role) => key(`staff-${role}`, staffActions.inviteStaff({ role }))),
    back: staffActions.staff(),
  });

interface StaffInviteData {
  readonly invite: StaffInvite;
  readonly link: string;
}

export const staffInviteScreen = (format: Formatter, { invite, link }: StaffInviteData): Screen =>
  page(format, {
    text: [
      format.html('staff-invited', {
        role: format.plain(`staff-${invite.role}`),
        until: format.when(invite.expiresAt),
      }),
      ...roleLines(format, invite),
      '',
      linkLine(format, link),
    ],
    keys: [linkKeys(format, link), key('key-revoke', staffActions.revokeStaffInvite({ code: invite.code }), 'danger')],
    back: staffActions.staff(),
  });

export function staffMemberScreen(format: Formatter, member: StaffMember): Screen {
  const { id: person, name, role, decides } = member;
  return page(format, {
    text: [
      `<b>${format.html('line', { text: untrusted(name) })}</b>`,
      format.html(`staff-${role}`),
      '',
      ...roleLines(format, member),
    ],
    keys: [
      role === 'cashier' && key('key-staff-credit', staffActions.askStaffCredit({ person })),
      role === 'support' &&
        key(
          decides ? 'key-decides-off' : 'key-decides-on',
          staffActions.switchDecides({ person, on: decides ? 'off' : 'on' }),
        ),
      [
        key('key-person-audit', auditActions.audit({ kind: 'all', person, page: 1 })),
        key('key-person', agentActions.agent({ person })),
      ],
      key('key-remove-staff', staffActions.askRemoveStaff({ person }), 'danger'),
    ],
    back: staffActions.staff(),
  });
}

export const removeStaffScreen = (format: Formatter, { id: person, name, role }: StaffMember): Screen =>
  page(format, {
    text: format.html('staff-remove', { name: untrusted(name), role: format.plain(`staff-${role}`) }),
    keys: [key('key-yes-remove-staff', staffActions.removeStaff({ person }), 'danger')],
    back: staffActions.staffMember({ person }),
  });
