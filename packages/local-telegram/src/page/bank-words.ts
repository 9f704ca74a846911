/** The panel's words about the sandbox bank. */
export const bankWords = {
  en: {
    faults: 'Trouble at the bank',
    hint: 'Switch one on, then add money.',
    names: {
      down: 'Says 503, does nothing',
      slow: 'Answers 8 s late',
      'verify-fails': 'Verifies, then says 500',
      'callback-twice': 'Sends the payer back twice',
      'callback-forged': 'Cancel comes back as paid',
      'amount-differs': 'Takes a tenth less',
      cut: 'Does it, then cuts the line',
      garbage: 'Answers with a web page',
      'too-many': 'Too many calls (429)',
      refused: 'Refuses our account',
    } as Readonly<Record<string, string>>,
  },
  fa: {
    faults: 'اختلال در بانک',
    hint: 'یکی را روشن کنید، سپس موجودی را افزایش دهید.',
    names: {
      down: '۵۰۳ می‌گوید، کاری نمی‌کند',
      slow: '۸ ثانیه دیر پاسخ می‌دهد',
      'verify-fails': 'تأیید می‌کند، سپس ۵۰۰ می‌گوید',
      'callback-twice': 'پرداخت‌کننده را دو بار برمی‌گرداند',
      'callback-forged': 'انصراف را پرداخت‌شده اعلام می‌کند',
      'amount-differs': 'یک‌دهم کمتر می‌گیرد',
      cut: 'انجام می‌دهد، سپس ارتباط را قطع می‌کند',
      garbage: 'یک صفحهٔ وب می‌فرستد',
      'too-many': 'درخواست زیاد (۴۲۹)',
      refused: 'حساب ما را نمی‌پذیرد',
    } as Readonly<Record<string, string>>,
  },
};
