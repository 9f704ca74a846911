# واژه‌های تنها
sim-prepaid = اعتباری
sim-postpaid = دائمی
type-data = بسته‌های اینترنت
type-topup = شارژ
type-tdlte = بسته‌های TD-LTE
unit-rial = ریال
unit-toman = تومان
days = { $days ->
    [one] { $days } روزه
   *[other] { $days } روزه
  }
price-range = { $min } تا { $max }
foreign = { $text }

# دکمه‌ها
key-home = 🏠 خانه
key-back = ‹ بازگشت
key-previous = ‹ قبلی
key-next = بعدی ›
key-page = { $page } / { $pages }
key-offers = 🎁 پیشنهاد ویژه
key-packages = 📦 بسته‌ها
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
key-other-amount = مبلغ دیگر
key-try-again = ↻ تلاش دوباره
key-confirm = ✅ تأیید · { $total }
key-confirm-later = ↻ تلاش دوباره
key-change-number = تغییر شماره
key-cancel = انصراف
key-change-operator = تغییر اپراتور
key-change-sim = تغییر نوع سیم‌کارت
key-save-number = ☆ ذخیرهٔ شماره
key-edit-number = ★ ویرایش شماره
key-give-label = نام‌گذاری
key-change-label = تغییر نام
key-remove-label = حذف نام
key-forget-number = فراموش کردن این شماره
key-copy-code = کپی کد
key-buy-again = ↻ خرید دوباره
key-refresh = ↻ به‌روزرسانی
key-owner = پیام به مدیر
key-open-chat = باز کردن گفتگوی خصوصی
key-share-number = 📱 ارسال شمارهٔ خودم

# خانه، راهنما، تنظیمات
welcome = { $name } عزیز، خوش آمدید!
home-title = <b>چه چیزی می‌خواهید بخرید؟</b>
home-hint = هر وقت خواستید شمارهٔ موبایل را بفرستید تا با همان شروع کنیم.
left = خارج شدید. چیزی خریده نشد.
cancelled = لغو شد. چیزی خریده نشد.
settings-title = <b>تنظیمات</b>
settings-hint = زبان، و واحدی که قیمت‌ها با آن نشان داده می‌شود.
help =
    <b>چطور بخرم؟</b>
    شمارهٔ موبایل را بفرستید: تایپ کنید، بچسبانید یا مخاطب را به اشتراک بگذارید. انتخاب کنید، قیمت را ببینید و «تأیید» را بزنید. هر تأیید فقط یک بار می‌خرد؛ حتی اگر دو بار بزنید یا ارتباط قطع شود.

    <b>اگر جواب طول کشید</b>
    می‌بینید که داریم از اپراتور پیگیری می‌کنیم. لطفاً دوباره نخرید: نتیجه خودش به همین گفتگو می‌آید و پول فقط بابت چیزی که تحویل شده کم می‌شود.

    <b>دستورها</b>
    /start – خانه
    /search – پیدا کردن بسته، مثلاً <code>/search 10gb</code>
    /orders – سفارش‌های شما
    /settings – زبان و واحد پول
    /cancel – خروج از کاری که در حال انجام آن هستید

    برای پشتیبانی، کد سفارش را بفرستید.
terms =
    <b>قوانین</b>
    قیمت‌ها با مالیات بر ارزش افزوده است و تا زمانی که نوشته شده ثابت می‌ماند. سفارش پس از تحویل روی شماره قطعی است؛ پیش از تأیید شماره را بررسی کنید. بابت سفارشی که اپراتور رد کند پولی گرفته نمی‌شود. ما فقط سفارش‌ها و شماره‌هایی را که استفاده می‌کنید نگه می‌داریم.
not-understood = متوجه نشدم. شمارهٔ موبایل بفرستید یا از گزینه‌های زیر انتخاب کنید.
not-text = من متن و مخاطب را می‌خوانم. شمارهٔ موبایل بفرستید یا از گزینه‌های زیر انتخاب کنید.
edited = پیام ویرایش‌شده را نمی‌خوانم. لطفاً آن را دوباره بفرستید.
button-old = این دکمه قدیمی است. برای منوی تازه /start را بفرستید.
group = من فقط در گفتگوی خصوصی می‌فروشم.
error = خطایی از سمت ما پیش آمد. چیزی از دست نرفته؛ لطفاً دوباره تلاش کنید. کد پیگیری: { $reference }

# شماره‌ها
ask-number = <b>برای کدام شماره؟</b>
    شماره را تایپ کنید یا بچسبانید، یا مخاطب را به اشتراک بگذارید.
ask-number-recent = یا یکی از شماره‌های قبلی را انتخاب کنید:
share-hint = با یک لمس شمارهٔ خودتان را بفرستید:
number-labelled = { $label } · { $number }
number-facts = { $operator } · { $sim }
number-operator = { $operator }
number-what = چه چیزی برای این شماره می‌خواهید؟
number-nothing = فعلاً چیزی برای این شماره موجود نیست. اپراتور درست است؟
operator-unknown = این پیش‌شماره را نمی‌شناسم.
choose-operator = کدام اپراتور؟
choose-sim = سیم‌کارت اعتباری است یا دائمی؟
numbers-title = <b>شماره‌های شما</b>
numbers-hint = یکی را انتخاب کنید یا شمارهٔ دیگری بفرستید.
numbers-empty = هنوز شماره‌ای نیست. برای شروع یک شمارهٔ موبایل بفرستید.
saved-hint = برای این شماره نامی مثل «مادر» بگذارید تا زود پیدایش کنید.
saved-as = این شماره ذخیره شده است.
ask-label = نامی برای این شماره بفرستید، مثلاً: مادر
several-numbers = { $count ->
    [one] یک شماره پیدا کردم. شروع کنیم؟
   *[other] { $count } شماره پیدا کردم. اول کدام؟
  }

# قفسه‌ها
chosen = انتخاب شما: { $what }
shelf-categories = یک دسته را انتخاب کنید:
shelf-choose = { $count ->
    [one] یک بسته. قیمت‌ها با مالیات است:
   *[other] { $count } بسته. قیمت‌ها با مالیات است:
  }
shelf-empty = فعلاً چیزی در این بخش موجود نیست.
category-count = { $name } ({ $count })
sort-catalogue = پیشنهادی
sort-price = قیمت
sort-days = مدت
catalogue-none = فهرست الان در دسترس نیست. لطفاً یک دقیقهٔ دیگر تلاش کنید.
catalogue-stale = ⚠️ درگاه پاسخ نمی‌دهد؛ این قیمت‌ها مربوط به { $when } است. پیش از پرداخت، قیمت دوباره بررسی می‌شود.
search-title = <b>جستجو:</b> { $words }
search-none = چیزی پیدا نشد. با واژه‌های کمتر یا دیگری امتحان کنید.
ask-search = دنبال چه هستید؟ مثلاً: ۱۰ گیگ ماهانه
topup-choose = چقدر؟ این مبلغ همان است که می‌پردازید، با مالیات.
ask-amount = مبلغی از { $min } تا { $max } بفرستید، به { $unit }.
offers-choose = { $count ->
    [one] یک پیشنهاد برای این شماره. قیمت با مالیات است:
   *[other] { $count } پیشنهاد برای این شماره. قیمت‌ها با مالیات است:
  }
offers-none = فعلاً پیشنهاد ویژه‌ای برای این شماره نیست.
offers-other-operator = پیشنهاد ویژه فقط برای شماره‌های { $operator } است.

# تأیید
confirm-title = <b>همه‌چیز درست است؟</b>
confirm-base = قیمت: { $base }
confirm-vat = مالیات { $percent }٪: { $vat }
confirm-total = <b>جمع: { $total }</b>
confirm-wallet = کیف پول پس از خرید: { $after }
confirm-wallet-short = ⚠️ کیف پول شما { $missing } کم دارد.
confirm-twin = { $minutes ->
    [one] ⚠️ همین را یک دقیقه پیش برای این شماره خریده‌اید (کد { $code }).
   *[other] ⚠️ همین را { $minutes } دقیقه پیش برای این شماره خریده‌اید (کد { $code }).
  }
confirm-other-operator = ⚠️ این شماره به { $operator } می‌خورد. لطفاً بررسی کنید.
confirm-holds = این قیمت تا ساعت { $until } ثابت است.
wallet-ask = از فروشنده اعتبار بگیرید و دوباره تلاش کنید.
wallet-ask-owner = از مدیر اعتبار بگیرید و دوباره تلاش کنید.

# سفارش‌ها
state-quoted = <b>هنوز تأیید نشده</b>
state-confirmed = ⏳ <b>در حال خرید…</b> نتیجه خودش همین‌جا می‌آید.
state-unsure = ⏳ <b>داریم از اپراتور پیگیری می‌کنیم.</b>
    دوباره نخرید. نتیجه خودش همین‌جا می‌آید.
state-review = 🔎 <b>همکارمان دارد از اپراتور پیگیری می‌کند.</b>
    دوباره نخرید. پول شما تا روشن شدن نتیجه نگه داشته شده است.
state-delivered = ✅ <b>تحویل شد</b>
state-rejected = ❌ <b>خریده نشد.</b> پول شما به کیف پولتان برگشت.
state-expired = <b>مهلت گذشت.</b> چیزی خریده نشد.
state-cancelled = <b>لغو شد.</b> چیزی خریده نشد.
order-reason = پاسخ اپراتور: { $reason }
order-days = مدت: { $days }
order-code = کد: { $code }
order-when = { $when }
orders-title = <b>سفارش‌های من</b>
orders-hint = تازه‌ترین‌ها اول. برای دیدن جزئیات یکی را انتخاب کنید.
orders-empty = هنوز چیزی نخریده‌اید.

# خطاها
failure-number-invalid = این شمارهٔ موبایل نیست. مثل ۰۹۱۲ ۳۴۵ ۶۷۸۹ بفرستید.
failure-amount-out-of-range = مبلغ باید از { $min } تا { $max } باشد.
failure-amount-invalid = این مبلغ نیست. فقط عدد بفرستید.
failure-product-gone = این بسته دیگر در فهرست نیست. لطفاً یکی دیگر انتخاب کنید.
failure-product-off-sale = این بسته فعلاً فروخته نمی‌شود. لطفاً یکی دیگر انتخاب کنید.
failure-product-not-for-number = این بسته فقط برای شماره‌های TD-LTE است. لطفاً شماره را بررسی کنید.
failure-offer-gone = اپراتور دیگر این پیشنهاد را ندارد. لطفاً یکی دیگر انتخاب کنید.
failure-offers-unavailable = پیشنهادها دریافت نشد: اپراتور پاسخ نمی‌دهد. لطفاً دوباره تلاش کنید.
failure-offers-refused = اپراتور برای این شماره پیشنهادی ندارد: { $message }
failure-order-unknown = چنین سفارشی نیست.
failure-order-not-yours = این سفارش مال شخص دیگری است.
failure-order-not-open = این سفارش پیش‌تر تعیین تکلیف شده است.
failure-quote-expired = مهلت قیمت تمام شد. قیمت تازه این است؛ لطفاً دوباره تأیید کنید.
failure-price-moved = ⚠️ قیمت عوض شده: { $was } بود و حالا { $now } است. فقط اگر می‌خواهید تأیید کنید.
failure-wallet-too-small = کیف پول شما { $missing } کم دارد. چیزی خریده نشد.
failure-selling-paused = فروش فعلاً متوقف است. لطفاً بعداً تلاش کنید؛ چیزی خریده نشد.
failure-selling-paused-why = فروش متوقف است: { $reason }
failure-person-paused = حساب شما متوقف شده است. لطفاً از مدیر بپرسید.
failure-not-allowed = اجازهٔ این کار را ندارید.

# به مدیر
alert-token-refused = ⚠️ درگاه توکن ما را نمی‌پذیرد. فروش متوقف شد و سفارش‌ها با پول نگه‌داشته منتظرند. به محض درست شدن توکن، کار خودش ادامه پیدا می‌کند.
alert-token-accepted = ✅ درگاه دوباره توکن ما را می‌پذیرد. فروش ادامه دارد.
alert-review = 🔎 سفارش { $code } مدت زیادی پاسخ قطعی نگرفت و در دست بررسی است. پول آن تا تصمیم شما نگه داشته می‌شود.

# صفحهٔ ربات
bot-description = بستهٔ اینترنت و شارژ همهٔ اپراتورها. شماره بفرستید، انتخاب کنید، تأیید کنید: دقیقاً یک بار خریده می‌شود و همیشه نتیجه را می‌بینید.
bot-short-description = بستهٔ اینترنت و شارژ با چند لمس.
command-start = خانه
command-search = جستجوی بسته
command-orders = سفارش‌های من
command-settings = زبان و واحد پول
command-help = راهنما
command-cancel = خروج از کار جاری
