import type { Generated } from 'kysely';
import type { Language } from '#domain/language.ts';
import type { StaffRole } from '#domain/role.ts';

export interface PersonTable {
  id: number;
  /** Empty after the person had their data deleted. */
  name: string;
  language: Language;
  unit: 'rial' | 'toman';
  role: 'customer' | 'agent';
  paused_why: string | null;
  /** When they blocked the bot or deleted their account; cleared when they write again. */
  unreachable_at: number | null;
  created_at: number;
  seen_at: number;
  /** The tier of an agent; null without one. */
  tier_id: number | null;
  /** Whether they get reminders of packages that expire. */
  reminders: Generated<number>;
  /** Hours in Tehran; equal hours mean no quiet time. */
  quiet_from: Generated<number>;
  quiet_to: Generated<number>;
  /** In lower case. */
  username: string | null;
  /** Null for people who are not staff. */
  staff_role: StaffRole | null;
  staff_credit: Generated<number>;
  staff_decides: Generated<number>;
  /** When the person had their data deleted; cleared when they write again. */
  deleted_at: number | null;
  /** When they opened an owner's link; null for others and for owners in the settings. */
  owner_since: Generated<number | null>;
}

/** Words of names, for searching by prefix. */
export interface PersonWordTable {
  word: string;
  person_id: number;
}

/** Sums of delivered orders, updated in the same transaction. */
export interface BuyerTotalTable {
  person_id: number;
  orders: number;
  charged: number;
  last_at: number;
}

/** A link that makes one person a member of the staff, once. */
export interface StaffInviteTable {
  code: string;
  role: StaffRole;
  credit: number;
  decides: number;
  created_by: number;
  created_at: number;
  /** A revoked link ends at its revocation. */
  expires_at: number;
  used_by: number | null;
  used_at: number | null;
}

/** A link that makes its opener an owner, once. */
export interface OwnerLinkTable {
  /** Hash of the code in the link. The code itself is not stored. */
  hash: string;
  created_at: number;
  expires_at: number;
  used_by: number | null;
  used_at: number | null;
}

/** A note of the shop about a person. */
export interface PersonNoteTable {
  id: Generated<number>;
  person_id: number;
  author_id: number;
  at: number;
  text: string;
}
