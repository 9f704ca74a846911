import { numberActions } from '#bot/actions/numbers.ts';
import type { TextReader } from '#bot/core/text-reader.ts';

export const readNumber: TextReader = async (_, { mobiles: [mobile] }) =>
  mobile === undefined ? null : { redirect: numberActions.number({ mobile }) };
