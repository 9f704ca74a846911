import { canSell } from '#bot/kit/authorize.ts';
import type { TextReader } from '#bot/kit/text-reader.ts';
import type { Bulk } from './handlers.ts';

const severalLines = /\S\s*\n\s*\S/;

/** Several numbers, or lines with saved names in their place. */
export const createListReader =
  ({ isList, start }: Pick<Bulk, 'isList' | 'start'>): TextReader =>
  async (request, { message, mobiles }) => {
    if (!canSell(request.person)) return null;
    const text = message?.text ?? message?.caption ?? '';
    const isMeant = mobiles.length > 1 || (severalLines.test(text) && (await isList(request, text)));
    return isMeant ? start(request, text) : null;
  };

/** Contacts of others, sent one after the other. */
export const createContactsReader =
  ({ gather }: Pick<Bulk, 'gather'>): TextReader =>
  async (request, { message, mobiles: [mobile] }) => {
    const { person } = request;
    const isOthers = message?.contact !== undefined && message.contact.user_id !== person.id;
    return isOthers && mobile !== undefined && canSell(person) ? gather(request, mobile) : null;
  };
