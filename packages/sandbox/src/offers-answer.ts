import type { OffersAnswer } from '@sharj/wire';
import { isOfOperator2, offersOf } from './offers.ts';

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
