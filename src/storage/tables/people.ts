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
  /** They blocked the bot or deleted their account; cleared when they write again. */
  unreachable_at: number | null;
  created_at: number;
  seen_at: number;
  /** Of an agent; null: none. */
  tier_id: number | null;
  /** Whether they are reminded of packages that end. */
  reminders: Generated<number>;
  /** Hours in Tehran; equal: none. */
  quiet_from: Generated<number>;
  quiet_to: Generated<number>;
  /** In small letters. */
  username: string | null;
  /** Null: not of the staff. */
  staff_role: StaffRole | null;
  staff_credit: Generated<number>;
  staff_decides: Generated<number>;
  /** The person had their data deleted; cleared when they write again. */
  deleted_at: number | null;
  /** They opened an owner's link; null: no owner, or one of the settings. */
  owner_since: Generated<number | null>;
}

/** The words of names, for searching by how a word begins. */
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
  /** Revoked: the time of that. */
  expires_at: number;
  used_by: number | null;
  used_at: number | null;
}

/** A link that makes its opener an owner, once. */
export interface OwnerLinkTable {
  /** Of the code in the link, which is stored nowhere. */
  hash: string;
  created_at: number;
  expires_at: number;
  used_by: number | null;
  used_at: number | null;
}

/** What the shop notes about a person. */
export interface PersonNoteTable {
  id: Generated<number>;
  person_id: number;
  author_id: number;
  at: number;
  text: string;
}
