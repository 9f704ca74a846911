/**
 * How gateways say that the shop's account is short. A subscriber's SIM card can lack credit too, so only words about the
 * account or the purchase may stand between the money and "not enough".
 */
export const defaultAccountEmptyPattern = new RegExp(
  [
    '(?:موجودی|اعتبار)(?: (?:حساب|پنل|کیف ?پول|شما|نماینده|فروشنده|برای|این|خرید|انجام))* کافی (?:نیست|نمی ?باشد)',
    'کمبود (?:موجودی|اعتبار)(?! سیم)',
    '(?:موجودی|اعتبار)(?: حساب)?(?: شما)? ناکافی',
    'insufficient (?:(?:account|wallet|reseller|your) )?(?:balance|credit|funds?)',
    '(?:balance|credit|funds) (?:is|are) (?:not enough|insufficient|too low)',
    'not enough (?:balance|credit|funds?)',
  ].join('|'),
  'iu',
);
