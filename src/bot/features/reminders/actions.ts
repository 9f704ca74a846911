import { defineAction } from '../../core/action.ts';
import { mobile, oneOf, whole } from '../../core/fields.ts';

const onOff = oneOf(['on', 'off']);
const reading = { permission: 'buy', whilePaused: true } as const;

export const reminderActions = {
  reminders: defineAction({ tag: 'ku', fields: {}, ...reading }),
  setReminders: defineAction({ tag: 'kv', fields: { reminders: onOff }, ...reading }),
  /** The index of a choice. */
  setQuietHours: defineAction({ tag: 'kw', fields: { choice: whole }, ...reading }),
  /** The reminders of one number. */
  remindNumber: defineAction({ tag: 'kx', fields: { mobile, reminders: onOff }, ...reading }),
  /** What a digest told of. */
  endingPackages: defineAction({ tag: 'ky', fields: { sentAt: whole, page: whole }, permission: 'sell' }),
};
