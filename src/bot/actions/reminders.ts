import { defineAction } from '#bot/kit/action.ts';
import { mobile, oneOf, whole } from '#bot/kit/fields.ts';

const onOff = oneOf(['on', 'off']);
const reading = { permission: 'buy', whilePaused: true } as const;

export const reminderActions = {
  reminders: defineAction({ tag: 'zu', fields: {}, ...reading }),
  setReminders: defineAction({ tag: 'zv', fields: { reminders: onOff }, ...reading }),
  /** The index of a choice. */
  setQuietHours: defineAction({ tag: 'zw', fields: { choice: whole }, ...reading }),
  /** The reminders of one number. */
  remindNumber: defineAction({ tag: 'zx', fields: { mobile, reminders: onOff }, ...reading }),
  /** The packages that a digest listed. */
  endingPackages: defineAction({ tag: 'zy', fields: { sentAt: whole, page: whole }, permission: 'sell' }),
};
