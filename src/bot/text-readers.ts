import type { ChatScreens } from './core/chat-screens.ts';
import type { Services } from './core/services.ts';
import { readInOrder, type TextReader } from './core/text-reader.ts';
import type { Bulk } from './features/bulk/handlers.ts';
import { createContactsReader, createListReader } from './features/bulk/text-readers.ts';
import { createSearchReader } from './features/catalogue/search.ts';
import { createSmallTalkReader } from './features/home/text-readers.ts';
import { readNumber } from './features/numbers/text-readers.ts';
import { createOrderCodeReader, readUnknownCode } from './features/order-lookup/text-readers.ts';
import type { Ordering } from './features/orders/ordering.ts';
import type { Slips } from './features/payments/slips.ts';
import { createPromoReader } from './features/promo-codes/text-readers.ts';
import { type QuickSale, readDigits } from './features/quick-sale/quick-sale.ts';
import { createSentenceReader } from './features/support/text-readers.ts';

interface TextReaderParts {
  readonly bulk: Bulk;
  readonly ordering: Pick<Ordering, 'leave' | 'own' | 'quote'>;
  readonly quickSale: QuickSale;
  readonly readForSupport: TextReader;
  readonly screens: Pick<ChatScreens, 'orderShown'>;
  readonly slips: Slips;
}

/** What a text can mean: the first reader that understands it replies. Saved names may be the words of a search. */
export const createTextReader = (
  services: Pick<Services, 'catalogue' | 'operators' | 'orders' | 'promoCodes'>,
  { bulk, ordering, quickSale, readForSupport, screens, slips }: TextReaderParts,
): TextReader =>
  readInOrder([
    createSentenceReader(services, readForSupport),
    createListReader(bulk),
    quickSale.readSeveral,
    createOrderCodeReader(services),
    slips.readCode,
    createSmallTalkReader(readForSupport, ordering.leave),
    quickSale.read,
    createContactsReader(bulk),
    readNumber,
    createSearchReader(services),
    quickSale.readMistake,
    createPromoReader(services, ordering, screens),
    readForSupport,
    readDigits,
    readUnknownCode,
  ]);
