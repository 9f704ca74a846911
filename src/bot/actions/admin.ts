import { defineAction } from '#bot/kit/action.ts';
import { oneOf } from '#bot/kit/fields.ts';

export const adminActions = {
  menu: defineAction({ tag: 'd', fields: {}, permission: 'desk' }),
  /** Groups of the menu. */
  deskPeople: defineAction({ tag: 'dkp', fields: {}, permission: 'people' }),
  deskShop: defineAction({ tag: 'dks', fields: {}, permission: 'reports' }),
  /** What a new shop needs. */
  firstSteps: defineAction({ tag: 'dkf', fields: {}, permission: 'run' }),
  dismissFirstSteps: defineAction({ tag: 'dkx', fields: {}, permission: 'run' }),
  askPauseSelling: defineAction({ tag: 'ds', fields: {}, permission: 'run' }),
  resumeSelling: defineAction({ tag: 'dg', fields: {}, permission: 'run' }),
  checkLedger: defineAction({ tag: 'dl', fields: {}, permission: 'run' }),
  /** When the last backup was made, or what is off and who turns it on. */
  backup: defineAction({ tag: 'dbp', fields: {}, permission: 'run' }),
  backUp: defineAction({ tag: 'db', fields: {}, permission: 'run' }),
  /** How to turn backups on. */
  backupHelp: defineAction({ tag: 'dbh', fields: { from: oneOf(['shop', 'firstSteps']) }, permission: 'run' }),
  /** What to compare after a restore. */
  restored: defineAction({ tag: 'dbr', fields: {}, permission: 'run' }),
  health: defineAction({ tag: 'dh', fields: {}, permission: 'reports' }),
};
