/** The peers' screens: the same buttons and nearly the same texts as Sharj's, as plain templates in one language. */

export interface Product {
  readonly id: number;
  readonly name: string;
  readonly price: number;
}

export interface Shown {
  readonly text: string;
  readonly keyboard: { text: string; callback_data: string }[][];
}

/** The state of one purchase. */
export interface Cart {
  mobile: string;
  sim: string;
  product: Product | null;
  code: string;
}

const number = new Intl.NumberFormat('fa');
const clock = new Intl.DateTimeFormat('fa', { hour: 'numeric', minute: 'numeric' });
const day = new Intl.DateTimeFormat('fa', { dateStyle: 'long', timeStyle: 'short' });
const toman = (rials: number) => `${number.format(rials / 10)} تومان`;
export const totalOf = (price: number) => price + Math.round(price / 10);

const button = (text: string, callback_data: string) => ({ text, callback_data });
const home = button('🏠 خانه', 'home');
const back = button('‹ بازگشت', 'back');
const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const spoken = (mobile: string) => `0${mobile.slice(2, 5)} ${mobile.slice(5, 8)} ${mobile.slice(8)}`;
const numberLine = ({ mobile }: Cart) => `‏<b>⁦<code>${spoken(mobile)}</code>⁩</b>`;
const path = (sim: string) => `<b>بسته‌های اینترنت</b> › همراه اول › ${sim}`;
const simName = (sim: string) => (sim === 'prepaid' ? 'اعتباری' : 'دائمی');

export const welcome = (name: string): Shown => ({
  text: `⁨${html(name)}⁩ عزیز، خوش آمدید!\n\n<b>چه چیزی می‌خواهید بخرید؟</b>\nهر وقت خواستید شمارهٔ موبایل را بفرستید تا با همان شروع کنیم.`,
  keyboard: [
    [button('🎁 پیشنهاد ویژه', 'offers'), button('📦 بستهٔ اینترنت', 'packages')],
    [button('⚡ شارژ', 'topup'), button('📇 شماره‌های اخیر', 'numbers')],
    [button('🧾 سفارش‌های من', 'orders'), button('⚙️ تنظیمات', 'settings')],
    [button('👛 کیف پول', 'wallet')],
  ],
});

export const askSim = (cart: Cart): Shown => ({
  text: `${numberLine(cart)}\n‏همراه اول\n\nسیم‌کارت اعتباری است یا دائمی؟`,
  keyboard: [
    [button('اعتباری', 'sim:prepaid'), button('دائمی', 'sim:postpaid')],
    [button('تغییر اپراتور', 'operator'), home],
  ],
});

export const hub = (cart: Cart): Shown => ({
  text: `${numberLine(cart)}\nهمراه اول · ${simName(cart.sim)}\n\nچه چیزی برای این شماره می‌خواهید؟`,
  keyboard: [
    [button('📦 بستهٔ اینترنت', 'shelf'), button('⚡ شارژ', 'topup')],
    [button('تغییر اپراتور', 'operator'), button('تغییر نوع سیم‌کارت', 'sim')],
    [button('☆ ذخیرهٔ شماره', 'save'), home],
  ],
});

const counted = (name: string, count: number, data: string) => [button(`‏⁨${name}⁩ (${number.format(count)})`, data)];

export const shelf = (cart: Cart, count: number): Shown => ({
  text: `${path(simName(cart.sim))}\n${numberLine(cart)}\n\nیک دسته را انتخاب کنید:`,
  keyboard: [
    counted('بسته‌های اینترنت', count, 'category:1'),
    counted('پیشنهاد ویژه', 2, 'category:4'),
    [button(`همهٔ این بخش (${number.format(count)})`, 'all')],
    [back, home],
  ],
});

export const category = (cart: Cart, count: number): Shown => ({
  text: `${path(simName(cart.sim))} › ‏⁨بسته‌های اینترنت⁩\n${numberLine(cart)}\n\nیک دسته را انتخاب کنید:`,
  keyboard: [
    counted('ساعتی', 2, 'sub:1'),
    counted('روزانه', 8, 'sub:2'),
    counted('هفتگی', 3, 'sub:4'),
    counted('ماهانه', 12, 'sub:5'),
    counted('بلندمدت', 6, 'sub:9'),
    [button(`همهٔ این بخش (${number.format(count)})`, 'all')],
    [back, home],
  ],
});

export const list = (cart: Cart, products: readonly Product[]): Shown => ({
  text: `${path(simName(cart.sim))} › ‏⁨بسته‌های اینترنت⁩\n${numberLine(cart)}\n\n${number.format(products.length)} مورد · قیمت‌ها با مالیات است:`,
  keyboard: [
    ...products
      .slice(0, 8)
      .map(({ id, name, price }) => [button(`⁨${name}⁩ · ${toman(totalOf(price))}`, `product:${id}`)]),
    [button(`۱ از ${number.format(Math.ceil(products.length / 8))}`, 'page:1'), button('بعدی ›', 'page:2')],
    [button('✓ پیشنهادی', 'sort:0'), button('قیمت', 'sort:1'), button('مدت', 'sort:2')],
    [back, home],
  ],
});

export function confirm(cart: Cart, { name, price }: Product): Shown {
  const total = totalOf(price);
  return {
    text: `<b>همه‌چیز درست است؟</b>\n\n${numberLine(cart)}\nهمراه اول · ${simName(cart.sim)}\n‏<b>‏⁨${html(name)}⁩</b>\n\nقیمت: ${toman(price)}\nمالیات ۱۰٪: ${toman(total - price)}\n<b>جمع: ${toman(total)}</b>\nموجودی پس از خرید: ${toman(100_000_000 - total)}\n\nاین قیمت تا ساعت ${clock.format(Date.now() + 600_000)} ثابت است.`,
    keyboard: [
      [button(`✅ تأیید · ${toman(total)}`, 'confirm')],
      [button('تغییر شماره', 'number')],
      [back, button('انصراف', 'cancel')],
    ],
  };
}

const bought = (title: string, cart: Cart, { name, price }: Product) =>
  `${title}\n\n${numberLine(cart)}\nهمراه اول · ${simName(cart.sim)}\n‏<b>‏⁨${html(name)}⁩</b>\n<b>جمع: ${toman(totalOf(price))}</b>\n\nکد: ⁦<code>${cart.code}</code>⁩\n‏${day.format(Date.now())}`;

export const progress = (cart: Cart, product: Product): Shown => ({
  text: bought('⏳ <b>در حال خرید…</b> نتیجه خودش همین‌جا می‌آید.', cart, product),
  keyboard: [[button('کپی کد', 'copy'), button('↻ به‌روزرسانی', 'refresh')], [home]],
});

export const receipt = (cart: Cart, product: Product): Shown => ({
  text: bought('✅ <b>تحویل شد</b>', cart, product),
  keyboard: [
    [button('کپی کد', 'copy'), button('↻ خرید دوباره', 'again')],
    [button('☆ ذخیرهٔ شماره', 'save'), home],
  ],
});
