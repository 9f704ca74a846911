import { numberActions } from '#bot/actions/numbers.ts';
import type { TextReader } from '#bot/core/text-reader.ts';
import { severalNumbersScreen } from './screens.ts';

/** For people who do not sell: to choose one of them. */
export const readSeveralNumbers: TextReader = async ({ format }, { mobiles }) =>
  mobiles.length > 1 ? { screen: severalNumbersScreen(format, mobiles) } : null;

export const readNumber: TextReader = async (_, { mobiles: [mobile] }) =>
  mobile === undefined ? null : { redirect: numberActions.number({ mobile }) };
