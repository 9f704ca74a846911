import { isOfOperator2, type Offer, offersOf } from './offers.ts';

/** The response table of endpoint 1, field for field. */
export interface OffersAnswer {
  readonly status: boolean;
  readonly ResultCode: number;
  readonly TransactionID: string;
  readonly CommandStatus: string;
  readonly OrigResponseMessage: string;
  readonly message: string;
  readonly offersList: readonly Offer[];
}

export const answerOffers = (mobile: string, transaction: string): OffersAnswer =>
  isOfOperator2(mobile)
    ? {
        status: true,
        ResultCode: 0,
        TransactionID: transaction,
        CommandStatus: 'Completed',
        OrigResponseMessage: 'Success',
        message: 'پیشنهادهای ویژه دریافت شد.',
        offersList: offersOf(mobile),
      }
    : {
        status: false,
        ResultCode: 2001,
        TransactionID: transaction,
        CommandStatus: 'Rejected',
        OrigResponseMessage: 'Subscriber not found',
        message: 'این شماره مشترک اپراتور ۲ نیست.',
        offersList: [],
      };
