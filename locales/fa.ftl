# واژه‌های تنها
sim-prepaid = اعتباری
sim-postpaid = دائمی
type-data = بسته‌های اینترنت
type-topup = شارژ
type-tdlte = بسته‌های TD-LTE
unit-rial = ریال
unit-toman = تومان
money-at-bank = { $amount } (در بانک { $rials })
days = { $days }{"\u00A0"}روز
days-tight = { $days }روز
hours = { $hours }{"\u00A0"}ساعت
hours-tight = { $hours }ساعت
amount-gb = { $count }{"\u00A0"}گیگ
amount-mb = { $count }{"\u00A0"}مگ
amount-tb = { $count }{"\u00A0"}ترابایت
amount-minute = { $count }{"\u00A0"}دقیقه
price-from = از { $min }
line = {"\u200F"}{ $text }
day = <b>{ $day }</b>
the-owner = مدیر
just-now = هم‌اکنون

# دکمه‌ها
key-home = 🏠 خانه
key-back = ‹ بازگشت
key-previous = ‹ قبلی
key-next = بعدی ›
key-next-page = بعدی { $page } از { $pages } ›
key-offers = 🎁 پیشنهاد شما
key-packages = 📦 بستهٔ اینترنت
key-topup = ⚡ شارژ
key-tdlte = 📡 بسته‌های TD-LTE
key-numbers = 📇 شماره‌های اخیر
key-orders = 🧾 سفارش‌های من
key-settings = ⚙️ تنظیمات
key-help = راهنما
key-terms = قوانین
key-search = 🔍 جستجو
key-search-again = 🔍 جستجوی دوباره
key-all = همهٔ این بخش ({ $count })
key-other-amount = ✏️ مبلغ دیگر
key-all-topups = همهٔ شارژها ({ $count })
key-try-again = ↻ تلاش دوباره
key-confirm = ✅ تأیید · { $total }
key-ported = بله، به { $operator } ترابرد شده
key-change-number = تغییر شماره
key-cancel = انصراف
key-change-operator = تغییر اپراتور
key-is-prepaid = اعتباری است
key-is-postpaid = دائمی است
key-save-number = ☆ ذخیرهٔ شماره
key-edit-number = ★ ویرایش شماره
key-change-label = تغییر نام
key-remove-label = حذف نام
key-forget-number = حذف این شماره
key-copy-code = کپی کد
key-buy-again = ↻ خرید دوباره
key-refresh = ↻ به‌روزرسانی
key-open-chat = باز کردن گفتگوی خصوصی
key-share-number = 📱 ارسال شمارهٔ خودم

# خانه، راهنما، تنظیمات
welcome = { $name } عزیز، خوش آمدید!
home-title = <b>چه چیزی می‌خواهید بخرید؟</b>
home-hint = هر وقت خواستید شمارهٔ موبایل را بفرستید تا با همان شروع کنیم.
left = کنار گذاشته شد. خریدی انجام نشد.
cancelled = لغو شد. خریدی انجام نشد.
settings-title = <b>تنظیمات</b>
settings-hint = زبان را انتخاب کنید، و این‌که مبلغ‌ها به ریال نشان داده شود یا تومان.
settings-example = اکنون مبلغ‌ها این‌گونه نشان داده می‌شود: { $amount }
help =
    <b>چگونه بخرم؟</b>
    شمارهٔ موبایل را بفرستید: تایپ کنید، بچسبانید یا مخاطب را به اشتراک بگذارید. انتخاب کنید، قیمت را ببینید و «تأیید» را بزنید. یک خط کامل هم می‌شود: <code>۰۹۱۲۳۴۵۶۷۸۹ ۵۰۰۰</code>. با هر تأیید فقط یک بار خرید می‌شود؛ حتی اگر دو بار بزنید یا ارتباط قطع شود.

    <b>اگر جواب طول کشید</b>
    می‌بینید که در حال پیگیری از اپراتور هستیم. لطفاً دوباره نخرید: نتیجه به همین گفتگو می‌آید و پول فقط بابت چیزی که تحویل شده کم می‌شود.

    <b>دستورها</b>
    خانه: {"\u200E"}/start
    پیدا کردن بسته: {"\u200E"}/search – مثلاً <code>{"\u200E"}/search 10gb</code>
    سفارش‌های شما: {"\u200E"}/orders
    خرید دوره‌ای: {"\u200E"}/plans
    زبان و واحد پول: {"\u200E"}/settings
    قوانین: {"\u200E"}/terms
    نوشتن به پشتیبانی: {"\u200E"}/support
    خروج از کاری که در حال انجامش هستید: {"\u200E"}/cancel
terms =
    <b>قوانین</b>
    قیمت‌ها با مالیات بر ارزش افزوده است و تا ساعتی که نوشته شده ثابت می‌ماند. سفارش پس از تحویل روی شماره قطعی است؛ پیش از تأیید، شماره را بررسی کنید. بابت سفارشی که اپراتور رد کند پولی گرفته نمی‌شود.
not-understood = در این پیام شمارهٔ موبایل، مبلغ، کد پیگیری یا نام بسته پیدا نکردم. مثلاً بنویسید: ۰۹۱۲۳۴۵۶۷۸۹ ۱۰ گیگ ماهانه. اگر کار دیگری دارید، به پشتیبانی بنویسید: {"\u200E"}/support
not-text = من متن و مخاطب را می‌خوانم. شمارهٔ موبایل بفرستید، یا آن را به پشتیبانی بفرستید: {"\u200E"}/support
edited = پیام ویرایش‌شده را نمی‌خوانم. لطفاً آن را دوباره بفرستید.
question-outdated = وقتی می‌نوشتید ربات به‌روز شد و آن پرسش از بین رفت. خریدی انجام نشد؛ لطفاً دوباره انتخاب کنید.
button-old = این دکمه قدیمی است. برای منوی تازه {"\u200E"}/start را بفرستید.
too-fast = درخواست‌ها پشت سر هم است. لطفاً { $seconds } ثانیهٔ دیگر دوباره تلاش کنید.
group = من فقط در گفتگوی خصوصی می‌فروشم.
error = خطایی از سمت ما پیش آمد. پیش از تکرار، سفارش‌ها یا کیف پول را ببینید؛ شاید انجام شده باشد. کد پیگیری: {"\u200E"}{ $reference }
error-payment = پرداخت شما دریافت شد و در حال ثبت است؛ لطفاً دوباره پرداخت نکنید. کد پیگیری: {"\u200E"}{ $reference }
error-checkout = خطایی از سمت ما پیش آمد و چیزی پرداخت نشد. کمی بعد دوباره امتحان کنید. کد پیگیری: {"\u200E"}{ $reference }

# شماره‌ها
ask-number = <b>برای کدام شماره؟</b>
    شماره را تایپ کنید یا بچسبانید، یا مخاطب را به اشتراک بگذارید.
ask-number-recent = یا یکی از شماره‌های قبلی را انتخاب کنید:
ask-number-for = «{ $words }»
share-hint = برای شمارهٔ خودتان، زدن دکمهٔ پایین کافی است.
number-labelled = {"\u200F"}{ $label } · { $number }
number-facts = { $operator } · { $sim }
number-what = چه چیزی برای این شماره می‌خواهید؟
number-nothing = فعلاً چیزی برای این شماره موجود نیست. اپراتور درست است؟
operator-unknown = این پیش‌شماره را نمی‌شناسم.
choose-operator = کدام اپراتور؟
choose-sim = سیم‌کارت اعتباری است یا دائمی؟
numbers-title = <b>شماره‌های شما</b>
numbers-hint = یکی را انتخاب کنید یا شمارهٔ دیگری بفرستید.
numbers-empty = هنوز شماره‌ای نیست. برای شروع یک شمارهٔ موبایل بفرستید.
forgotten = شمارهٔ { $number } حذف شد.
saved-as = این شماره ذخیره شده است.
ask-label = نامی برای این شماره بفرستید، مثلاً «مادر»، تا زود پیدا شود.
several-numbers = { $count ->
    [1] یک شماره پیدا کردم. شروع کنیم؟
   *[other] { $count } شماره پیدا کردم. اول کدام؟
  }
several-numbers-first = این { $count } شماره اول آمده‌اند:

# قفسه‌ها
packages-hint = اپراتور را انتخاب کنید یا بنویسید چه می‌خواهید؛ مثلاً: ۱۰ گیگ، شبانه، هفتگی.
chosen = انتخاب شما: { $what }
shelf-categories = یک دسته را انتخاب کنید:
shelf-best = پرفروش‌ترین‌ها اول آمده‌اند؛ یا یک دسته را انتخاب کنید:
shelf-choose = { $count ->
    [1] یک مورد · قیمت با مالیات است:
   *[other] { $count } مورد · قیمت‌ها با مالیات است:
  }
shelf-empty = فعلاً چیزی در این بخش موجود نیست.
category-count = {"\u200F"}{ $name } ({ $count })
key-shelf-options = ⇅ ترتیب و دسته
shelf-options = ترتیب را انتخاب کنید، یا پیوند این فهرست را بگیرید.
shelf-options-narrow = ترتیب یا بخشی از این فهرست را انتخاب کنید.
sort-catalogue = پیشنهادی
sort-price = قیمت
sort-days = مدت
catalogue-none = فهرست بسته‌ها اکنون در دسترس نیست. لطفاً یک دقیقهٔ دیگر تلاش کنید.
catalogue-stale = ⚠️ فهرست به‌روز نشد؛ این قیمت‌ها مربوط به { $when } است. پیش از پرداخت، قیمت دوباره بررسی می‌شود.
search-title = <b>جستجو:</b> { $words }
search-none = چیزی پیدا نشد. با واژه‌های کمتر یا دیگری امتحان کنید.
ask-search = چه می‌خواهید؟ مثلاً: ۱۰ گیگ ماهانه
topup-choose = چقدر شارژ؟ انتخاب کنید یا مبلغ شارژ را بنویسید.
topup-price = برای { $credit } شارژ، با مالیات { $price } می‌پردازید.
topup-wonder = شارژ شگفت‌انگیز
topup-youth = شارژ جوانان
title-amount = { $name } · { $amount }
title-credit = { $name } { $credit }ی
title-paid = { $name } به مبلغ { $amount }
ask-amount = مبلغ شارژ را از { $min } تا { $max } بفرستید.
    اگر واحد ننویسید، { $unit } حساب می‌شود.
amount-which = کدام مبلغ؟
offers-choose = { $count ->
    [1] یک پیشنهاد برای این شماره · قیمت با مالیات است:
   *[other] { $count } پیشنهاد برای این شماره · قیمت‌ها با مالیات است:
  }
offers-none = فعلاً پیشنهادی برای این شماره نیست.
offers-other-operator = این پیشنهادها فقط برای شماره‌های { $operator } است.

# تأیید
confirm-title = <b>همه‌چیز درست است؟</b>
confirm-base = قیمت: { $base }
confirm-credit = شارژ دریافتی: { $base }
confirm-vat = مالیات { $percent }٪: { $vat }
confirm-total = <b>جمع: { $total }</b>
confirm-discount = تخفیف: { $amount }
confirm-discount-named = { $name }: { $amount } تخفیف
confirm-fee = کارمزد خدمات: { $amount }
confirm-fee-named = { $name }: { $amount }
confirm-customer = قیمت برای مشتری: { $total }
confirm-you-pay = <b>پرداخت شما: { $charge }</b>
confirm-profit = سود شما: { $profit }
order-sent = ارسال‌شده به وب‌سرویس فروش: { $total }
order-profit = سود: { $profit }
confirm-spend = قابل خرج پس از خرید: { $left }
confirm-wallet-short = ⚠️ کیف پول شما { $missing } کم دارد.
confirm-wallet-pay = ⚠️ کیف پول شما { $missing } کم دارد. پس از پرداخت، همین خرید خودکار انجام می‌شود.
confirm-twin = { $minutes ->
    [1] ⚠️ همین را یک دقیقه پیش برای این شماره خریده‌اید (کد { $code }).
   *[other] ⚠️ همین را { $minutes } دقیقه پیش برای این شماره خریده‌اید (کد { $code }).
  }
confirm-other-operator = ⚠️ این شماره از { $number } است و بسته از { $package }.
confirm-other-sim = ⚠️ پیش‌تر گفته‌اید این سیم‌کارت { $sim } است. لطفاً بررسی کنید.
confirm-slow = 🐢 اپراتور اکنون کند پاسخ می‌دهد. سفارش شما منتظر می‌ماند و خودش انجام می‌شود؛ لازم نیست دوباره بخرید.
confirm-holds = این قیمت تا ساعت { $until } ثابت است.
warning = ⚠️ { $text }
wallet-ask = از فروشنده اعتبار بگیرید، این کد را بگویید و دوباره تلاش کنید.
wallet-ask-owner = از { $owner } اعتبار بگیرید، این کد را بگویید و دوباره تلاش کنید.

# سفارش‌ها
state-quoted = <b>هنوز تأیید نشده</b>
toast-buying = تأیید شد؛ در حال خرید است.
state-confirmed = ⏳ <b>در حال خرید…</b> نتیجه همین‌جا می‌آید.
state-unsure = ⏳ <b>در حال پیگیری از اپراتور هستیم.</b>
    دوباره نخرید. نتیجه همین‌جا می‌آید.
state-review = 🔎 <b>همکار ما در حال پیگیری از اپراتور است.</b>
    دوباره نخرید. پول شما تا روشن شدن نتیجه نگه داشته شده است.
state-delivered = ✅ <b>تحویل شد</b>
state-activated = ✅ <b>فعال شد</b>
state-rejected = ❌ <b>خرید انجام نشد.</b> پول شما به کیف پولتان برگشت.
state-expired = <b>مهلت گذشت.</b> خریدی انجام نشد.
state-cancelled = <b>لغو شد.</b> خریدی انجام نشد.
outcome-account-empty = فروشگاه فعلاً نمی‌تواند این را بخرد. بعداً دوباره تلاش کنید.
order-reason = علت: { $reason }
order-held = پول شما تا روشن شدن نتیجه نگه داشته شده است. معمولاً کمتر از یک دقیقه طول می‌کشد؛ اگر اپراتور پاسخ ندهد، حداکثر { $hours } ساعت، و سپس همکار ما رسیدگی می‌کند.
order-planned = 🔁 خرید دوره‌ای
order-days = اعتبار: { $days }{"\u00A0"}روز
order-below = ⬇️ نتیجه در پیام پایین‌تر است
order-code = کد پیگیری: { $code }
receipt-balance = موجودی پس از خرید: { $balance }
receipt-debt = بدهی پس از خرید: { $debt }
key-balance-after = 👛 موجودی: { $balance }
key-debt-after = 👛 بدهی شما: { $debt }
order-row = {"\u200F"}{ $sign } { $what } · { $whose } · { $total } · { $when }
order-row-short = {"\u200F"}{ $sign } { $what } · { $total } · { $when }
orders-title = <b>سفارش‌های من</b>
orders-hint = تازه‌ترین‌ها اول. برای دیدن جزئیات یکی را انتخاب کنید.
    ✅ تحویل شد · ⏳ در راه · 🔎 در دست بررسی · ❌ خرید انجام نشد
orders-empty = هنوز چیزی نخریده‌اید.
past-all = همه
past-open = در راه
past-delivered = تحویل‌شده
past-rejected = انجام‌نشده
past-time-all = هر زمان
past-time-day = امروز
past-time-week = این هفته
past-time-month = این ماه
past-choice = فقط: { $choice }
past-none = سفارشی با این مشخصات نیست.
key-one-number = 🔢 یک شماره
key-any-number = ✕ شماره
ask-past = برای کدام شماره؟ تایپ کنید، بچسبانید یا مخاطب را بفرستید.

# خطاها
failure-number-invalid = شمارهٔ موبایل درست نیست. مثل این بفرستید: ۰۹۱۲۳۴۵۶۷۸۹
failure-number-short = { $missing ->
    [1] یک رقم از شمارهٔ موبایل جا مانده است.
   *[other] { $missing } رقم از شمارهٔ موبایل جا مانده است.
} شماره ۱۱ رقم دارد، مثل ۰۹۱۲۳۴۵۶۷۸۹
failure-number-long = { $extra ->
    [1] شمارهٔ موبایل یک رقم زیادی دارد.
   *[other] شمارهٔ موبایل { $extra } رقم زیادی دارد.
} شماره ۱۱ رقم دارد، مثل ۰۹۱۲۳۴۵۶۷۸۹
failure-number-landline = این شمارهٔ تلفن ثابت است. شمارهٔ موبایل بفرستید که با ۰۹ شروع می‌شود.
failure-number-foreign = این شمارهٔ ایران نیست. شمارهٔ موبایل ایران بفرستید، مثل ۰۹۱۲۳۴۵۶۷۸۹
failure-number-prefix = هیچ اپراتوری شماره‌ای با پیش‌شمارهٔ { $prefix } ندارد. لطفاً شماره را دوباره ببینید.
failure-number-missing = در این پیام شمارهٔ موبایل نیست. مثل این بفرستید: ۰۹۱۲۳۴۵۶۷۸۹
failure-amount-out-of-range = مبلغ باید از { $min } تا { $max } باشد.
amount-nearest = نزدیک‌ترین مبلغ: { $amount }
failure-amount-unclear = منظورتان { $first } است یا { $second }؟ لطفاً مبلغ را با همهٔ صفرهایش بنویسید.
failure-amount-invalid = مبلغ درست نیست. مثل این بفرستید: ۵۰٬۰۰۰
failure-period-invalid = این دو تاریخ نیست. مثل این بفرستید: ۱۴۰۵/۰۸/۰۱ ۱۴۰۵/۰۸/۲۴
failure-product-gone = این بسته دیگر در فهرست نیست. لطفاً یکی دیگر انتخاب کنید.
failure-product-changed = این بسته پس از انتخاب شما تغییر کرده است. خریدی انجام نشد؛ لطفاً آن را به شکل تازه ببینید.
failure-product-off-sale = این بسته فعلاً فروخته نمی‌شود. لطفاً یکی دیگر انتخاب کنید.
failure-product-not-for-number = این بسته فقط برای شماره‌های TD-LTE است. لطفاً شماره را بررسی کنید.
failure-offer-gone = اپراتور دیگر این پیشنهاد را ندارد. لطفاً یکی دیگر انتخاب کنید.
failure-offers-unavailable = پیشنهادها دریافت نشد: اپراتور پاسخ نمی‌دهد. لطفاً دوباره تلاش کنید.
failure-offers-refused = اپراتور برای این شماره پیشنهادی ندارد: { $message }
failure-order-unknown = چنین سفارشی پیدا نشد. لطفاً کد را بررسی کنید.
failure-order-not-yours = این سفارش متعلق به شخص دیگری است.
failure-list-changed = فهرست از آن زمان تغییر کرده است. وضعیت تازه‌اش این است؛ لطفاً ببینید و تأیید کنید.
failure-order-not-open = این سفارش پیش‌تر تعیین تکلیف شده است.
failure-quote-expired = ⏱ مهلت این قیمت تمام شد. قیمت اکنون این است؛ لطفاً دوباره تأیید کنید.
failure-price-moved = ⚠️ قیمت تغییر کرده: { $was } بود و اکنون { $now } است. فقط اگر می‌خواهید تأیید کنید.
failure-wallet-too-small = کیف پول شما { $missing } کم دارد. خریدی انجام نشد.
failure-daily-limit = این خرید از سقف روزانهٔ شما ({ $limit }) بیشتر می‌شود. ماندهٔ امروز: { $left }. روز تازه از { $anew } شروع می‌شود.
failure-invoice-stale = کیف پول شما پس از این فاکتور تغییر کرده است. چیزی پرداخت نشد؛ لطفاً دوباره قیمت بگیرید.
paused-now = ⏸ فروش فعلاً متوقف است. می‌توانید نگاه کنید؛ خرید به‌زودی دوباره باز می‌شود.
paused-now-why = ⏸ فروش متوقف است: { $reason }
failure-selling-paused = فروش فعلاً متوقف است. لطفاً بعداً تلاش کنید؛ خریدی انجام نشد.
failure-selling-paused-why = فروش متوقف است: { $reason }
    خریدی انجام نشد.
failure-person-paused = حساب شما مسدود است: { $reason }. پول شما محفوظ است و سفارش‌های در جریان ادامه دارند. لطفاً از فروشگاه بپرسید.
failure-invite-invalid = این دعوت پیش‌تر استفاده شده یا مهلتش گذشته است. لطفاً از مدیر دعوت تازه بگیرید.
failure-person-unknown = چنین کسی را نمی‌شناسم. باید دست‌کم یک بار به ربات پیام داده باشد.
failure-announcement-unknown = این اطلاعیه دیگر وجود ندارد.
failure-question-expired = از این پرسش زمان زیادی گذشته است. چیزی جابه‌جا نشد؛ لطفاً از نو شروع کنید.
failure-announcement-unfit = این را نمی‌شود به همه فرستاد. یک متن بفرستید، یا یک عکس یا فایل با نوشتهٔ زیرش؛ آلبوم چند پیام است.
failure-announcing-already = اطلاعیهٔ دیگری در راه است. صبر کنید تمام شود یا متوقفش کنید.
failure-payment-unknown = چنین پرداختی وجود ندارد.
failure-payment-not-open = این پرداخت اکنون منتظر چیزی نیست.
failure-slips-enough = برای این پرداخت چند رسید از شما داریم و رسید دیگری لازم نیست. نتیجه همین‌جا می‌آید. اگر مشکلی هست، به پشتیبانی پیام بدهید.
failure-payment-unavailable = صفحهٔ پرداخت اکنون باز نشد. پولی پرداخت نشده است. چند دقیقهٔ دیگر دوباره امتحان کنید یا روش دیگری را انتخاب کنید.
failure-method-closed = این روش پرداخت اکنون برای شما باز نیست. لطفاً روش دیگری را انتخاب کنید.
failure-card-invalid = این شمارهٔ کارت درست نیست. ۱۶ رقم کارت و نام صاحب آن را بفرستید، مثلاً: ۶۰۳۷ ۹۹۱۱ ۱۱۱۱ ۱۱۱۲ سارا احمدی
failure-not-allowed = اجازهٔ این کار را ندارید.

# به مدیر
alert-token-refused = ⚠️ وب‌سرویس فروش توکن ما را نمی‌پذیرد. فروش متوقف شد و سفارش‌ها با پول نگه‌داشته منتظرند. به محض درست شدن توکن، کار خودش ادامه پیدا می‌کند.
alert-token-accepted = ✅ وب‌سرویس فروش دوباره توکن ما را می‌پذیرد. فروش ادامه دارد.
alert-account-empty = ⚠️ حساب ما در وب‌سرویس فروش خالی است: خرید { $total } را نپذیرفت و موجودی { $balance } است. پول خریدار برگشت و فروش متوقف شد. به محض کافی شدن موجودی، فروش خودش ادامه پیدا می‌کند.
alert-account-empty-unknown = ⚠️ حساب ما در وب‌سرویس فروش خالی است: خرید { $total } را نپذیرفت. پول خریدار برگشت و فروش متوقف شد. به محض کافی شدن موجودی، یا با دکمهٔ شما، فروش ادامه پیدا می‌کند.
alert-account-filled = ✅ موجودی ما در وب‌سرویس فروش اکنون { $balance } است. فروش ادامه دارد.
alert-restored = 🗄 فروشگاه از پشتیبان { $time } بازیابی شد و فروش متوقف است. سفارش‌ها و پرداخت‌های پس از آن زمان اینجا ثبت نیستند: مقایسه کنید و سپس فروش را از سر بگیرید.
alert-backup-failed = 🗄 پشتیبان‌گیری انجام نشد: { $why }. یک ربع دیگر دوباره امتحان می‌شود؛ لطفاً دیسک و گزارش سیستم را ببینید.
alert-backup-old = 🗄 آخرین پشتیبان از { $time } است. لطفاً دیسک و گزارش سیستم را ببینید.
alert-backup-none = 🗄 هنوز هیچ پشتیبانی از این فروشگاه نیست، با این که زمانش رسیده است. لطفاً دیسک و گزارش سیستم را ببینید.
restored-title = 🗄 <b>بازیابی‌شده از پشتیبان { $time }</b>
restored-about = سفارش‌ها و پرداخت‌های پس از آن زمان اینجا ثبت نیستند. با فهرست وب‌سرویس فروش و درگاه‌های پرداخت مقایسه کنید؛ چیزی خودبه‌خود به کیف پول کسی اضافه نمی‌شود.
restored-last-order = آخرین خرید ثبت‌شده: { $time }
restored-no-order = هیچ خریدی اینجا ثبت نیست.
restored-orders = سفارش‌های در جریان در آن زمان: { $count }؛ اکنون: { $still }
restored-payments = پرداخت‌های آنلاین باز در آن زمان که دوباره پرسیده می‌شوند: { $count }؛ اکنون: { $still }
restored-balance = موجودی در وب‌سرویس فروش: { $before } ({ $time })؛ اکنون: { $now }
restored-balance-now = موجودی در وب‌سرویس فروش در آن زمان: نامعلوم؛ اکنون: { $now }
restored-unknown-now = نامعلوم، وب‌سرویس فروش پاسخ نمی‌دهد
restored-unknown = ⚠️ { $method } پرداخت‌هایی گرفته که این فروشگاه از آن‌ها خبر ندارد ({ $count }):
restored-unknown-one = • { $amount } · { $reference } · { $date }
restored-unknown-elsewhere = • { $amount } · { $reference } · { $date } · برای نشانی دیگر
restored-unknown-more = … و { $count } پرداخت دیگر
restored-none-unknown = ✅ { $method } پرداخت تأییدنشده‌ای که این فروشگاه از آن خبر نداشته باشد ندارد.
restored-no-list = ▫️ { $method } فهرستی ندارد که بتوان پرسید: پنل آن را ببینید.
restored-no-answer = 🔴 { $method } پاسخ نمی‌دهد. به‌روزرسانی کنید.
restored-verified = پرداخت‌هایی که پس از پشتیبان تأیید شده‌اند در هیچ فهرستی نیستند: آن‌ها را در پنل درگاه ببینید.
key-compare = 🗄 مقایسه
backup-caption = 🗄 پشتیبان { $time }. با BACKUP_PASSPHRASE رمز شده است. برای بازیابی: <code>npm run restore -- FILE</code>
backup-caption-part = 🗄 پشتیبان { $time }، بخش { $part } از { $parts }. با BACKUP_PASSPHRASE رمز شده است. برای بازیابی: <code>npm run restore -- FILE FILE…</code> با همهٔ بخش‌ها به ترتیب.
health-backup = 🗄 آخرین پشتیبان: { $ago }
health-backup-old = 🔴 آخرین پشتیبان: { $ago }
health-backup-unsent = 🗄 آخرین پشتیبان: { $ago }، هنوز فرستاده نشده
health-backup-problem = 🔴 پشتیبان‌گیری { $ago } انجام نشد: { $why }
health-backup-waiting = 🗄 هنوز پشتیبانی نیست: در حال ساخت است
health-backup-off = 🔴 از فروشگاه پشتیبان گرفته نمی‌شود: BACKUP_PASSPHRASE را تنظیم کنید
desk-backup-off = ⚠️ از فروشگاه پشتیبان گرفته نمی‌شود
desk-backup-old = 🔴 آخرین پشتیبان بیش از دو روز پیش است
desk-backup-failed = 🔴 آخرین پشتیبان‌گیری انجام نشد
key-back-up = 🗄 پشتیبان‌گیری
backup-asked = پشتیبان در حال ساخت است.
backup-writing-rows = 🗄 پشتیبان در حال نوشته شدن است: { $rows } ردیف
backup-writing = 🗄 پشتیبان در حال نوشته شدن است: { $percent }٪ ({ $rows } ردیف)
backup-checking = 🗄 پشتیبان برای بررسی دوباره خوانده می‌شود: { $percent }٪
backup-sending = 🗄 پشتیبان آماده است و فرستاده می‌شود
backup-done = ✅ پشتیبان { $time }: { $size }، { $rows } ردیف. دوباره خوانده و به شکل فایل فرستاده شد.
alert-purchases-failing = 🔴 وب‌سرویس فروش دیگر به خریدها پاسخ نمی‌دهد. سفارش‌ها با پول نگه‌داشته منتظرند و خودشان دوباره پیگیری می‌شوند؛ به خریداران تازه پیش از تأیید گفته می‌شود.
alert-purchases-answered = ✅ وب‌سرویس فروش دوباره به خریدها پاسخ می‌دهد؛ از { $since } پاسخ نمی‌داد. سفارش‌های منتظر در حال انجام‌اند.
alert-ledger = ⚠️ کنترل دفتر: { $count ->
    [1] موجودی یک کیف پول
   *[other] موجودی { $count } کیف پول
  } با جمع گردش‌هایش برابر نیست. چیزی متوقف یا تغییر داده نشد؛ لطفاً بررسی کنید.
alert-low-balance = ⚠️ موجودی ما در وب‌سرویس فروش کم شده است: { $balance }، کمتر از { $threshold }. پیش از آنکه خریدها رد شوند شارژش کنید.
alert-review = 🔎 سفارش { $code } مدت زیادی پاسخ قطعی نگرفت و در دست بررسی است. پول آن تا تصمیم شما نگه داشته می‌شود.
alert-unrecognised = 🔎 وب‌سرویس فروش به سفارش { $code } پاسخی داد که با GATEWAY_SUCCESS_PATTERN سازگار نیست: { $message }
    سفارش در دست بررسی است و پول آن تا تصمیم شما نگه داشته می‌شود. اگر این پیام یعنی خرید موفق، آن الگو را اصلاح کنید.
alert-agent-joined = {"\u200F"}👋 { $name } دعوت را پذیرفت و اکنون با سقف اعتبار { $limit } نماینده است.
alert-payment-waiting = ⏰ یک پرداخت به مبلغ { $amount } ({ $method }) بیش از ده دقیقه است که منتظر مانده.
alert-payment-mismatch = ⚠️ پرداخت { $amount } ({ $method }) با پاسخ درگاه هم‌خوان نیست: { $why } چیزی به کیف پول اضافه نشد. لطفاً ببینید و تصمیم بگیرید.
alert-payment-kept-person-paused = 💰 پرداخت { $amount } از کسی دریافت شد که مسدود است. سفارشش خریده نشد و پول در کیف پول اوست.
alert-payment-kept-selling-paused = 💰 پرداخت { $amount } در زمان توقف فروش دریافت شد. سفارش خریده نشد و پول در کیف پول پرداخت‌کننده است.
alert-payment-unknown = ⚠️ { $method } پرداختی به مبلغ { $amount } برای این فروشگاه گرفته که ما از آن خبر نداریم. شمارهٔ مرجع: { $reference }. چیزی به کیف پول کسی اضافه نشد.
alert-payment-misconfigured = ⚠️ { $method } درخواست‌های ما را نمی‌پذیرد و کسی نمی‌تواند آنجا پرداخت کند: { $why }

# صفحهٔ ربات
bot-description = بستهٔ اینترنت و شارژ همهٔ اپراتورها. شماره بفرستید، انتخاب کنید، تأیید کنید: دقیقاً یک بار خریده می‌شود و همیشه نتیجه را می‌بینید.
bot-short-description = بستهٔ اینترنت و شارژ با چند لمس.
command-start = خانه
command-sell = فروش به یک شماره
command-today = فروش امروز من
command-balance = موجودی من
command-wallet = کیف پول
command-support = پشتیبانی
command-search = جستجوی بسته
command-orders = سفارش‌های من
command-settings = زبان و واحد پول
command-help = راهنما
command-terms = قوانین
command-cancel = خروج از کار جاری

# خرید دوره‌ای و یادآوری
command-plans = خریدهای دوره‌ای من
key-plans = 🔁 خرید دوره‌ای
key-new-plan = ➕ دورهٔ تازه
key-make-plan = 🔁 دوره‌ای شود
key-make-plan-of = 🔁 خرید دوره‌ای همین
key-plan-same = همین خرید
key-plan-last = آخرین خریدم
key-plan-ceiling = تا { $ceiling }
key-plan-agree = ✅ با { $price } موافقم
key-plan-schedule = 🗓 زمان دیگر
key-plan-limit = سقف قیمت دیگر
key-plan-item = 📦 چیز دیگر
key-plan-orders = 🧾 تاریخچه
key-skip-cycle = ⏭ رد کردن
key-change-plan = ✏️ تغییر
key-stop-plan = ⏹ توقف
key-resume-plan = ▶️ ادامه
key-open-plan = 🔁 دیدن دوره
key-add-money = ➕ افزایش موجودی
key-all-of-them = هر { $count } مورد
schedule-days = { $days ->
    [1] روزی یک بار
    [7] هر هفته
   *[other] هر { $days } روز
  }
schedule-persian = روز { $date } هر ماه شمسی
schedule-gregorian = روز { $date } هر ماه میلادی
plans-title = <b>خریدهای دوره‌ای شما</b>
plans-hint = برای دیدن یا تغییر، یکی را انتخاب کنید.
plans-none = هنوز خرید دوره‌ای ندارید. خرید دوره‌ای همان خرید را برای همان شماره سر موعد از کیف پول شما تکرار می‌کند و هرگز بالاتر از قیمتی که پذیرفته‌اید نمی‌خرد.
plans-of-day = <b>خریدهای دوره‌ای { $day }</b>
plan-row = {"\u200F"}{ $sign } { $what } · { $whose } · { $day }
plan-row-paused = متوقف
plan-last = آخرین خرید شما
plan-last-now = آخرین خرید شما برای این شماره؛ فعلاً: <b>{ $what }</b>
plan-price = آخرین قیمت { $price }، حداکثر { $ceiling }
plan-title = 🔁 <b>خرید دوره‌ای</b>
plan-stopped = ⏹ <b>این خرید دوره‌ای متوقف شده است.</b>
plan-paused-skips = ⏸ <b>این خرید دوره‌ای موقتاً متوقف است:</b> سه بار پشت سر هم خریدی انجام نشد.
plan-paused-person = ⏸ <b>این خرید دوره‌ای موقتاً متوقف است.</b>
plan-next = نوبت بعدی: { $day }
plan-waits-money = ⏳ منتظر موجودی کیف پول شماست.
plan-waits-limit = ⏳ به‌خاطر سقف خرید روزانهٔ شما منتظر است.
plan-waits-price = ⏳ منتظر پاسخ شماست: قیمت از سقف شما بالاتر است.
plan-waits-product = ⏳ منتظر پاسخ شماست: این دیگر فروخته نمی‌شود.
plan-waits-selling = ⏳ تا شروع دوبارهٔ فروش منتظر است.
plan-waits-gateway = ⏳ منتظر پاسخ اپراتور است.
plan-orders-title = <b>تاریخچهٔ این خرید دوره‌ای</b>
plan-orders-none = هنوز چیزی نیست.
plan-cycle = { $day }: { $what }
cycle-waiting = هنوز خریده نشده
cycle-ordered = سفارش داده شد
cycle-money = رد شد، موجودی کیف پول کافی نبود
cycle-limit = رد شد، از سقف روزانه بیشتر بود
cycle-price = رد شد، قیمت از سقف شما بالاتر بود
cycle-product = رد شد، دیگر فروخته نمی‌شد
cycle-selling = رد شد، فروشگاه نمی‌فروخت
cycle-gateway = رد شد، اپراتور پاسخ نداد
cycle-person = خودتان رد کردید
cycle-late = رد شد، فروشگاه خاموش بود
cycle-stopped = خریده نشد، خرید دوره‌ای متوقف شد
new-plan-title = <b>خرید دوره‌ای تازه</b>
new-plan-hint = یکی از سفارش‌هایتان را انتخاب کنید تا همان برای همان شماره تکرار شود.
new-plan-none = خرید دوره‌ای از روی یک سفارش ساخته می‌شود. اول چیزی بخرید، بعد زیر رسید «خرید دوره‌ای همین» را بزنید.
plan-when-title = <b>هر چند وقت یک بار؟</b>
plan-when-hint = روز قبل به شما خبر می‌دهیم و می‌توانید رد کنید، تغییر دهید یا متوقفش کنید.
plan-when-last = هر بار آخرین خرید شما برای این شماره تکرار می‌شود. روز قبل به شما خبر می‌دهیم.
plan-ceiling-title = <b>حداکثر تا چه قیمتی؟</b>
plan-ceiling-hint = قیمت فعلی { $price } است. بالاتر از سقف شما چیزی خریده نمی‌شود و اول از شما می‌پرسیم. می‌توانید مبلغ را هم بنویسید.
plan-made = ✅ ثبت شد. نوبت اول { $day } است و روز قبل به شما خبر می‌دهیم.
plan-skipped-note = ⏭ رد شد: { $day } چیزی خریده نمی‌شود.
plan-changed = ✅ تغییر کرد.
plan-change-title = <b>تغییر خرید دوره‌ای</b>
plan-items-hint = یکی از خریدهای قبلی این شماره را انتخاب کنید. اگر چیز دیگری می‌خواهید، یک بار آن را بخرید و برگردید.
notice-plan-tomorrow = 🔁 <b>{ $day } این خرید دوره‌ای انجام می‌شود.</b>
notice-plan-short = 👛 <b>برای خرید دوره‌ای { $day } موجودی شما { $missing } کم است.</b>
    اگر موجودی را افزایش دهید، همان لحظه خریده می‌شود. وگرنه فردا صبح دوباره امتحان می‌کنیم و بعد این نوبت رد می‌شود.
notice-plan-price = ❓ <b>قیمت اکنون { $price } است، بالاتر از سقف شما.</b>
    تا فردا صبح اگر موافقت نکنید چیزی خریده نمی‌شود.
notice-plan-product = ❓ <b>خرید دوره‌ای { $day } دیگر فروخته نمی‌شود.</b>
    تا فردا صبح اگر چیز دیگری انتخاب نکنید چیزی خریده نمی‌شود.
notice-plan-limit = ⏳ <b>خرید دوره‌ای { $day } از سقف خرید روزانهٔ شما بیشتر است.</b>
    فردا صبح دوباره امتحان می‌کنیم و بعد این نوبت رد می‌شود.
notice-plan-late = 🕰 <b>با تأخیر خریده شد.</b> نوبت این خرید { $day } بود؛ از تأخیر پوزش می‌خواهیم. رسید آن می‌آید.
notice-plan-missed = { $count ->
    [1] ⏭ <b>یک نوبت از دست رفت:</b> فروشگاه در { $from } خاموش بود. این نوبت دیگر خریده نمی‌شود.
   *[other] ⏭ <b>{ $count } نوبت از دست رفت:</b> فروشگاه از { $from } تا { $to } خاموش بود. این نوبت‌ها دیگر خریده نمی‌شوند.
  }
notice-plan-paused = ⏸ <b>خرید دوره‌ای شما موقتاً متوقف شد.</b> تا ادامه ندهید چیزی خریده نمی‌شود.
notice-plan-skipped = ⏭ <b>نوبت { $day }: { $why }.</b>
notice-plan-skips = این بار سوم پشت سر هم بود و این خرید دوره‌ای موقتاً متوقف شد.
notice-plans-tomorrow = { $count ->
    [1] 🔁 <b>{ $day } یک خرید دوره‌ای انجام می‌شود.</b>
   *[other] 🔁 <b>{ $day } تعداد { $count } خرید دوره‌ای انجام می‌شود.</b>
  }
notice-plans-sum = جمعاً حدود { $sum }.
failure-plan-unknown = چنین خرید دوره‌ای وجود ندارد.
failure-plan-not-open = این کار دیگر ممکن نیست.
failure-plans-too-many = خرید دوره‌ای بیش از این ممکن نیست. اول یکی را متوقف کنید.
alert-plans-unfunded = ⚠️ خریدهای دوره‌ای هفت روز آینده { $planned } لازم دارد و موجودی ما نزد وب‌سرویس فروش { $balance } است. لطفاً شارژش کنید.
report-planned = { $count ->
    [1] 🔁 خرید دوره‌ای هفت روز آینده: یک فروش، { $total }
   *[other] 🔁 خرید دوره‌ای هفت روز آینده: { $count } فروش، { $total }
  }
report-planned-short = ⚠️ موجودی نزد وب‌سرویس فروش برای این‌ها { $missing } کم است.
periods-plans = <b>فایل خریدهای دوره‌ای</b>
file-plans = 📄 خریدهای دوره‌ای، { $days }. مبلغ‌ها به { $unit } است.
column-date = تاریخ
column-schedule = هر چند وقت
column-ceiling = سقف ({ $unit })
key-reminders = 🔔 یادآوری
key-reminders-on = 🔔 یادآوری روشن شود
key-reminders-off = 🔕 یادآوری خاموش شود
key-mute-number = 🔕 یادآوری این شماره خاموش
key-unmute = 🔔 { $number }
key-same-again = ↻ خرید دوبارهٔ همین
key-choose-another = بستهٔ دیگر
reminders-title = <b>یادآوری</b>
reminders-on = 🔔 یک روز پیش از پایان بسته به شما یادآوری می‌کنیم.
reminders-off = 🔕 پایان بسته‌ها یادآوری نمی‌شود.
reminders-muted = یادآوری این شماره‌ها خاموش است؛ با یک لمس روشن می‌شود:
quiet-now = ساعت‌های سکوت: { $hours }. در این ساعت‌ها فقط رسید، نتیجه و پاسخ می‌آید.
quiet-never = هیچ
quiet-hours = { $hours }
reminder-title = ⏳ <b>این بسته حدود { $day } تمام می‌شود.</b>
reminder-estimate = این تاریخ تخمینی است و از روز خرید حساب شده.
reminder-muted = 🔕 برای { $number } دیگر یادآوری نمی‌آید.
digest-title = { $count ->
    [1] ⏳ <b>بستهٔ یک مشتری شما حدود { $day } تمام می‌شود.</b>
   *[other] ⏳ <b>بستهٔ { $count } مشتری شما حدود { $day } تمام می‌شود.</b>
  }
digest-hint = با یک لمس همان را دوباره بفروشید.
ending-title = <b>بسته‌های رو به پایان</b>
ending-none = اینجا چیزی نیست.

# کیف پول و روز فروشنده
key-wallet = 👛 کیف پول
key-statement = گردش کیف پول
key-today = 📊 امروز
key-sell = 🛒 فروش
key-pay = 💳 پرداخت { $amount }
confirm-smallest = کمترین پرداخت { $amount } است؛ باقی‌مانده در کیف پول شما می‌ماند.
key-pay-missing = 💳 پرداخت کسری { $amount }
key-pay-exactly = پرداخت دقیقاً { $amount }
wallet-title = <b>کیف پول من</b>
wallet-balance = موجودی: { $balance }
wallet-debt = بدهی شما: { $debt }
wallet-held = نگه‌داشته برای سفارش‌های باز: { $held }
wallet-limit = سقف اعتبار: { $limit }
wallet-available = <b>قابل خرج: { $available }</b>
wallet-unlimited = <b>خرید شما سقفی ندارد.</b>
wallet-today = ماندهٔ سقف امروز: { $left } از { $limit }
their-debt = بدهی: { $debt }
their-available = <b>قابل خرج: { $available }</b>
their-unlimited = <b>خرید بدون سقف</b>
statement-title = <b>گردش کیف پول</b>
statement-empty = هنوز گردشی نیست.
statement-line = { $time } · { $what }: { $amount } ← { $after }
statement-line-note = { $time } · { $what }: { $amount } ← { $after } ({ $note })
statement-order = {"\u200F"}{ $what } · { $number } · { $code }
ledger-grant = اعتبار
ledger-take = کسر اعتبار
ledger-repayment = بازپرداخت نقدی
ledger-payment = پرداخت
ledger-hold = نگه‌داشته
ledger-capture = خرید
ledger-release = آزادشده
today-title = <b>امروز</b>
today-none = هنوز فروشی نداشته‌اید.
today-sold = { $count ->
    [1] یک فروش، { $total }
   *[other] { $count } فروش، { $total }
  }
today-operator = { $operator }: { $count } فروش · { $total }
today-waiting = ⏳ در حال پیگیری: { $count } · { $total }
invoice-below = فاکتور در پیام بعدی است. به محض پرداخت، سفارش خریده می‌شود.
invoice-paid = فاکتور پرداخت شد. سفارش { $code }
invoice-description = { $what } برای { $number }؛ پس از پرداخت خودکار خریده می‌شود. سفارش { $code }، مبلغ { $amount }.
checkout-expired = مهلت این قیمت تمام شده است. چیزی پرداخت نشد؛ لطفاً دوباره قیمت بگیرید.
checkout-price-moved = قیمت تغییر کرده: { $was } بود و اکنون { $now } است. چیزی پرداخت نشد؛ لطفاً دوباره قیمت بگیرید.
payment-kept = پرداخت { $amount } شما دریافت شد، اما سفارش دیگر با آن قیمت قابل خرید نیست. پول در کیف پول شماست و چیزی از دست نرفته.
payment-kept-why = پرداخت { $amount } شما دریافت شد، اما سفارش با آن خریده نشد: { $why } این پول در کیف پول شماست و چیزی از دست نرفته.

# One payment, as the payer reads it
payment-line = { $sign } { $state } · { $amount }
payment-mark-asked = در انتظار پرداخت
payment-mark-submitted = در حال بررسی
payment-mark-paid = پرداخت شد
payment-mark-expired = مهلت تمام شد
payment-mark-refused = پذیرفته نشد
payment-asked = منتظر پرداخت { $amount } از طرف شما هستیم.
payment-for = 🛒 { $what } برای { $number }؛ پس از پرداخت خودکار خریده می‌شود.
payment-purchase = 🛒 { $what } · { $number }
payment-description = { $what } برای { $number }؛ پس از پرداخت خودکار خریده می‌شود
payment-unpaid = ✖️ به گفتهٔ بانک چیزی پرداخت نشد. دوباره پرداخت کنید یا انصراف دهید.
key-open-payments = 🕓 پرداخت‌های باز ({ $count })
open-payments-title = <b>پرداخت‌های باز</b>
open-payments-hint = برای ادامه، فرستادن رسید یا لغو، یکی را انتخاب کنید.
open-payments-none = پرداخت بازی ندارید.
invoice-in-chat = فاکتور آن در همین گفتگوست؛ همان‌جا بپردازید یا این‌جا لغوش کنید.
payment-checking = 🔎 پرداخت { $amount } شما را از بانک می‌پرسیم. لطفاً دوباره پرداخت نکنید؛ نتیجه همین‌جا می‌آید.
payment-slip-sent = 🧾 رسید { $amount } شما را دریافت کردیم و در حال بررسی است. نتیجه همین‌جا می‌آید.
payment-paid = ✅ { $amount } به کیف پول شما اضافه شد.
payment-bought = ✅ پرداخت { $amount } شما دریافت شد. { $what } برای { $number } خودکار خریده می‌شود و رسیدش همین‌جا می‌آید.
payment-other-amount = مبلغ خواسته‌شده { $asked } بود؛ مبلغ دریافت‌شده { $amount } است.
payment-receipt = شمارهٔ پیگیری بانک: { $receipt }
payment-balance = موجودی شما: { $balance }
payment-expired = ⌛️ مهلت این پرداخت { $amount } تمام شد. اگر با این حال پرداخت کرده‌اید، به محض تأیید بانک خودکار به کیف پولتان اضافه می‌شود.
payment-expired-card = ⌛️ مهلت این واریز { $amount } تمام شد. اگر با این حال واریز کرده‌اید، رسید را همین‌جا بفرستید.
payment-given-up = ✖️ از پرداخت { $amount } صرف نظر کردید. اگر بانک با این حال مبلغ را برداشت، خودکار ثبت می‌شود.
payment-given-up-card = ✖️ از واریز { $amount } صرف نظر شد. اگر با این حال واریز کرده‌اید، رسید را همین‌جا بفرستید.
payment-refused = ❌ پرداخت { $amount } پذیرفته نشد. چیزی به کیف پول شما اضافه نشد.
payment-reason-unavailable = صفحهٔ پرداخت باز نشد. پولی پرداخت نشده است.
payment-reason-misconfigured = صفحهٔ پرداخت باز نشد. پولی پرداخت نشده است.
payment-reason-blocked = حساب شما مسدود است، برای همین صفحهٔ پرداخت باز نشد. پولی پرداخت نشده است.
payment-reason-reversed = بانک پول را به کارت شما برگرداند.
payment-reason-not-found = چنین واریزی به کارت ما نرسیده است.
payment-reason-unreadable = رسید خوانا نیست. لطفاً دوباره بفرستید.
payment-reason-wrong-amount = مبلغ درست نیست.
method-zarinpal = زرین‌پال
method-zibal = زیبال
method-card = کارت به کارت
method-invoice = فاکتور تلگرام
method-wallet = از کیف پول

# Adding money
wallet-add-money = <b>افزایش موجودی:</b> مبلغ را انتخاب کنید.
add-money-title = <b>افزایش موجودی</b>
add-money-hint = چقدر به کیف پولتان اضافه شود؟
ask-add-money = مبلغ را بفرستید، از { $min } تا { $max }. اگر واحد ننویسید، { $unit } حساب می‌شود.
no-method = هنوز اینجا نمی‌شود پرداخت کرد. لطفاً از فروشنده اعتبار بگیرید.
no-method-owner = هنوز اینجا نمی‌شود پرداخت کرد. لطفاً از { $owner } اعتبار بگیرید.
pay-title = <b>مبلغ پرداخت: { $amount }</b>
pay-choose = چگونه پرداخت می‌کنید؟
pay-online-hint = پرداخت آنلاین صفحهٔ بانک را باز می‌کند. نتیجه همین‌جا می‌آید.
key-pay-online = 🌐 پرداخت آنلاین
key-pay-zarinpal = 🌐 پرداخت آنلاین (زرین‌پال)
key-pay-zibal = 🌐 پرداخت آنلاین (زیبال)
key-pay-card = 💳 کارت به کارت
key-pay-invoice = 🧾 فاکتور تلگرام
key-pay-again = 💳 پرداخت دوباره
invoice-below-wallet = فاکتور در پیام بعدی است. به محض پرداخت، پول در کیف پول شماست.
invoice-wallet = افزایش موجودی
invoice-wallet-description = { $amount } برای کیف پول شما.
card-title = <b>کارت به کارت</b>
card-amount = مبلغ: <b>{ $amount }</b>
card-number = کارت: { $number }
card-holder = به نام: { $holder }
card-hint = لطفاً دقیقاً همین مبلغ را واریز کنید؛ شما را از رقم‌های آخر آن می‌شناسیم. بعد عکس رسید، فایل آن یا کد پیگیری را همین‌جا بفرستید.
key-copy-card = 📋 شماره کارت
key-copy-amount = 📋 مبلغ (ریال)
key-tracking-code = ✏️ ارسال کد پیگیری
ask-tracking-code = کد پیگیری واریز یا عکس یا فایل رسید را بفرستید.

# The payment desk
payment-desk-title = <b>مالی</b>
payment-desk-none = چیزی منتظر نیست.
payment-desk-waiting = { $count ->
    [1] 🔎 یک پرداخت منتظر است.
   *[other] 🔎 { $count } پرداخت منتظر است.
  }
payment-desk-today = <b>پرداخت‌های امروز</b>
payment-sum = { $method }: { $total } ({ $count })
payment-sum-none = هنوز چیزی نیست.
key-payments-waiting = 🔎 در انتظار ({ $count })
key-payments-day = 📅 روز به روز
key-find-payment = 🔍 جستجو
key-cards = 💳 کارت‌ها
key-payment-settings = ⚙️ تنظیمات
payments-waiting-title = <b>پرداخت‌های در انتظار</b>
payments-waiting-hint = آن‌هایی که بیشتر منتظر مانده‌اند اول می‌آیند.
payments-day-title = <b>پرداخت‌های { $day }</b>
payments-found-title = <b>پرداخت‌ها برای «{ $words }»</b>
payments-of = <b>پرداخت‌های { $name }</b>
payments-none = چیزی پیدا نشد.
payments-found = تازه‌ترها اول می‌آیند.
ask-find-payment = شمارهٔ پیگیری بانک، کد پیگیری، شمارهٔ مرجع درگاه، چهار رقم آخر کارت پرداخت‌کننده، یا نام یا ‎@نام‌کاربری او را بفرستید.
slip-title = 🧾 <b>کارت به کارت: پول دریافت شده است؟</b>
slip-decided = { $sign } <b>{ $state }</b> · { $by }
slip-payer = از: { $name }
slip-card = به کارت با پایان { $tail }، { $holder }
slip-code = کد پیگیری: { $code }
slip-credited = اضافه‌شده به کیف پول: <b>{ $amount }</b>
beside-slip = ⚠️ همین رسید برای پرداخت دیگری هم آمده است: { $name }، { $amount }، { $state }
beside-amount = ⚠️ همین مبلغ از { $name } هم خواسته شده است: { $amount }، { $state }
beside-person = 🔁 از همین شخص { $amount } هم خواسته شده بود: { $state }
key-approve = ✅ تأیید { $amount }
key-approve-other = ✏️ مبلغ دیگر
key-reject-other = ❌ دلیل دیگر
key-reject-not-found = ❌ دریافت نشده است
key-reject-unreadable = ❌ رسید خوانا نیست
key-reject-wrong-amount = ❌ مبلغ درست نیست
key-open-payment = دیدن پرداخت
key-next-payment = ⏭ مورد بعدی در انتظار
toast-payment-paid = تأیید شد
toast-payment-refused = رد شد
toast-payment-decided = قبلاً تصمیم گرفته شده است
ask-payment-amount = واقعاً چقدر دریافت شده است؟ به { $unit } بفرستید. همین به کیف پول اضافه می‌شود.
approve-amount-title = <b>این مبلغ به کیف پول اضافه شود؟</b>
approve-amount-asked = مبلغ خواسته‌شده: { $amount }
approve-amount = مبلغ دریافت‌شده: <b>{ $amount }</b>
approve-amount-far-more = 🔴 بسیار بیشتر از مبلغ خواسته‌شده است. واحد پول یا شمار صفرها اشتباه نیست؟
approve-amount-far-less = 🔴 بسیار کمتر از مبلغ خواسته‌شده است. واحد پول یا شمار صفرها اشتباه نیست؟
approve-amount-order = اگر قیمت سفارش هنوز برقرار باشد، همان لحظه با این پول خریده می‌شود.
ask-payment-reason = چرا رد می‌شود؟ پرداخت‌کننده همین را می‌خواند.
payment-reference = شمارهٔ مرجع درگاه: { $reference }
payment-payer-card = کارت پرداخت‌کننده: { $card }
payment-problem = ⚠️ { $problem }
payment-problem-other-amount = مبلغی که پرداخت شده { $amount } است.
payment-problem-refused-but-paid = این پرداخت رد شده بود، ولی پول آن پیش درگاه است.
payment-paid-back = پس داده شده: { $amount }
payment-event = { $when } · { $who }: { $state } — { $why }
payment-step-asked = درخواست پرداخت
payment-step-slip-photo = عکس رسید فرستاده شد
payment-step-slip-file = فایل رسید فرستاده شد
payment-step-slip-text = کد پیگیری فرستاده شد
payment-step-back = بازگشت از بانک
payment-step-approved = تأیید شد
payment-step-approved-with = با مبلغ { $amount } تأیید شد
payment-step-paid-back = { $amount } پس داده شد: { $note }
payment-step-provider = درگاه تأیید کرد
payment-step-messenger = پیام‌رسان تأیید کرد
payment-step-unpaid = به گفتهٔ درگاه پرداخت نشده است
payment-step-reversed = درگاه یا بانک پول را برگرداند
payment-step-late = در مهلت خود پرداخت نشد
payment-step-cancelled = لغو شد
payment-step-replaced = درخواست دیگری جایش را گرفت
payment-step-order-over = سفارش آن تمام شده بود
payment-step-asked-again = شاید پول نزد درگاه باشد؛ دوباره پرسیده شد
payment-step-shown-again = شاید پول نزد درگاه باشد؛ به مدیر نشان داده شد
payment-answer-code = پاسخ درگاه: کد { $code }
payment-answer-refusal = درگاه درخواست را نپذیرفت: کد { $code }
payment-answer-blocked = پرداخت‌کننده مسدود است
payment-answer-contradiction = پاسخ‌های درگاه با هم هم‌خوان نیست
payment-answer-unreadable = پاسخ درگاه خوانا نیست
payment-answer-silence = درگاه پاسخ نداد
payment-answer-no-amount = درگاه مبلغ را نگفت
payment-answer-other-amount = مبلغ دیگری پرداخت شده است
payment-answer-other-payer = کس دیگری پرداخت کرده است
payer-blocked = 🚫 کارت به کارت برای این شخص پس از سه رسید ردشده بسته است.
key-reopen-card = 🔓 باز کردن کارت به کارت
key-payer = 👤 این شخص
key-their-payments = پرداخت‌هایش
key-pay-back = ↩️ پس دادن پول
ask-pay-back = بیرون از ربات چقدر پس داده‌اید، به { $unit }، و چگونه؟ مثلاً: ۵۰۰۰۰۰ به کارتش، دوشنبه
pay-back-title = <b>این مبلغ به عنوان پس‌داده از کیف پول کم شود؟</b>
pay-back-note = یادداشت: { $note }
pay-back-balance = موجودی: { $before }، پس از آن { $after }
key-yes-pay-back = ↩️ کسر { $amount }
cards-title = <b>کارت‌های کارت به کارت</b>
cards-none = هنوز کارتی نیست. برای گرفتن واریز یک کارت اضافه کنید.
card-facts = { $holder } · { $bank }
card-facts-off = { $holder } · { $bank } · خاموش
key-remove-card = 🗑 حذف
key-add-card = ➕ افزودن کارت
key-yes-remove-card = 🗑 بله، حذف شود
remove-card-title = <b>این کارت حذف شود؟</b> واریزهای در راه همچنان قابل تأیید است.
ask-card = ۱۶ رقم کارت و نام صاحب آن را بفرستید، مثلاً: ۶۰۳۷ ۹۹۱۱ ۱۱۱۱ ۱۱۱۲ سارا احمدی
payment-settings-title = <b>تنظیمات پرداخت</b>
payment-settings-range = هر پرداخت: از { $min } تا { $max }
payment-settings-presets = مبلغ‌های روی دکمه‌ها: { $amounts }
payment-settings-methods = برای روشن یا خاموش کردن، روی روش بزنید.
payment-settings-no-method = هنوز روشی آماده نیست. یک کارت اضافه کنید یا برای پرداخت آنلاین تنظیمات نصب را ببینید.
key-smallest = کمترین مبلغ
key-largest = بیشترین مبلغ
key-presets = مبلغ‌های روی دکمه‌ها
ask-payment-smallest = کمترین مبلغ هر پرداخت، به { $unit }؟
ask-payment-largest = بیشترین مبلغ هر پرداخت، به { $unit }؟
ask-payment-presets = تا شش مبلغ برای دکمه‌ها، به { $unit }، هر کدام در یک خط.

# فایل‌ها
key-file = 📄 فایل CSV
key-other-period = ✏️ تاریخ دیگر
periods-orders = <b>فایل سفارش‌های شما</b>
periods-money = <b>فایل کیف پول شما</b>
periods-shop = <b>فایل سفارش‌های همه</b>
periods-payments = <b>فایل پرداخت‌ها</b>
periods-wallet-of = <b>فایل کیف پول { $name }</b>
periods-hint = برای کدام روزها؟ با اکسل یا هر صفحه‌گسترده‌ای باز می‌شود.
period-today = امروز
period-week = این هفته
period-month = این ماه
period-last = ماه گذشته
ask-period = روز اول و روز آخر را بفرستید، مثلاً:
    <code>{ $example }</code>
file-orders = 📄 سفارش‌های شما، { $days }. مبلغ‌ها به { $unit } است.
file-person = 📄 سفارش‌های { $name }، { $days }. مبلغ‌ها به { $unit } است.
file-money = 📄 کیف پول شما، { $days }. مبلغ‌ها به { $unit } است.
file-shop = 📄 سفارش‌های همه، { $days }. مبلغ‌ها به { $unit } است.
file-payments = 📄 پرداخت‌ها، { $days }. مبلغ‌ها به { $unit } است.
file-wallet-of = 📄 کیف پول { $name }، { $days }. مبلغ‌ها به { $unit } است.
file-empty = برای { $days } چیزی نیست، پس فایلی هم ساخته نشد.
file-days = { $from } تا { $to }
file-failed = فایل فرستاده نشد. لطفاً یک دقیقهٔ دیگر دوباره تلاش کنید.
file-interrupted = ربات پیش از آماده شدن فایل یا تصویر شما دوباره راه‌اندازی شد. لطفاً دوباره درخواستش کنید.
file-busy = فایل‌های قبلی شما هنوز در راه است. لطفاً کمی صبر کنید.
column-code = کد
column-time = زمان
column-iso = زمان (میلادی)
column-number = شماره
column-operator = اپراتور
column-sim = نوع سیم‌کارت
column-what = کالا
column-base = قیمت ({ $unit })
column-vat = مالیات ({ $unit })
column-total = جمع ({ $unit })
column-charge = پرداخت‌شده ({ $unit })
column-cost = بهای تمام‌شده ({ $unit })
column-profit = سود ({ $unit })
column-own-profit = سود من ({ $unit })
column-state = وضعیت
column-message = پیام اپراتور
column-seller = خریدار
column-seller-id = شناسهٔ خریدار
column-kind = شرح
column-amount = تغییر ({ $unit })
column-balance = موجودی ({ $unit })
column-note = یادداشت
column-method = روش
column-credited = اضافه‌شده ({ $unit })
column-paid-back = پس‌داده ({ $unit })
column-reference = شمارهٔ مرجع درگاه
column-receipt = شمارهٔ پیگیری بانک
column-card = کارت پرداخت‌کننده
column-payer = پرداخت‌کننده
column-payer-id = شناسهٔ پرداخت‌کننده

# گزارش‌ها
key-reports = 📈 گزارش‌ها
span-day = روز
span-week = هفته
span-month = ماه
span-before-day = روز قبل
span-before-week = هفتهٔ قبل
span-before-month = ماه قبل
report-title = <b>گزارش {"\u200F"}· { $period }</b>
report-shop = کل فروشگاه
report-none = چیزی فروخته نشد.
report-charged = دریافتی { $charged }
report-paid = پرداخت‌شده به فروشگاه { $charged }
report-cost = بهای تمام‌شده { $cost }
report-profit = سود: { $profit }
report-line-profit = { $line }، سود { $profit }
profit-unknown = نامعلوم
profit-partly-short = { $profit } + نامعلوم
profit-partly = { $profit } (بدون { $count } فروش که بهای تمام‌شده‌شان نامعلوم است)
report-vat = بدون مالیات { $base }، مالیات { $vat }
report-more = { $percent }٪ بیشتر از { $than }
report-less = { $percent }٪ کمتر از { $than }
report-same = تقریباً برابر با { $than }
report-so-far = تا این لحظه { $percent }٪ فروش { $than }
report-operators = <b>به تفکیک اپراتور</b>
report-products = <b>چه فروخته شد</b>
report-sellers = <b>به تفکیک فروشنده</b>
report-methods = <b>به تفکیک روش پرداخت</b>
report-payments = <b>پرداخت‌ها به تفکیک روش</b>
report-line = {"\u200F"}{ $what }: { $count } فروش · { $total }
report-product = { $what } ({ $operator }، { $sim })
report-offers = پیشنهادهای شماره ({ $sim })
report-others = بقیه
report-customers = خود مشتری‌ها
report-tehran = به وقت تهران. هر فروش در روزی حساب می‌شود که تأیید شده است.

# تصویرها
key-chart = 📊 نمودار
key-picture = 🖼 تصویر
chart-mine = فروش من، ۳۰ روز گذشته
chart-person = فروش { $name }، ۳۰ روز گذشته
chart-shop = فروش همه، ۳۰ روز گذشته
chart-span = { $from } تا { $to }
chart-count = { $count } فروش
chart-average = میانگین هر روز { $amount }
chart-best = بهترین روز: { $day }، { $amount }
chart-none = در این روزها فروشی نبوده است.
chart-legend = فروش هر روز به { $unit }
chart-legend-counts = فروش هر روز به { $unit }؛ عدد بالای هر ستون تعداد است
receipt-delivered = تحویل شد
receipt-activated = فعال شد
receipt-number = شماره
receipt-operator = اپراتور
receipt-time = زمان
receipt-code = کد پیگیری
receipt-scan = برای اطمینان از درستی رسید، این کد را اسکن کنید

# رسید برای دیگران
key-share = ↗ فرستادن برای دیگران
key-send-on = ↗ انتخاب گیرنده
share = هر کس این پیوند را باز کند می‌بیند چه خریده شده، مبلغ و زمانش چیست و به کجا رسیده؛ بخشی از شماره پوشیده است و نامی از شما نیست.
proof-title = 🧾 رسید <b>{ $shop }</b>
proof-open = ⏳ <b>در راه است.</b> هنوز پاسخی از اپراتور نیامده.
proof-rejected = ❌ <b>خرید انجام نشد.</b> چیزی تحویل نشده است.
proof-unknown = چنین رسیدی پیدا نشد. لطفاً ببینید پیوند کامل است یا نه.
proof-link = بررسی درستی این رسید

# فهرست شماره‌ها
key-to-list = 📋 فهرست
key-drop-list = حذف فهرست
key-include-bought = همراه آن‌ها که امروز گرفته‌اند
key-bulk-retry = ↻ تلاش دوبارهٔ ناموفق‌ها ({ $count })
key-bulk-section = { $operator } ({ $count })
key-bulk-rows = ☰ ردیف‌ها ({ $count })
key-bulk-row = {"\u200F"}{ $row } · { $price }
key-bulk-row-wrong = {"\u200F"}✖️ { $row }
key-bulk-correct = ✏️ اصلاح ({ $count })
key-bulk-change = ✏️ تغییر
key-bulk-without = ادامه فقط با انتخاب‌شده‌ها ({ $count })
bulk-which-section = خرید کدام بخش تغییر کند؟
key-bulk-as-others = مثل بقیه
key-bulk-leave-out = کنار گذاشتن این ردیف
key-bulk-take-in = برگرداندن این ردیف
bulk-title = { $count ->
    [1] <b>فهرستی با یک شماره</b>
   *[other] <b>فهرستی با { $count } شماره</b>
  }
bulk-list = { $count ->
    [1] فهرستی با یک شماره
   *[other] فهرستی با { $count } شماره
  }
bulk-list-waits = { $count ->
    [1] 📋 فهرستی با یک شماره منتظر است؛ هرچه انتخاب کنید برای همان است.
   *[other] 📋 فهرستی با { $count } شماره منتظر است؛ هرچه انتخاب کنید برای همان است.
  }
bulk-what = { $count ->
    [1] برای یک شمارهٔ { $operator } چه بخریم؟ انتخاب کنید، یا مبلغ یا نام بسته را بنویسید.
   *[other] برای { $count } شمارهٔ { $operator } چه بخریم؟ انتخاب کنید، یا مبلغ یا نام بسته را بنویسید.
  }
bulk-nothing = شماره‌ای که بشود به آن فروخت در این فهرست نیست.
bulk-too-long = ⚠️ هر فهرست حداکثر { $most } شماره دارد: { $count } شمارهٔ آخر کنار گذاشته شد. آن‌ها را در فهرستی جدا بفرستید.
bulk-operator-unknown = اپراتور نامعلوم
bulk-section = <b>{ $operator }</b> ({ $count }) · { $total }
bulk-section-empty = <b>{ $operator }</b> ({ $count })
bulk-group = { $what } · { $count } × { $each }
bulk-unchosen = ❔ هنوز چیزی انتخاب نشده ({ $count }):
bulk-row = {"\u200F"}· { $number }
bulk-row-item = {"\u200F"}· { $number } · { $what } · { $price }
bulk-chosen = { $count ->
    [1] خرید برای یک شماره:
   *[other] خرید برای { $count } شماره:
  }
bulk-promo-rows = کد برای { $uses } شماره است. { $others } شمارهٔ دیگر قیمت معمولی دارد: کد با آن سازگار نیست یا سقف استفاده‌اش پر شده است.
bulk-promo-used = در این میان از این کد استفاده شد. این قیمت‌ها تازه است.
bulk-more = … و { $count } شمارهٔ دیگر
bulk-more-file = … و { $count } شمارهٔ دیگر، در فایل CSV
bulk-short = یا همه خریده می‌شود یا هیچ‌کدام: از مدیر اعتبار بگیرید یا فهرست کوتاه‌تری بفرستید.
bulk-short-pay = یا همه خریده می‌شود یا هیچ‌کدام: کسری را بپردازید و بعد همین‌جا دوباره بزنید. یا فهرست کوتاه‌تری بفرستید.
bulk-number-invalid = ✖️ شمارهٔ موبایل نیست ({ $count }): { $which }
bulk-unclear = ✖️ چند معنی دارد ({ $count }): { $which }
bulk-not-found = ✖️ چنین چیزی فروخته نمی‌شود ({ $count }): { $which }
bulk-twice = ✖️ تکراری در فهرست ({ $count }): { $which }
bulk-other-operator = ✖️ برای این اپراتور نیست ({ $count }): { $which }
bulk-bought-today = ✖️ امروز همین را گرفته ({ $count }): { $which }
bulk-unavailable = ✖️ دیگر فروخته نمی‌شود ({ $count }): { $which }
bulk-left-out = ✖️ کنار گذاشته ({ $count }): { $which }
bulk-rows-title = { $count ->
    [1] <b>یک ردیف</b>
   *[other] <b>{ $count } ردیف</b>
  }
bulk-rows-hint = ردیفی را انتخاب کنید تا شماره، اپراتور یا خرید آن را تغییر دهید.
bulk-row-written = { $number } «{ $words }»
bulk-row-words = نوشته شده: { $words }
bulk-row-gets = خرید: { $what } · { $price }
bulk-row-hint = برای تغییر این ردیف، درست آن را بفرستید؛ مثلاً: ۰۹۱۲۱۲۳۴۵۶۷ ۵۰۰۰
bulk-row-ported = اگر شماره ترابرد شده، اپراتورش را انتخاب کنید.
bulk-row-number-invalid = ✖️ این شمارهٔ موبایل نیست.
bulk-row-unclear = ✖️ چند معنی دارد. منظورتان کدام است؟
bulk-row-not-found = ✖️ چیزی با این مشخصات فروخته نمی‌شود.
bulk-row-twice = ✖️ این شماره دو بار در فهرست است و این ردیف کنار گذاشته شده.
bulk-row-other-operator = ✖️ آنچه انتخاب شده برای این اپراتور نیست.
bulk-row-bought-today = ✖️ این شماره امروز همین را گرفته است.
bulk-row-unavailable = ✖️ آنچه انتخاب شده دیگر فروخته نمی‌شود.
bulk-row-left-out = ✖️ این ردیف کنار گذاشته شده است.
bulk-running = ⏳ <b>{ $what }</b>
    نتیجهٔ { $done } از { $count } شماره آمده؛ بقیه همین‌جا می‌آید.
bulk-over = <b>{ $what }</b>
    { $count ->
        [1] نتیجهٔ یک شماره آمد.
       *[other] نتیجهٔ هر { $count } شماره آمد.
    }
bulk-delivered = ✅ تحویل شد: { $count } · { $total }
bulk-rejected = ❌ خرید انجام نشد و پول به کیف پول برگشت: { $count }
bulk-waiting = ⏳ در حال پیگیری: { $count }
bulk-reversed = ↩️ برگشت خورد و پول به کیف پول برگشت: { $count }
bulk-row-reversed = {"\u200F"}↩️ { $number } · { $code }
bulk-row-delivered = {"\u200F"}✅ { $number } · { $code }
bulk-failed = {"\u200F"}❌ { $number } · { $code }
bulk-failed-why = {"\u200F"}❌ { $number }: { $reason } · { $code }
file-list = { $count ->
    [1] <b>فهرست</b>، یک ردیف
   *[other] <b>فهرست</b>، { $count } ردیف
  }
list-number-invalid = شمارهٔ موبایل نیست
list-unclear = چند معنی دارد
list-not-found = فروخته نمی‌شود
list-twice = تکراری در فهرست
list-other-operator = اپراتور دیگر
list-bought-today = امروز گرفته
list-unavailable = دیگر فروخته نمی‌شود
list-left-out = کنار گذاشته

# پنل مدیریت
key-desk = 🗝 پنل مدیریت
key-reviews = 🔎 در دست بررسی ({ $count })
key-open-order = 🔎 دیدن سفارش
key-open-agent = 👤 صفحهٔ نماینده
key-decide-delivered = ✅ تحویل شده
key-decide-rejected = ❌ تحویل نشده
desk-reviews = 🔎 سفارش‌هایی که منتظر تصمیم شما هستند: { $count }
reviews-title = <b>سفارش‌های در دست بررسی</b>
reviews-hint = به‌موقع پاسخ قطعی نگرفته‌اند، یا پاسخی ناشناخته گرفته‌اند، و دوباره فرستاده نمی‌شوند. با کد از اپراتور بپرسید و نتیجه را ثبت کنید.
reviews-none = چیزی نیست. همهٔ سفارش‌ها پاسخ گرفته‌اند.
review-buyer = خریدار: { $buyer }
review-title = { $sign } <b>{ $state }</b>
review-event = { $time } · { $state }
review-event-why = { $time } · { $state }: { $why }
key-find = 🧾 یافتن سفارش
key-buyer = 👤 خریدار
ask-find = کد پیگیری یا شماره‌ای را که برایش خریده شده بفرستید.
number-orders-title = <b>سفارش‌های { $number }</b> از همهٔ خریدارها
number-orders-none = تاکنون چیزی برای این شماره خریده نشده است.
mark-quoted = قیمت‌گذاری
mark-confirmed = تأیید
mark-unsure = نامشخص
mark-review = در دست بررسی
mark-delivered = تحویل‌شده
mark-rejected = انجام‌نشده
mark-reversed = برگشت‌خورده
mark-expired = منقضی
mark-cancelled = لغوشده
ask-decide-delivered = از کجا می‌دانید تحویل شده؟ ثبت می‌شود و پول نگه‌داشته خرج می‌شود.
ask-decide-rejected = چرا خریده نشده؟ خریدار نوشتهٔ شما را می‌خواند و پولش آزاد می‌شود.
key-agents = 👥 نماینده‌ها
key-owing = 💰 بدهکارها
key-invite = + دعوت نماینده
key-copy-link = کپی پیوند
key-grant = + اعتبار
key-take = − کسر اعتبار
key-repayment = + بازپرداخت
key-limit = سقف اعتبار
key-remind = 🔔 یادآوری
key-remind-all = 🔔 یادآوری به همه
key-block = ⛔ مسدود کردن
key-unblock = ▶️ رفع مسدودی
key-pause-selling = ⏸ توقف فروش
key-resume-selling = ▶️ ادامهٔ فروش
desk-title = <b>پنل مدیریت</b>
key-desk-orders = 🧾 سفارش‌ها
key-desk-money = 💰 مالی
key-desk-people = 👤 افراد
key-desk-shop = 🛠 فروشگاه
desk-people-title = <b>افراد</b>
desk-people-hint = نماینده‌ها، مشتری‌ها و همکاران، و پیام به همهٔ آن‌ها.
desk-shop-title = <b>فروشگاه</b>
payments-any-method = همهٔ روش‌ها
key-support-settings = ⚙️ تنظیمات
support-settings = پرسش‌های بخش راهنما، پاسخ‌های آماده و زمان هشدار.
desk-failing = 🔴 وب‌سرویس فروش به هیچ خریدی پاسخ نمی‌دهد (شروع: { $ago }). سفارش‌ها منتظرند و به خریداران پیش از تأیید گفته می‌شود.
desk-balance = موجودی وب‌سرویس فروش: { $balance } ({ $ago })
desk-balance-low = ⚠️ موجودی وب‌سرویس فروش کم است: { $balance } ({ $ago })
desk-balance-unknown = وب‌سرویس فروش هنوز موجودی را نگفته است.
desk-selling = فروش برقرار است.
desk-today-none = امروز: هنوز فروشی نبوده است.
desk-today = { $count ->
    [1] امروز: یک فروش، { $total }
   *[other] امروز: { $count } فروش، { $total }
  }
desk-paused-owner = ⏸ شما فروش را متوقف کرده‌اید: { $reason }
desk-paused-gateway = ⏸ فروش متوقف است: وب‌سرویس فروش توکن ما را نمی‌پذیرد.
desk-paused-account = ⏸ فروش متوقف است: حساب ما در وب‌سرویس فروش خالی است. با کافی شدن موجودی خودش ادامه پیدا می‌کند.
desk-paused-restore = ⏸ فروش متوقف است: فروشگاه از پشتیبان بازیابی شده و آنچه پس از آن رخ داده اینجا ثبت نیست. با وب‌سرویس فروش و درگاه‌های پرداخت مقایسه کنید و سپس ادامه دهید.
agents-title = <b>نماینده‌ها</b>
agents-hint = با موجودی هر کدام؛ بدهکارترها اول.
agents-none = هنوز نماینده‌ای نیست. اولی را دعوت کنید.
owing-title = <b>بدهکارها</b>
owing-sum = جمع بدهی‌ها: { $sum }
owing-hint = یکی را انتخاب کنید یا به همه یادآوری کنید.
owing-none = کسی بدهکار نیست.
agent-paused = ⛔ مسدود: { $reason }
role-customer = مشتری
role-agent = نماینده
role-owner = مدیر
ask-invite = سقف اعتبار نمایندهٔ تازه چقدر باشد، به { $unit }؟ برای بدون اعتبار ۰ بفرستید.
ask-grant = چقدر اعتبار، به { $unit }؟ می‌توانید یادداشت هم بنویسید، مثلاً: ۵۰۰۰۰۰ نقدی دوشنبه
ask-take = چقدر از کیف پول کسر شود، به { $unit }؟ می‌توانید یادداشت هم بنویسید.
ask-repayment = چقدر نقدی پس داده است، به { $unit }؟ می‌توانید یادداشت هم بنویسید، مثلاً: ۵۰۰۰۰۰ دوشنبه
ask-limit = سقف اعتبار تازه چقدر باشد، به { $unit }؟ برای بدون اعتبار ۰ بفرستید. می‌توانید یادداشت هم بنویسید.
ask-pause = چرا این حساب مسدود می‌شود؟ صاحبش آن را می‌خواند. دیگر نمی‌تواند بخرد؛ پولش محفوظ می‌ماند و سفارش‌های در جریان ادامه دارند.
ask-pause-selling = چرا فروش متوقف می‌شود؟ خریدارها آن را می‌خوانند.
invited = این پیوند یک نفر را با سقف اعتبار { $limit } نماینده می‌کند. یک بار و تا { $until } کار می‌کند:
invite-own = این یکی از دعوت‌های خود شماست و هنوز اعتبار دارد: آن را برای نمایندهٔ تازه بفرستید.
credit-grant = <b>این اعتبار داده شود؟</b>
credit-take = <b>این مبلغ از کیف پول کسر شود؟</b>
credit-repayment = <b>این بازپرداخت نقدی ثبت شود؟</b>
credit-limit = <b>سقف اعتبار این باشد؟</b>
credit-before = موجودی پیش از آن: { $balance }
credit-after = موجودی پس از آن: <b>{ $balance }</b>
credit-limit-before = سقف کنونی: { $balance }
credit-limit-after = سقف تازه: <b>{ $balance }</b>
key-yes-grant = ✅ افزودن { $amount }
key-yes-take = − کسر: { $amount }
key-yes-repayment = ✅ ثبت: { $amount }
key-yes-limit = ✅ تعیین سقف: { $amount }
joined = شما اکنون نماینده‌اید. سقف اعتبار شما { $limit } است. برای فروش یک شماره یا فهرستی از شماره‌ها بفرستید.
done-grant = ✅ اعتبار داده شد: { $amount }
done-take = ✅ کسر شد: { $amount }
done-repayment = ✅ بازپرداخت ثبت شد: { $amount }
done-limit = ✅ سقف اعتبار اکنون { $amount } است.
take-too-much = ⚠️ حداکثر { $most } را می‌شود کسر کرد؛ بیشتر از این نیست.
not-told = خبرش به او نرسید: ربات را مسدود کرده یا هنوز پیامی نداده است.
notice-grant = 👛 به شما اعتبار داده شد: { $amount }
notice-take = 👛 از کیف پول شما { $amount } کسر شد.
notice-repayment = 👛 بازپرداخت { $amount } شما ثبت شد. سپاس.
notice-limit = 👛 سقف اعتبار شما اکنون { $amount } است.
notice-note = یادداشت: { $note }
notice-unpaused = ▶️ حساب شما دوباره باز شد.
reminded = { $count ->
    [1] به یک نفر یادآوری شد.
   *[other] به { $count } نفر یادآوری شد.
  }
reminded-skipped = { $count ->
    [1] به یک نفر در { $hours } ساعت گذشته یادآوری شده بود.
   *[other] به { $count } نفر در { $hours } ساعت گذشته یادآوری شده بود.
  }
reminded-unreached = { $count ->
    [1] یک نفر ربات را مسدود کرده و در دسترس نیست.
   *[other] { $count } نفر ربات را مسدود کرده‌اند و در دسترس نیستند.
  }
reminded-told = ✅ یادآوری شد. اگر ساعت‌های سکوتش باشد، پس از آن می‌رسد.
reminded-recently = در { $hours } ساعت گذشته یادآوری شده است. کمی فرصت بدهید.
reminded-gone = ربات را مسدود کرده و در دسترس نیست.
reminded-nothing = بدهی ندارد.
reminder = 🔔 یادآوری دوستانه: { $debt } بدهکارید.
desk-announcing = 📣 اطلاعیه‌ای در راه است: { $sent } از { $total }
key-announce = 📣 اطلاعیه به همه
key-audit = 📜 تاریخچهٔ کارها
key-ledger-check = 🧮 کنترل دفتر
ledger-title = <b>دفتر کیف پول‌ها</b>
ledger-right = ✅ موجودی همهٔ کیف پول‌ها با جمع گردش‌هایشان برابر است.
ledger-mismatch-balance = {"\u200F"}{ $person } · موجودی: ثبت‌شده { $kept }، جمع گردش‌ها { $summed }
ledger-mismatch-held = {"\u200F"}{ $person } · نگه‌داشته: ثبت‌شده { $kept }، جمع گردش‌ها { $summed }
ledger-more = … و { $count } مورد دیگر
key-health = 🩺 وب‌سرویس فروش
key-person-audit = 📜 چه کارهایی شده

# یک پیام برای همه
ask-announce = آنچه باید بخوانند بفرستید: یک متن با همان آرایشش، یا یک عکس یا فایل با نوشتهٔ زیرش. اول خودتان می‌بینید.
announcement-preview = ⬆️ <b>به همین شکل دیده می‌شود.</b>
announcement-people = { $count ->
    [1] یک نفر آن را می‌گیرد.
   *[other] { $count } نفر آن را می‌گیرند.
  }
announcement-no-recipients = هنوز کسی نیست که برایش فرستاده شود.
announcement-left-out = { $count ->
    [1] یک نفر دیگر ربات را مسدود کرده است و نمی‌گیرد.
   *[other] { $count } نفر دیگر ربات را مسدود کرده‌اند و نمی‌گیرند.
  }
key-send-announcement = { $count ->
    [1] 📣 ارسال برای یک نفر
   *[other] 📣 ارسال برای { $count } نفر
  }
key-change-announcement = ✏️ تغییر
key-stop-announcement = ⏹ توقف
announcement-draft = 📣 <b>هنوز فرستاده نشده</b>
announcement-cancelled = 📣 <b>لغو شد.</b> برای کسی فرستاده نشد.
announcement-sending = 📣 <b>در راه است…</b> لازم نیست اینجا بمانید.
announcement-stopping = ⏹ <b>در حال توقف…</b>
announcement-stopped = ⏹ <b>اطلاعیه متوقف شد.</b>
announcement-done = ✅ <b>اطلاعیه فرستاده شد.</b>
announcement-progress = { $bar } { $percent }٪
announcement-sent = فرستاده شد: { $sent } از { $total }
announcement-blocked = ربات را مسدود کرده‌اند: { $count }
announcement-failed = تلگرام نپذیرفت: { $count }
announcement-unsent = دیگر فرستاده نمی‌شود: { $count }

# حال وب‌سرویس فروش
health-title = <b>وب‌سرویس فروش</b>
health-well = 🟢 پاسخ می‌دهد.
health-unknown = ⚪️ هنوز از آن چیزی پرسیده نشده است.
health-unwell = 🔴 مشکل از { $ago } شروع شده: { $why }
trouble-unavailable = در دسترس نیست یا بسیار دیر پاسخ می‌دهد.
trouble-malformed = پاسخ‌هایش آن چیزی نیست که باید باشد.
trouble-unauthorized = توکن ما را نمی‌پذیرد.
trouble-rejected = فهرست محصولاتش را نمی‌دهد.
trouble-unreadable = فهرست محصولاتش خوانا نیست.
trouble-empty = فهرست محصولاتش خالی آمد؛ فعلاً آخرین فهرست درست به کار می‌رود.
trouble-shrunken = فهرست محصولاتش بسیار کوتاه‌تر از قبل آمد؛ فعلاً آخرین فهرست درست به کار می‌رود.
health-answered = آخرین پاسخ درست: { $ago }
health-token-accepted = توکن: پذیرفته
health-token-refused = ⚠️ توکن: پذیرفته نمی‌شود. فروش تا درست شدنش متوقف است.
health-catalogue = فهرست: { $products } محصول، { $onSale } تای آن در فروش ({ $ago })
health-catalogue-none = فهرست: هنوز بارگیری نشده
health-dropped = محصول‌هایی که خوانا نبودند: { $count }
health-hour = خریدهای یک ساعت گذشته: ✅ { $delivered } تحویل · ❌ { $rejected } رد
health-waiting = اکنون در راه: { $count }، از آن‌ها بی‌پاسخ: { $unsure }؛ قدیمی‌ترین از { $ago }
health-none-waiting = سفارش‌های در راه: هیچ
health-receipts = رسیدهایی که خریدار هنوز دریافت نکرده است: { $count }
health-failed = ⚠️ پیام‌ها یا لمس‌هایی که در ۳۰ روز گذشته انجام نشد: { $count }. آخرین‌ها، به نامی که در گزارش سیستم دارند:
health-failed-one = {"\u200F"}· { $reference } ({ $ago })
health-polling = تلگرام: دریافت مداوم (polling)
health-webhook = تلگرام: وب‌هوک
health-at = ساعت { $time }

# تاریخچهٔ کارها
audit-title = <b>تاریخچهٔ کارها</b>
audit-none = هنوز کاری نشده است.
audit-numbered = {"\u200F"}{ $number }. { $line }
audit-line = { $when } · { $what }
audit-line-why = { $when } · { $what } — { $why }
key-audit-entry = متن کامل { $number }
audit-kind-all = همه
audit-kind-money = پول
audit-kind-people = افراد
audit-kind-orders = سفارش‌ها
audit-kind-selling = فروش
audit-kind-announcing = اطلاعیه‌ها
audit-entry-invite = { $who } دعوت‌نامه‌ای با سقف اعتبار { $amount } ساخت
audit-entry-join = { $who } با سقف اعتبار { $amount } نماینده شد
audit-entry-pause = { $who } حساب { $person } را مسدود کرد
audit-entry-unpause = { $who } حساب { $person } را دوباره باز کرد
audit-entry-limit = { $who } سقف اعتبار { $person } را { $amount } کرد
audit-entry-grant = { $who } به { $person } { $amount } اعتبار داد
audit-entry-take = { $who } از کیف پول { $person } { $amount } کسر کرد
audit-entry-repayment = { $who } بازپرداخت { $amount } از سوی { $person } را ثبت کرد
audit-entry-remind = { $who } بدهی { $amount } را به { $person } یادآوری کرد
audit-entry-remind-gone = { $who } نتوانست بدهی { $amount } را به { $person } یادآوری کند
audit-entry-pause-selling = { $who } فروش را متوقف کرد
audit-entry-resume-selling = { $who } فروش را از سر گرفت
audit-entry-decide-delivered = { $who } سفارش { $code } از { $person } را تحویل‌شده دانست
audit-entry-decide-rejected = { $who } سفارش { $code } از { $person } را خریده‌نشده دانست
audit-entry-bulk = { $count ->
    [1] { $who } به یک شماره از فهرست فروخت، { $amount }
   *[other] { $who } به فهرستی از { $count } شماره فروخت، { $amount }
  }
audit-entry-announce = { $count ->
    [1] { $who } به یک نفر اطلاعیه فرستاد
   *[other] { $who } به { $count } نفر اطلاعیه فرستاد
  }
audit-entry-stop-announcing = { $count ->
    [1] { $who } اطلاعیه‌ای را پس از یک نفر متوقف کرد
   *[other] { $who } اطلاعیه‌ای را پس از { $count } نفر متوقف کرد
  }
audit-entry-approve-payment = { $who } پرداخت { $amount } از { $person } را تأیید کرد
audit-entry-reject-payment = { $who } پرداخت { $amount } از { $person } را رد کرد
audit-entry-pay-back = { $who } مبلغ { $amount } را به { $person } پس داد
audit-entry-payment-settings = { $who } تنظیمات پرداخت را تغییر داد
audit-entry-bank-card = { $who } کارت بانکی با پایان { $code } را تغییر داد
audit-entry-reopen-card = { $who } کارت به کارت را برای { $person } دوباره باز کرد

# Payment pages in a browser
payment-page-paid = پرداخت شد
payment-page-paid-text = پرداخت شما دریافت شد. ادامه در گفتگوست.
payment-page-unpaid = پرداخت نشد
payment-page-unpaid-text = بانک می‌گوید پولی پرداخت نشده است. می‌توانید از گفتگو دوباره شروع کنید.
payment-page-expired = به‌موقع پرداخت نشد
payment-page-expired-text = مهلت این پرداخت تمام شده است. اگر بانک با این حال پولی برداشته باشد، به کیف پول شما می‌رسد و در گفتگو خبر می‌دهیم.
payment-page-refused = پرداخت نشد
payment-page-refused-text = این پرداخت بسته شده و پولی برداشته نشده است. می‌توانید در گفتگو پرداخت تازه‌ای شروع کنید.
payment-page-reversed = پول برگشت
payment-page-reversed-text = بانک پول این پرداخت را به کارت شما برگرداند.
payment-page-checking = در حال بررسی پرداخت…
payment-page-checking-text = در حال پرسیدن از بانک هستیم و چند ثانیه طول می‌کشد. می‌توانید این صفحه را هم ببندید، در گفتگو خبر می‌دهیم.
payment-page-waiting = هنوز در حال بررسی
payment-page-waiting-text = بانک هنوز پاسخ قطعی نداده است. پول شما گم نشده و همین‌که روشن شود در گفتگو خبر می‌دهیم.
payment-page-unavailable = صفحهٔ پرداخت باز نمی‌شود
payment-page-unavailable-text = درگاه پرداخت اکنون پاسخ نمی‌دهد. پولی برداشته نشد. این صفحه خودش دوباره امتحان می‌کند. در گفتگو می‌توانید راه دیگری هم انتخاب کنید.
payment-page-unknown = پرداختی پیدا نشد
payment-page-unknown-text = در این نشانی پرداختی نیست. لطفاً پیوند را از گفتگو دوباره باز کنید.
payment-page-busy = لطفاً چند لحظه صبر کنید
payment-page-busy-text = اکنون نمی‌توانیم این صفحه را نشان دهیم. خودش دوباره بارگذاری می‌شود.
payment-page-chat = بازگشت به گفتگو

# A sale in one line
quick-sale-which = منظورتان کدام است؟
quick-sale-none = چیزی مثل «{ $words }» برای این شماره فروخته نمی‌شود.
quick-sale-other-operator = این شمارهٔ { $operator } است و شما { $named } نوشتید. اگر شماره ترابرد شده است، اپراتورش را این‌جا تغییر دهید.
quick-sale-whose = این نام را برای چند شماره ذخیره کرده‌اید. منظورتان کدام است؟

# قیمت‌ها
key-prices = 🏷 قیمت‌ها
key-add-rule = ➕ قاعدهٔ تازه
key-tiers = 🏅 سطح‌ها
key-commission = 🏦 کمیسیون
key-add-commission = ➕ ثبت کمیسیون
key-end-rule = پایان این قاعده
key-discount = ▼ تخفیف
key-fee = ▲ کارمزد
key-save-rule = ✅ ذخیره، از هم‌اکنون
key-save-tomorrow = ذخیره، از فردا
key-add-tier = ➕ سطح تازه
key-turnover = ✏️ گردش فروش
key-rename-tier = ✏️ نام
key-end-tier = 🗑 حذف
key-yes-end-tier = بله، حذف شود
key-promo-for = 🎟 کد تخفیف
key-no-tier = بدون سطح
key-agent-tier = 🏅 سطح
key-person-prices = 🏷 قیمت ویژه
rules-title = <b>قیمت‌ها</b>
rules-none = همه قیمت وب‌سرویس فروش را می‌پردازند. برای تخفیف یا کارمزد، یک قاعده بسازید.
rules-hint = برای دیدن یا پایان دادن، قاعده را بزنید. دقیق‌ترین قاعده حساب است: شخص پیش از سطح، و سطح پیش از همهٔ نماینده‌ها یا مشتری‌ها.
rules-unknown-cost = ⚠️ کمیسیون وب‌سرویس فروش هنوز ثبت نشده است؛ سود «نامعلوم» نشان داده می‌شود.
commission-title = <b>کمیسیون وب‌سرویس فروش</b>
commission-none = هنوز ثبت نشده است. بدون آن بهای تمام‌شده معلوم نیست و سود «نامعلوم» نشان داده می‌شود.
commission-hint = آنچه وب‌سرویس فروش برای شما کم می‌کند. برای قیمت‌هایی که از این پس داده می‌شود به کار می‌رود؛ سفارش‌های پیشین همان می‌مانند.
person-prices-title = <b>قیمت ویژهٔ { $name }</b>
person-prices-none = قاعدهٔ ویژه‌ای ندارد و قیمت سطح یا نقش خود را می‌پردازد.
price-for-customer = مشتری‌ها
price-for-agent = نماینده‌ها
price-for-gateway = وب‌سرویس فروش
price-type-data = اینترنت
price-type-topup = شارژ
price-type-tdlte = اینترنت TD-LTE
price-everything = همه‌چیز
price-every-operator = همهٔ اپراتورها
price-every-type = همهٔ محصول‌ها
price-discount = { $percent } تخفیف
price-fee = { $percent } کارمزد
price-commission = { $percent } کمیسیون
rule-for = برای: { $audience }
rule-what = روی: { $what }
rule-name = با نام: { $name }
rule-since = از { $when }
rule-from = شروع از { $when }
rule-always = از آغاز کار فروشگاه
rule-saved = ✅ ذخیره شد.
rule-audience = <b>این قاعده برای چه کسانی است؟</b>
rule-audience-hint = قاعدهٔ یک شخص در صفحهٔ خود او ساخته می‌شود.
rule-which-operator = برای کدام اپراتور؟
rule-which-type = برای کدام محصول؟
rule-which-kind = تخفیف، یا کارمزد افزون بر قیمت؟
ask-percent-discount = چند درصد تخفیف؟ عدد را بنویسید، مثلاً: ۲٫۵
    می‌توانید نامی هم بنویسید که خریدار ببیند: ۲٫۵ تخفیف بهاره
ask-percent-fee = چند درصد کارمزد؟ عدد را بنویسید، مثلاً: ۱٫۵
    می‌توانید نامی هم بنویسید که خریدار ببیند: ۱٫۵ کارمزد خدمات
ask-percent-commission = وب‌سرویس فروش چند درصد برای شما کم می‌کند؟ عدد را بنویسید، مثلاً: ۳
preview-title = <b>پرفروش‌ها، پیش از آن ← پس از آن</b>
preview-cost = <b>بهای پرفروش‌ها برای شما، پیش از آن ← پس از آن</b>
preview-none = در ۳۰ روز گذشته چیزی از این فروخته نشده و نمونه‌ای برای مقایسه نیست.
preview-line = { $what }: { $before } ← { $after }
preview-quotes = قیمت‌هایی که پیش‌تر داده شده تغییر نمی‌کند.
loss-below = 🔴 <b>این فروش پایین‌تر از بهای تمام‌شده است.</b>
loss-free = 🔴 <b>این یعنی فروش رایگان.</b>
loss-example = { $what } به قیمت { $total }: شما { $charge } می‌گیرید و برایتان { $cost } تمام می‌شود. زیان هر فروش: { $loss }.
loss-example-unknown = { $what } به قیمت { $total }: شما { $charge } می‌گیرید و کمیسیون وب‌سرویس فروش هم ثبت نشده است. زیان هر فروش: تا { $loss }.
loss-with = با کد { $code } روی این قیمت: { $rule }
loss-unknown = ⚠️ کمیسیون وب‌سرویس فروش برای این مورد ثبت نشده است؛ معلوم نیست پایین‌تر از بهای تمام‌شده فروخته می‌شود یا نه.
loss-once-more = با این حال با زیان فروخته شود؟
key-sell-at-loss = 🔴 بله، فروش با زیان
losses-in-force = 🔴 شمار قیمت‌ها و کدهایی که پایین‌تر از بهای تمام‌شده یا رایگان می‌فروشند: { $count }
tiers-title = <b>سطح نماینده‌ها</b>
tiers-none = هنوز سطحی ندارید. هر سطح قیمت خودش را دارد؛ نماینده آن را از شما یا با گردش فروشش می‌گیرد.
tiers-hint = عدد کنار هر سطح، گردش فروش ۳۰ روز گذشته است که نماینده با آن به این سطح می‌رسد.
tier-title = <b>سطح { $name }</b>
tier-agents = { $count } نماینده
tier-by-owner = شما در صفحهٔ نماینده آن را تعیین می‌کنید.
tier-by-turnover = نماینده با { $turnover } فروش در ۳۰ روز به آن می‌رسد.
tier-no-rules = هنوز قیمت ویژه‌ای ندارد.
ask-tier = نام سطح تازه چیست؟
ask-rename-tier = نام تازهٔ این سطح چیست؟
end-tier-title = <b>سطح { $name } حذف شود؟</b>
end-tier-agents = { $count } نماینده در این سطح‌اند. از این پس بی‌سطح می‌شوند، قیمت همهٔ نماینده‌ها را می‌پردازند و خبردار می‌شوند.
end-tier-rules = { $count } قاعده و کدهای تخفیف این سطح هم پایان می‌یابند. قیمت‌هایی که گفته شده می‌مانند.
ask-turnover = نماینده با چه فروشی در ۳۰ روز گذشته به این سطح می‌رسد؟ به { $unit } بنویسید؛ ۰ یعنی فقط شما تعیین می‌کنید.
agent-tier = سطح: { $tier }
agent-tier-title = <b>سطح { $name }</b>
agent-tier-hint = کدام سطح؟ به نماینده خبر داده می‌شود.
notice-tier = 🏅 سطح شما اکنون <b>{ $tier }</b> است و با قیمت همین سطح می‌خرید.
notice-tier-rise = 🎉 با فروش ۳۰ روز گذشته به سطح <b>{ $tier }</b> رسیدید و از این پس با قیمت همین سطح می‌خرید.
notice-no-tier = دیگر سطحی ندارید و با قیمت همهٔ نماینده‌ها می‌خرید.
failure-percent-invalid = لطفاً درصدی میان ۰٫۰۱ و ۱۰۰ بنویسید، مثلاً: ۲٫۵
failure-price-rule-unknown = این قاعده پایان یافته است.
failure-tier-unknown = چنین سطحی نیست.
failure-tier-taken = سطح دیگری همین نام را دارد.
audit-kind-prices = قیمت‌ها
audit-entry-price = { $who } قیمت گذاشت: { $rule }
audit-entry-end-price = { $who } به این قیمت پایان داد: { $rule }
audit-entry-tier = { $who } سطحی برای نماینده‌ها ساخت
audit-entry-tier-turnover = { $who } گردش یک سطح را { $amount } کرد
audit-entry-rename-tier = { $who } نام سطحی را تغییر داد
audit-entry-end-tier = { $who } سطحی را حذف کرد
audit-entry-assign-tier = { $who } سطح { $person } را تعیین کرد
audit-entry-rise = { $person } با فروشش به سطح بالاتر رسید
seller-today = امروز: { $count } فروش، سود شما { $profit }
seller-hint = یک شماره، یک خط کامل (۰۹۱۲۳۴۵۶۷۸۹ ۵۰۰۰) یا فهرستی از شماره‌ها بفرستید.

# کد تخفیف
key-promos = 🎟 کد تخفیف
key-promo = 🎟 کد تخفیف
key-add-promo = ➕ کد تازه
key-make-promo = ✅ کد ساخته شود
key-drop-promo = ✖️ بدون کد
key-end-promo = پایان این کد
promos-title = <b>کدهای تخفیف</b>
promos-none = هنوز کدی ندارید. هر کد درصدی یا مبلغی از یک خرید کم می‌کند.
promos-hint = برای دیدن استفاده یا پایان دادن، کد را بزنید.
promo-row = { $code } · { $value } · { $used } بار
promo-title = کد <b>{ $code }</b> · { $value } تخفیف
promo-preview = هنوز ساخته نشده است. اگر درست است، بسازید.
promo-for-everyone = همه
promo-for-customer = مشتری‌ها
promo-for-agent = نماینده‌ها
promo-audience = <b>این کد برای چه کسانی است؟</b>
promo-audience-person = برای یک نفر، صفحهٔ او و بعد «قیمت ویژه» را باز کنید.
promo-any-uses = بدون سقف استفاده
promo-most-uses = روی هم: { $count } بار
promo-most-each = هر نفر: { $count } بار
promo-until = تا { $when }
promo-used = استفاده تاکنون: { $count }
promo-report = { $people } نفر. تخفیف داده‌شده: { $discount }؛ پرداخت‌شده: { $charged }.
promo-remembered = 🎟 کد { $code } از خرید بعدی شما که با آن سازگار باشد کم می‌شود.
ask-promo = لطفاً کد تخفیف را بنویسید.
ask-promo-terms = به‌ترتیب بنویسید: کد، تخفیف (درصد، یا مبلغ به { $unit })، چند بار روی هم، چند بار برای هر نفر، چند روز. ۰ یعنی بدون سقف. مثلاً:
    {"\u200F"}NOWRUZ ۱۰٪ ۱۰۰ ۱ ۳۰
confirm-promo = کد { $code }: { $amount } تخفیف
failure-promo-unknown = چنین کدی نیست یا پایان یافته است.
failure-promo-unfit = این کد برای این خرید نیست.
failure-promo-used-up = این کد دیگر قابل استفاده نیست. این قیمت بدون آن است.
failure-promo-invalid = لطفاً این‌گونه بنویسید: NOWRUZ ۱۰٪ ۱۰۰ ۱ ۳۰
failure-promo-taken = این کد از پیش هست. لطفاً کد دیگری انتخاب کنید.
audit-entry-promo = { $who } کد تخفیفی ساخت
audit-entry-end-promo = { $who } به یک کد تخفیف پایان داد

## Staff

key-staff = 👔 همکاران
staff-title = <b>همکاران</b>
staff-hint = کسانی که برای فروشگاه کار می‌کنند و پیوندهایی که هنوز باز است. برای تغییر، یکی را انتخاب کنید.
staff-none = هنوز کسی برای فروشگاه کار نمی‌کند. صندوق‌دار، پشتیبان یا گزارش‌خوان را با پیوند دعوت کنید.
staff-cashier = صندوق‌دار
staff-support = پشتیبان
staff-reporter = گزارش‌خوان
staff-may-cashier = پرداخت‌های منتظر را تأیید یا رد می‌کند، تا سقف روزانه اعتبار می‌دهد و مشتری‌ها و پرداخت‌ها را می‌بیند.
staff-may-support = سفارش پیدا می‌کند، پاسخ می‌دهد، یادداشت می‌نویسد و مشتری‌ها و پرداخت‌ها را می‌بیند.
staff-may-reporter = گزارش‌ها، سفارش‌ها، پرداخت‌ها، مشتری‌ها، وضعیت و تاریخچهٔ کارها را می‌خواند.
staff-credit = سقف اعتبار در روز: { $limit }
staff-decides = دربارهٔ سفارش‌های در بررسی تصمیم می‌گیرد.
staff-decides-not = دربارهٔ سفارش‌های در بررسی تصمیم نمی‌گیرد.
staff-invite-row = 🔗 { $role } · تا { $until }
key-invite-staff = + دعوت همکار
staff-which-role = <b>چه کاری به او می‌سپارید؟</b>
ask-staff-credit = صندوق‌دار در روز تا چه مبلغی اعتبار بدهد (به { $unit })؟ صفر یعنی هیچ.
staff-invited = این پیوند یک نفر را همکار فروشگاه می‌کند: <b>{ $role }</b>. یک بار و تا { $until } کار می‌کند.
key-revoke = ✖️ باطل کردن پیوند
key-staff-credit = سقف اعتبار روزانه
key-decides-on = تصمیم دربارهٔ بررسی‌ها
key-decides-off = بررسی‌ها فقط با مدیر
key-person = 👤 صفحهٔ او
key-remove-staff = ✖️ گرفتن این نقش
staff-remove = از همین لحظه { $name } دیگر { $role } نیست. همچنان مشتری یا نماینده می‌ماند.
key-yes-remove-staff = بله، نقش گرفته شود
staff-invite-own = این یکی از پیوندهای خود شماست و هنوز اعتبار دارد: آن را برای همکار تازه بفرستید.
staff-joined = شما اکنون همکار فروشگاه هستید: <b>{ $role }</b>. پنل مدیریت در صفحهٔ خانه است.
owner-joined = شما اکنون مدیر این فروشگاه هستید. پنل مدیریت در صفحهٔ خانه است.
owner-link-own = شما پیش‌تر مدیر این فروشگاه بوده‌اید؛ پیوند استفاده نشد.
notice-staff-removed = شما دیگر همکار فروشگاه نیستید. سفارش‌ها و کیف پول شما محفوظ است.
alert-staff-joined = {"\u200F"}👋 { $name } پیوند شما را باز کرد و اکنون همکار فروشگاه است: { $role }.
alert-owner-joined = {"\u200F"}🗝 { $name } با پیوندی که روی سرور ساخته شده بود مدیر فروشگاه شد (شناسه: { $id }). اگر از آن بی‌خبرید، روی سرور بنویسید: <code>sharj owner --remove</code> و شناسه.
desk-credit-left = اعتبار امروز شما: { $left } از { $limit } مانده
command-desk = پنل مدیریت
failure-own-wallet = دربارهٔ کیف پول، پرداخت‌ها و سفارش‌های خودتان کس دیگری تصمیم می‌گیرد.
failure-staff-limit = این از سقف اعتبار روزانهٔ شما ({ $limit }) بیشتر است. ماندهٔ امروز: { $left }. روز تازه از { $anew } شروع می‌شود.
audit-entry-invite-staff = { $who } پیوندی برای همکار ساخت
audit-entry-join-staff = { $who } پیوند را باز کرد و همکار شد
audit-entry-become-owner = { $who } پیوند سرور را باز کرد و مدیر شد
audit-entry-change-staff = { $who } اختیار { $person } را تغییر داد
audit-entry-remove-staff = { $who } نقش { $person } را گرفت
audit-entry-revoke-invite = { $who } پیوندی را باطل کرد

## Customers

key-customers = 🧾 مشتری‌ها
customers-title = <b>مشتری‌ها</b>
customers-hint = با مجموع خرید هر کدام. یکی را انتخاب یا کسی را پیدا کنید.
customers-none = هنوز کسی به ربات پیام نداده است.
customers-newest = تازه‌ترین‌ها
customers-best = پرخریدترین‌ها
key-find-customer = 🔎 پیدا کردن کسی
ask-find-customer = نام، شمارهٔ موبایل، نام کاربری با @ یا شناسه را بفرستید. اول کلمه هم کافی است.
customers-found = <b>نتیجهٔ جستجوی { $words }</b>
customers-found-none = کسی پیدا نشد.
customer-id = شناسه: { $id }
customer-username = نام کاربری: { $username }
customer-since = از { $since }، آخرین بازدید { $seen }
customer-unreachable = 🚫 ربات را مسدود کرده یا از تلگرام رفته است.
customer-bought = { $count ->
    [1] خرید: یک سفارش، { $sum }، در { $last }
   *[other] خرید: { $count } سفارش، { $sum }؛ آخرین در { $last }
  }
customer-bought-none = هنوز چیزی نخریده است.
customer-plans = خریدهای دوره‌ای فعال: { $count }
customer-plan = • { $what } · { $number } · نوبت بعد { $day }
person-staff = همکار فروشگاه: { $role }
key-person-orders = 🧾 سفارش‌ها
key-person-records = 🗂 سوابق
key-person-terms = ⚙️ شرایط
person-records = سوابق این شخص در فروشگاه.
person-terms = شرایط خرید این شخص.
person-orders-title = <b>سفارش‌های { $name }</b>
key-notes = 📝 یادداشت‌ها
notes-title = <b>یادداشت‌ها دربارهٔ { $name }</b>
notes-none = یادداشتی نیست. مشتری یادداشت‌ها را نمی‌بیند.
note-line = { $when } · { $who }: { $text }
key-add-note = + نوشتن یادداشت
key-remove-note = حذف یادداشت { $number }
ask-note = یادداشت را بنویسید. فقط مدیر و همکاران آن را می‌خوانند.
key-message = ✉️ پیام
ask-message = برای { $name } چه بنویسیم؟ پیام از طرف فروشگاه است، نه از طرف شما.
message-sent = پیام در راه است. اگر به دستش نرسد، در صفحه‌اش می‌بینید.
notice-shop-message = ✉️ <b>پیامی از فروشگاه</b>
failure-person-unreachable = این شخص در دسترس نیست: ربات را مسدود کرده یا از تلگرام رفته است.
failure-message-too-long = این پیام بلند است: هر پیام حداکثر هزار نویسه دارد.
key-invites = دعوت‌های باز
invites-title = <b>دعوت‌های باز</b>
invites-hint = پیوندهایی که هنوز کسی باز نکرده است. برای کپی یا باطل کردن، یکی را انتخاب کنید.
invites-none = دعوت بازی نیست.
invite-row = { $limit } · تا { $until }
key-demote = تبدیل به مشتری عادی
demote-title = <b>{ $name } دوباره مشتری عادی می‌شود</b>
demote-debt = او { $debt } بدهکار است. بدهی تا پرداخت در کیف پول او و در فهرست بدهی‌ها می‌ماند.
demote-balance = موجودی { $balance } برای خودش می‌ماند.
demote-limit = سقف اعتبار { $limit } هم‌اکنون تمام می‌شود.
demote-held = { $held } برای سفارش‌های در جریان نگه داشته شده و آن‌ها ادامه دارند.
demote-rest = سطح او هم تمام می‌شود و از قیمت بعدی مثل مشتری‌ها می‌پردازد. به او خبر می‌دهیم.
key-yes-demote = بله، مشتری عادی شود
notice-demoted = شما دوباره مشتری عادی فروشگاه هستید. موجودی و سفارش‌هایتان می‌ماند و بدهی هم باید پرداخت شود.
audit-entry-demote = { $who } { $person } را با بدهی { $amount } دوباره مشتری عادی کرد
audit-entry-note = { $who } یادداشتی دربارهٔ { $person } نوشت
audit-entry-remove-note = { $who } یادداشتی دربارهٔ { $person } را حذف کرد
audit-entry-message = { $who } به { $person } پیام داد

## Sharing in other chats

inline-receipt = 🧾 رسید خرید از { $shop }
inline-receipt-title = 🧾 ارسال این رسید
inline-operator = 📦 بسته‌های { $operator }
inline-any-amount = مبلغ دلخواه
inline-open = باز کردن فروشگاه
inline-none = چیزی پیدا نشد؛ فروشگاه را باز کنید
key-buy-here = 🛒 خرید
key-buy-too = 🛒 من هم می‌خواهم
key-show-receipt = 🔎 بررسی رسید
key-send-card = 📨 ارسال به‌صورت کارت
key-share-product = 📨 فرستادن برای دیگران
key-link = 🔗 پیوند این صفحه
link-title =
    🔗 { $what }
    هر کس این پیوند را باز کند، از همین‌جا شروع می‌کند.
link-offers = پیشنهادهای { $number }
link-shows-number = این شماره در پیوند هست و هر کس بازش کند آن را می‌بیند.
# پشتیبانی
key-support = 🎧 پشتیبانی
key-ask-order = 🎧 پرسش دربارهٔ این سفارش
key-buy-for = 🛒 خرید برای { $number }
key-support-reply = ✍️ نوشتن پاسخ
key-support-answer = ↩️ پاسخ
key-support-open = گفتگو
key-support-desk = 🎧 پشتیبانی
key-support-desk-page = باز کردن در پنل
key-ready-answers = پاسخ‌های آماده
key-close-support = ✅ بستن
key-reopen-support = باز کردن
key-open-person = صفحهٔ مشتری
key-faq = پرسش‌های رایج
key-support-alert = ⏰ هشدار بی‌پاسخ ماندن
key-add-text = ➕ افزودن
key-change-text = ✏️ تغییر
key-move-text = ⬆️ بالا بردن
key-remove-text = حذف
talk-greeting = سلام! 👋 چه کمکی می‌توانم بکنم؟ برای خرید، شمارهٔ موبایل را بفرستید یا از دکمه‌های زیر انتخاب کنید.
talk-thanks = خواهش می‌کنم! 🌱
help-faq = <b>پرسش‌های رایج</b>
support-title = <b>🎧 پشتیبانی</b>
support-about = 🧾 دربارهٔ سفارش { $code }
support-write = پرسش خود را همین‌جا بنویسید: متن، عکس، پیام صوتی یا فایل. همکاران فروشگاه آن را می‌خوانند و پاسخ به همین گفتگو می‌آید. با زدن هر دکمه از این‌جا بیرون می‌روید.
support-sent = ✅ پیام شما را پشتیبانی دریافت کرد. پاسخ همین‌جا می‌آید. اگر چیزی مانده، باز هم بنویسید.
support-added = ✅ پشتیبانی این پیام را هم دریافت کرد.
support-closed = پشتیبانی این گفتگو را بست. اگر چیزی مانده، هر وقت خواستید دوباره بنویسید.
support-from = 🎧 پشتیبانی
support-from-order = 🎧 پشتیبانی · سفارش { $code }
support-of = 👤 { $name }
support-of-order = 👤 { $name } · سفارش { $code }
support-answered-by = ↩️ پاسخ { $who } به { $name }
support-edited = ✏️ ویرایش شد
support-blocked = ⚠️ نرسید: { $name } ربات را مسدود کرده یا حسابش را بسته است.
support-refused = ⚠️ این پیام نرسید؛ تلگرام آن را نپذیرفت.
support-gone = ⚠️ این پیام پیش از رسیدن پاک شده بود.
support-deleted = 🗑 پس گرفته شد: { $name } دیگر این پاسخ را نمی‌بیند.
support-not-deleted = ⚠️ پس گرفته نشد؛ تلگرام فقط تا ۴۸ ساعت اجازه می‌دهد.
support-answer-to = ✅ برای { $name } فرستاده می‌شود.
support-answer-taken = ✅ پاسخ شما در راه است.
support-ask-answer = برای { $name } چه بفرستم؟ متن، عکس، پیام صوتی یا فایل. به نام فروشگاه نشان داده می‌شود.
support-card-id = { $role } · { $id }
support-card-order = { $order } · { $code }
support-card-no-orders = هنوز سفارشی ندارد.
support-topic-hint = هر چه این‌جا بنویسید به نام فروشگاه برای این مشتری می‌رود؛ آن‌چه با / شروع شود بین خودتان می‌ماند. برای پس گرفتن یک پاسخ، در پاسخ به آن {"\u200E"}/delete را بفرستید؛ {"\u200E"}/close گفتگو را می‌بندد و {"\u200E"}/answers پاسخ‌های آماده را نشان می‌دهد.
support-unknown-topic = ⚠️ این موضوع به هیچ گفتگویی وصل نیست و آن‌چه این‌جا بنویسید به کسی نمی‌رسد. موضوع دیگر همین مشتری را ببینید، یا این را حذف کنید.
support-attachment = (عکس، صدا یا فایل)
support-line = { $sign } { $time } { $text }
support-is-open = 💬 باز است و چیزی منتظر نیست.
support-is-waiting = 🔴 منتظر پاسخ است: { $ago }.
support-is-closed = بسته است.
support-desk-title = <b>🎧 پشتیبانی</b>
support-desk-none = گفتگوی بازی نیست.
support-desk-counts = باز: { $open } · منتظر پاسخ: { $waiting }
support-desk-trouble = ⚠️ گروه پشتیبانی کار نمی‌کند و پیام‌ها خصوصی به همکاران می‌رسد: { $why }
desk-support = 🎧 منتظر پشتیبانی: { $count }
ready-none = هنوز پاسخ آماده‌ای نیست. مدیر آن‌ها را در پنل، بخش پشتیبانی، می‌نویسد.
ready-choose = کدام پاسخ فرستاده شود؟
texts-faq = <b>پرسش‌های رایج</b>
texts-answer = <b>پاسخ‌های آماده</b>
texts-none = هنوز چیزی نیست.
texts-hint = برای تغییر، جابه‌جایی یا حذف، یکی را انتخاب کنید.
ask-text-faq = پرسش را در خط اول و پاسخش را زیر آن بفرستید.
ask-text-answer = یک نام کوتاه در خط اول و متن پاسخ را زیر آن بفرستید.
support-alert-title = <b>⏰ هشدار بی‌پاسخ ماندن</b>
support-alert-on = اگر گفتگویی { $minutes } دقیقه بی‌پاسخ بماند، یک بار به همکاران هشدار داده می‌شود.
support-alert-off = اکنون هشداری داده نمی‌شود.
alert-never = هیچ‌وقت
alert-minutes = { $minutes } دقیقه
alert-support-unanswered = ⏰ { $name } از { $since } منتظر پاسخ است.
alert-support-group-failed = ⚠️ گروه پشتیبانی کار نمی‌کند: { $why }. تا درست شدن آن، گفتگوها خصوصی به شما می‌رسد. ربات باید در گروهی که «موضوع» دارد، مدیر باشد و اجازهٔ مدیریت موضوع‌ها را داشته باشد.
alert-support-group-moved = شناسهٔ گروه پشتیبانی تغییر کرد: { $chat }. آن را در تنظیم {"\u200E"}SUPPORT_CHAT_ID بگذارید؛ تا آن وقت ربات خودش به یاد دارد.
failure-support-text-gone = این متن دیگر نیست.
failure-support-text-invalid = دو بخش لازم است: خط اول، و متن زیر آن.
failure-support-text-full = اکنون ۲۴ مورد هست. اول یکی را حذف کنید.
audit-entry-close-support = { $who } گفتگوی پشتیبانی { $person } را بست
audit-entry-support-text = { $who } یکی از متن‌های پشتیبانی را تغییر داد
audit-entry-support-alert = { $who } زمان هشدار پشتیبانی را تغییر داد
report-support = 🎧 پشتیبانی: { $asked } پرسش، پاسخ داده شده: { $answered }
report-support-time = نخستین پاسخ پس از { $time } (نیمی زودتر از این)
time-minutes = { $minutes } دقیقه
time-hours = { $hours } ساعت و { $minutes } دقیقه


## Broadcasts to some people, at a time

announcement-audience = برای: { $audience }
announcement-button = دکمه: { $label }
announcement-planned = 🕒 <b>برنامه‌ریزی‌شده برای { $when }</b> به وقت تهران
audience-everyone = همه
audience-customers = مشتری‌ها
audience-agents = نماینده‌ها
audience-buyers = خریداران { $days } روز
audience-language = { $language }‌زبان‌ها
audience-tier = سطح { $tier }
key-audience = 👥 برای چه کسی
key-broadcast-button = 🔘 دکمه
key-plan = 🕒 ارسال در زمان دیگر
key-send-now = ارسال فوری
key-cancel-planned = ✖️ لغو اطلاعیه
key-planned = 🕒 برنامه‌ریزی‌شده ({ $count })
planned-title = <b>اطلاعیه‌های برنامه‌ریزی‌شده</b>
planned-hint = نزدیک‌ترین اول. برای ارسال فوری یا لغو، یکی را انتخاب کنید.
planned-none = چیزی برنامه‌ریزی نشده است.
which-audience = <b>برای چه کسانی فرستاده شود؟</b>
which-button = <b>دکمه به کجا برود؟</b>
key-button-product = یک بسته یا دسته
key-use-promo = 🎁 کد { $code }
key-no-button = بدون دکمه
ask-broadcast-product = کدام بسته یا دسته؟ کلمه‌هایی از نامش را مثل جستجو بفرستید.
search-targets = یک بسته یا یک دسته (📁) را انتخاب کنید.
search-targets-none = چیزی پیدا نشد. برگردید و با کلمه‌های دیگر امتحان کنید.
ask-broadcast-time = <b>چه زمانی فرستاده شود؟</b> انتخاب کنید یا زمان را به وقت تهران بنویسید: ۱۸:۳۰، فردا ۹:۰۰، { $date } ۱۸:۳۰.
failure-time-invalid = این زمان در شصت روز آینده نیست. نمونه: ۱۸:۳۰، فردا ۹:۰۰.
audit-entry-plan-announcement = { $who } اطلاعیه‌ای را برنامه‌ریزی کرد
audit-entry-cancel-announcement = { $who } یک اطلاعیهٔ برنامه‌ریزی‌شده را لغو کرد

# دعوت دوستان
key-referral = 🎁 معرفی دوستان
key-referral-desk = 🎁 معرفی دوستان
key-referral-on = ✅ روشن
key-referral-off = ⏸ خاموش
key-referral-terms = ✏️ تغییر
referral-title = <b>معرفی دوستان</b>
referral-terms = پیوند خود را برای کسانی بفرستید که تازه به اینجا می‌آیند. تا { $days } روز، { $percent } از پرداخت‌هایشان به کیف پول شما می‌آید.
referral-off = معرفی دوستان فعلاً پاداشی ندارد.
referral-summary = { $people } نفر آمده‌اند · پاداش معرفی: { $earned }
referral-desk-title = <b>معرفی دوستان</b>
referral-is-on = ✅ روشن است: هر کس پیوند خودش را در کیف پول می‌بیند.
referral-is-off = خاموش است: کسی از معرفی دوستان پاداش نمی‌گیرد.
referral-desk-terms = { $percent } از پرداخت کسی که معرفی شده، تا { $days } روز پس از آمدنش.
referral-report = <b>{ $days } روز گذشته</b>
referral-line = {"\u200F"}{ $name }: { $people } نفر · { $earned }
referral-line-void = {"\u200F"}{ $name }: { $people } نفر · { $earned } · { $void } نفر با همان شماره یا کارت
ask-referral = درصد و تعداد روز را بفرستید؛ مثلاً: ۱٫۵ ۹۰
failure-days-invalid = این تعداد روز ممکن نیست.
audit-entry-referral-settings = { $who } تنظیم معرفی دوستان را تغییر داد
ledger-referral = پاداش معرفی

# خرید برگشتی
key-reverse = ↩️ برگشت خرید
key-yes-reverse = بله، { $amount } برگردد
reverse-title = <b>این خرید برگشت بخورد؟</b>
reverse-hint = وقتی که اپراتور آن را پس گرفته است. پول به خریدار برمی‌گردد و به او خبر داده می‌شود؛ پاداش معرفی پس گرفته می‌شود و این فروش از گزارش‌ها بیرون می‌رود.
order-reversed-on = ↩️ در { $when } برگشت خورد.
order-reversed = ↩️ در { $when } برگشت خورد: { $amount } به کیف پول برگشت.
notice-reversed = ↩️ سفارش { $code } برگشت خورد. { $amount } به کیف پول شما برگشت.
audit-entry-reverse = { $who } خریدی از { $person } را برگرداند: { $amount } ({ $code })
ledger-reversal = برگشت خرید

# تسویه
key-settlement = 🗓 تسویه
key-settlement-weekly = هفتگی
key-settlement-monthly = ماهانه
key-settlement-never = بدون روز
key-settlement-grace = مهلت
key-settlement-as-all = مثل همه
settlement-title = <b>تسویه با نماینده‌ها</b>
settlement-title-of = <b>تسویه با { $name }</b>
settlement-as-all = مثل همهٔ نماینده‌ها:
settlement-never = روز ثابتی ندارد.
settlement-weekly = هر هفته { $day }، ساعت ۹ صبح، نماینده‌هایی که بدهی دارند صورت‌حساب می‌گیرند.
settlement-monthly = روز { $day } هر ماه، ساعت ۹ صبح، نماینده‌هایی که بدهی دارند صورت‌حساب می‌گیرند.
settlement-grace = اگر تا { $days } روز پس از دریافت پرداخت نشود، فروش متوقف می‌شود و پس از پرداخت خودبه‌خود ادامه پیدا می‌کند.
settlement-no-grace = فروش همان وقت متوقف می‌شود و پس از پرداخت صورت‌حساب خودبه‌خود ادامه پیدا می‌کند.
settlement-open = <b>هنوز پرداخت نشده</b>
settlement-row = {"\u200F"}{ $name }: { $left } · تا { $until }
settlement-row-paused = ⏸ { $name }: { $left } · از { $until }
settlement-row-waiting = {"\u200F"}{ $name }: { $left } · صورت‌حساب هنوز به دستش نرسیده
settlement-more = … و { $count } مورد دیگر
settlement-which-weekly = کدام روز هفته؟
settlement-which-monthly = روز چندم ماه؟ در ماه‌های کوتاه‌تر روز آخر است.
settlement-which-grace = پس از چند روز فروش متوقف شود؟
settlement-pause = صورت‌حسابی که پرداخت نشده
notice-statement = 🧾 <b>صورت‌حساب</b> { $from } تا { $to }
statement-before = بدهی قبلی: { $amount }
statement-bought = خرید: { $amount }
statement-paid = واریز: { $amount }
statement-owed = <b>بدهی شما: { $amount }</b>
statement-until = لطفاً تا { $when } پرداخت کنید. پس از آن، فروش تا زمان پرداخت متوقف می‌شود.
statement-at-once = تا زمان پرداخت، فروش متوقف است.
notice-settlement-reopened = 🧾 <b>صورت‌حساب { $day } شما دوباره باز شد.</b> { $left } از آن پرداخت نشده است.
notice-own-settlement-pause = ⏸ صورت‌حساب { $owed } پرداخت نشده است. فروش شما متوقف شد و به‌محض پرداخت خودبه‌خود ادامه پیدا می‌کند.
notice-own-settlement-resume = ▶️ صورت‌حساب { $owed } پرداخت شد. دوباره می‌توانید بفروشید.
alert-settlement-pause = ⏸ { $name } صورت‌حساب { $owed } را نپرداخته است: فروشش متوقف شد.
alert-settlement-resume = ▶️ { $name } صورت‌حساب { $owed } را پرداخت و دوباره می‌تواند بفروشد.
failure-settlement-paused = ⏸ صورت‌حساب آخر شما پرداخت نشده و فروش متوقف است. آن را در کیف پول بپردازید تا خودبه‌خود ادامه پیدا کند.
audit-entry-settlement = { $who } روز تسویه را تعیین کرد
audit-entry-settlement-pause = صورت‌حساب { $person } پرداخت نشد ({ $amount }): توقف
audit-entry-settlement-resume = صورت‌حساب { $person } پرداخت شد ({ $amount }): ادامه

## Privacy

key-privacy = 🔒 داده‌های من
privacy-title = <b>آنچه دربارهٔ شما نگه می‌داریم</b>
privacy-kept =
    <b>چه چیزی نگه می‌داریم</b>
    از تلگرام: شناسه، نام و نام کاربری، زبان، و زمان اولین و آخرین پیام شما.
    از شما: شماره‌هایی که استفاده یا با نام ذخیره می‌کنید، فهرست شماره‌ها، سفارش‌ها، خریدهای دوره‌ای و یادآوری‌ها، نوشته‌هایتان به پشتیبانی، و کدهای تخفیفی که به کار برده‌اید.
    دربارهٔ پول: کیف پول با همهٔ گردش‌هایش، پرداخت‌ها با رسید، کد پیگیری و پایان شمارهٔ کارت، و اگر نماینده‌اید سقف اعتبار و سطح شما.
    از فروشگاه: یادداشت‌ها دربارهٔ شما، مسدودی و دلیلش، و این‌که چه کسی دربارهٔ سفارش‌ها و پرداخت‌هایتان چه تصمیمی گرفت.
    وب‌سرویس فروش شماره و چیزی را که برایش خریده می‌شود می‌گیرد و درگاه پرداخت مبلغ را و این‌که با آن چه چیزی برای کدام شماره خریده می‌شود.
privacy-rights = می‌توانید همه را به شکل فایل بگیرید یا پاک کنید.
key-my-data = 📄 گرفتن فایل
key-delete-data = 🗑 پاک کردن داده‌های من
data-title = همهٔ آنچه فروشگاه دربارهٔ شما نگه می‌دارد
data-caption = همهٔ آنچه دربارهٔ شما نگه می‌داریم: یکی برای نرم‌افزارها و یکی برای خواندن. این فایل‌ها را به کسی ندهید.
deletion-title = <b>داده‌های شما پاک شود؟</b>
deletion-goes = پاک می‌شود: نام و نام کاربری، شماره‌های ذخیره‌شده، خریدهای دوره‌ای و یادآوری‌ها، نوشته‌هایتان به پشتیبانی، یادداشت‌های فروشگاه، رسیدها و پایان شمارهٔ کارت، و همهٔ رقم‌های شماره‌ها در سفارش‌ها جز رقم‌های اول.
deletion-stays = آنچه قانون و حساب‌ها لازم دارند می‌ماند: سفارش‌ها و پرداخت‌ها با مبلغ، زمان و کد زیر شناسهٔ تلگرام شما و بدون نام؛ و مسدودی، اگر باشد. آنچه به گفتگوهای خود فروشگاه رسیده همان‌جا می‌ماند. این کار برگشت ندارد و به مدیر خبر می‌دهیم.
key-yes-delete = بله، داده‌هایم پاک شود
deletion-done = داده‌های شما پاک شد. اگر دوباره پیام بدهید، از نو شروع می‌کنید.
deletion-blocked = <b>هنوز نمی‌شود داده‌های شما را پاک کرد:</b>
deletion-blocker-orders = • { $count } سفارش در جریان است. نتیجه به همین گفتگو می‌آید.
deletion-blocker-payments = • { $count } پرداخت باز است. آن را تمام یا لغو کنید، یا منتظر تصمیم بمانید.
deletion-blocker-plans = • { $count } خرید دوره‌ای فعال است. اول متوقفش کنید: {"\u200E"}/plans
deletion-blocker-debt = • شما { $debt } بدهکارید. لطفاً اول آن را بپردازید.
deletion-blocker-balance = • { $balance } در کیف پول شماست. خرجش کنید یا از فروشگاه بخواهید پس بدهد: {"\u200E"}/support
failure-deletion-blocked = هنوز نمی‌شود داده‌های شما را پاک کرد.
failure-owner-stays = داده‌های مدیر بخشی از نصب است: اول شناسهٔ خود را از تنظیمات بردارید.
alert-person-deleted = 🗑 صاحب شناسهٔ { $id } داده‌هایش را پاک کرد. سفارش‌ها و پرداخت‌ها بدون نام می‌ماند.
command-privacy = داده‌های من
audit-entry-delete-person = { $who } داده‌هایش را پاک کرد
data-people = شما
data-person_notes = یادداشت‌های فروشگاه
data-numbers = شماره‌ها
data-wallets = کیف پول
data-ledger = گردش کیف پول
data-orders = سفارش‌ها
data-batches = فهرست‌ها
data-plans = خریدهای دوره‌ای
data-plan_cycles = نوبت‌های خرید دوره‌ای
data-reminders = یادآوری‌ها
data-payments = پرداخت‌ها
data-payment_blocks = روش‌های پرداخت بسته برای شما
data-payment_slips = رسیدهایی که فرستاده‌اید
data-promo_uses = کدهای تخفیف به‌کاررفته
data-buyer_totals = مجموع خرید شما
data-daily_sales = جمع روزهای شما
data-audit = کارهای فروشگاه دربارهٔ شما
data-alerts = پیام‌های فروشگاه به شما
data-support_conversations = گفتگو با پشتیبانی
data-support_messages = نوشته‌های شما و پشتیبانی
data-support_copies = جایی که آن‌ها رسیدند
data-support_waits = زمان پاسخ پشتیبانی
data-referral_links = کد پیوند شما
data-referrals = با پیوند چه کسی آمدید
data-settlement_terms = زمان تسویهٔ شما به‌عنوان نماینده
data-settlements = صورت‌حساب‌های بدهی شما
data-invites = دعوتی که باز کردید
data-staff_invites = دعوت همکاری که باز کردید
field-action = کاری که شد
field-album = آلبوم
field-alert = پیام
field-amount = مبلغ
field-anchor = آغاز شمارش
field-answered_at = زمان پاسخ
field-at = زمان
field-balance = موجودی
field-balance_after = موجودی پس از آن
field-balance_delta = تغییر موجودی
field-base = قیمت بدون مالیات
field-batch_id = فهرست
field-began_at = زمان پرسش
field-blocked_at = زمان بسته شدن
field-bought = سفارش با آن خریده شد (۱: بله)
field-card_id = کارت فروشگاه
field-ceiling = بیشترین قیمت
field-charge = پرداخت از کیف پول
field-charged = جمع
field-confirmed_at = زمان تأیید
field-content = محتوا
field-count = شمار سفارش‌ها
field-created_at = زمان ایجاد
field-credit = اعتبار
field-credit_limit = سقف اعتبار
field-credited = افزوده به کیف پول
field-cycle = دوره
field-day = روز
field-days = روزها
field-decides = بررسی‌ها را تعیین می‌کند (۱: بله)
field-deleted_at = زمان حذف
field-details = جزئیات
field-direction = از شما (ورودی) یا از فروشگاه (خروجی)
field-discount = تخفیف
field-done_at = زمان انجام
field-done_how = نتیجه
field-due_at = موعد
field-ended_at = زمان پایان
field-ends_on = روز پایان
field-expires_at = اعتبار تا
field-form = نوع پیام
field-from_day = از روز
field-grace_days = مهلت پرداخت (روز)
field-grace_ends_at = مهلت پرداخت تا
field-header = خط بالای پیام
field-held = کنارگذاشته برای سفارش‌ها
field-held_delta = تغییر مبلغ کنارگذاشته
field-hold_until = قیمت نگه داشته شده تا
field-id = شناسه
field-kept_why = چرا در کیف پول ماند
field-kind = نوع
field-label = نام ذخیره‌شده
field-language = زبان
field-last_at = آخرین بار
field-ledger_id = آخرین گردش
field-method = روش پرداخت
field-mobile = شماره
field-muted = بدون یادآوری (۱: بله)
field-name = نام
field-named_amount = مبلغی که گفتید
field-named_credit = شارژی که گفتید
field-next_day = روز بعدی
field-note = یادداشت
field-of_id = پیام تغییریافته
field-offer_code = کد پیشنهاد
field-offer_type = نوع پیشنهاد
field-opened_at = زمان باز شدن
field-operator_id = اپراتور
field-order_id = سفارش
field-orders = سفارش‌ها
field-outcome = پاسخ اپراتور
field-owed = بدهی
field-paid_back = بازگردانده‌شده
field-paid_by = روش پرداخت
field-part = بخش جمع
field-part_id = شمارهٔ بخش
field-paused_why = دلیل مسدود بودن
field-payer_card = کارت شما، پوشیده
field-payer_tail = رقم‌های پایانی کارت شما
field-payment_id = پرداخت
field-paying_until = قیمت برای پرداخت تا
field-plan_id = خرید دوره‌ای
field-price_name = قاعدهٔ قیمت
field-problem = مشکل
field-product_id = شمارهٔ محصول
field-product_type = نوع محصول
field-profile_id = پروفایل نزد اپراتور
field-promo_code = کد تخفیف
field-promo_discount = تخفیف کد
field-promo_id = شمارهٔ کد
field-quiet_from = سکوت از ساعت
field-quiet_to = سکوت تا ساعت
field-quoted_at = زمان اعلام قیمت
field-reason = دلیل
field-receipt = شمارهٔ پیگیری بانک
field-reference = شماره نزد درگاه
field-reminders = یادآوری‌ها
field-reopened_at = زمان باز شدن دوباره
field-reply_to = پاسخ به پیام
field-reversed_at = زمان برگشت
field-role = نقش
field-schedule = زمان‌بندی
field-seen_at = آخرین حضور
field-sim_type = نوع سیم‌کارت
field-skips = روزهای ردشده
field-slip = رسیدی که فرستادید
field-slip_kind = نوع رسید
field-staff_credit = اعتباری که در روز می‌توانید بدهید
field-staff_decides = بررسی‌ها را تعیین می‌کنید (۱: بله)
field-staff_role = نقش در کارکنان
field-state = وضعیت
field-text = متن
field-tier_id = سطح
field-title = نام محصول
field-title_en = نام انگلیسی
field-total = قیمت با مالیات
field-unit = واحد پول
field-unreachable_at = زمان مسدود کردن ربات
field-updated_at = زمان تغییر
field-used_at = زمان استفاده
field-username = نام کاربری
field-vat = مالیات
field-void_why = چرا به حساب نیامد
field-waiting_since = در انتظار از
field-webservice_code = کد اپراتور
field-what = چه خریده می‌شود
field-why = چرا
field-with_bought = همراه آن‌ها که گرفته‌اند (۱: بله)
field-written_at = زمان آخرین نوشته
