import { numberActions } from '#bot/actions/numbers.ts';
import type { TextReader } from '#bot/kit/text-reader.ts';

export const readNumber: TextReader = async (_, { mobiles: [mobile] }) =>
  mobile === undefined ? null : { redirect: numberActions.number({ mobile }) };
