import { defineAction } from '../../core/action.ts';
import { order } from '../../core/fields.ts';

const announcement = order;

export const broadcastActions = {
  askAnnounce: defineAction({ tag: 'dn', fields: {}, permission: 'run' }),
  announcement: defineAction({ tag: 'dnv', fields: { announcement }, permission: 'run' }),
  sendAnnouncement: defineAction({ tag: 'dns', fields: { announcement }, permission: 'run' }),
  changeAnnouncement: defineAction({ tag: 'dnc', fields: { announcement }, permission: 'run' }),
  cancelAnnouncement: defineAction({ tag: 'dnx', fields: { announcement }, permission: 'run' }),
  stopAnnouncement: defineAction({ tag: 'dnp', fields: { announcement }, permission: 'run' }),
};
