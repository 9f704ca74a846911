import type { Bulk } from './buying/bulk/handlers.ts';
import { createContactsReader, createListReader } from './buying/bulk/text-readers.ts';
import { createSearchReader } from './buying/catalogue/search.ts';
import { readNumber } from './buying/numbers/text-readers.ts';
import type { Ordering } from './buying/orders/ordering.ts';
import { type QuickSale, readDigits } from './buying/quick-sale/quick-sale.ts';
import type { ChatScreens } from './kit/chat-screens.ts';
import type { Services } from './kit/services.ts';
import { readInOrder, type TextReader } from './kit/text-reader.ts';
import type { Slips } from './money/payments/slips.ts';
import { createSmallTalkReader } from './people/home/text-readers.ts';
import { createPromoReader } from './pricing/promo-codes/text-readers.ts';
import { createOrderCodeReader, readUnknownCode } from './running/order-lookup/text-readers.ts';
import { createSentenceReader } from './support/support/text-readers.ts';

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
