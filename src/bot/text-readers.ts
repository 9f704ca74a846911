import { readInOrder, type TextReader } from './core/text-reader.ts';
import type { Bulk } from './features/bulk/handlers.ts';
import { createContactsReader, createListReader } from './features/bulk/text-readers.ts';
import { createSearchReader } from './features/catalogue/search.ts';
import { createSmallTalkReader, readWrongNumber } from './features/home/text-readers.ts';
import type { NumberHubServices } from './features/numbers/number-hub.ts';
import { readNumber, readSeveralNumbers } from './features/numbers/text-readers.ts';
import { createOrderCodeReader, readUnknownCode } from './features/order-lookup/text-readers.ts';
import type { Slips } from './features/payments/slips.ts';
import { createQuickSaleReader } from './features/quick-sale/quick-sale.ts';

/** What a text can mean: the first reader that understands it replies. Saved names may be the words of a search. */
export const createTextReader = (
  services: NumberHubServices,
  bulk: Bulk,
  slips: Slips,
  readForSupport: TextReader,
): TextReader =>
  readInOrder([
    createListReader(bulk),
    readSeveralNumbers,
    createOrderCodeReader(services),
    slips.readCode,
    createSmallTalkReader(readForSupport),
    createQuickSaleReader(services),
    createContactsReader(bulk),
    readNumber,
    createSearchReader(services),
    readWrongNumber,
    readUnknownCode,
  ]);
