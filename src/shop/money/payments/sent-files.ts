import type { Slip } from '#domain/payment.ts';
import type { KeyValue } from '#storage/key-value.ts';
import type { CardPayments } from './card-payments.ts';
import { slipMs } from './card-requests.ts';
import type { PaymentMethods } from './payment-methods.ts';

/** A photo or a file that answers no question: the slip of a transfer, or something for support. */
export interface SentFile {
  /** The message in the chat with its sender. */
  readonly messageId: number;
  readonly date: number;
  /** Files of one album are sent together. */
  readonly album: string | null;
  readonly slip: Slip;
  readonly caption: string;
  /** The messenger's formatting of the caption. */
  readonly entities: readonly object[];
}

export interface SentFilesDeps {
  readonly sentFiles: KeyValue<readonly SentFile[]>;
  readonly methods: Pick<PaymentMethods, 'forPerson'>;
  readonly card: Pick<CardPayments, 'awaitingSlip'>;
}

/** For each person; a slip of several photos is one album. */
const mostKept = 12;

/** Keeps what people sent until they say what it is. Messages of a chat are handled one by one. */
export function createSentFiles({ sentFiles: store, methods, card }: SentFilesDeps) {
  const read = async (personId: number) => (await store.get(String(personId))) ?? [];
  return {
    /** `follows`: an earlier file of its album is kept already; `refused`: this person cannot transfer money to the shop. */
    async keep(personId: number, file: SentFile): Promise<'kept' | 'follows' | 'refused'> {
      const canTransfer =
        (await card.awaitingSlip(personId)) !== null || (await methods.forPerson(personId)).includes('card');
      if (!canTransfer) return 'refused';
      const kept = (await read(personId)).filter(({ messageId }) => messageId !== file.messageId);
      await store.set(String(personId), [...kept, file].slice(-mostKept), slipMs);
      return file.album !== null && kept.some(({ album }) => album === file.album) ? 'follows' : 'kept';
    },
    /** The file of a message with the others of its album, oldest first. */
    async find(personId: number, messageId: number): Promise<readonly SentFile[]> {
      const kept = await read(personId);
      const file = kept.find((one) => one.messageId === messageId);
      if (!file) return [];
      return file.album === null ? [file] : kept.filter(({ album }) => album === file.album);
    },
  };
}

/** Names the slip of a sent file, so that pressing its button twice counts once. */
export const sourceOf = ({ messageId, date, slip }: SentFile): string =>
  `sent:${slip.file ?? messageId}:${messageId}:${date}`;
