# Words that stand alone
sim-prepaid = مسبقة الدفع
sim-postpaid = بفاتورة
type-data = باقات الإنترنت
type-topup = شحن الرصيد
type-tdlte = باقات TD-LTE
unit-rial = ريال
unit-toman = تومان
money-at-bank = { $amount } (في المصرف { $rials })
days = { $days ->
    [one] يوم واحد
    [few] { $days } أيام
    [many] { $days } يومًا
   *[other] { $days } يوم
  }
days-tight = { $days }ي
hours = { $hours ->
    [one] ساعة واحدة
    [few] { $hours } ساعات
   *[other] { $hours } ساعة
  }
hours-tight = { $hours }س
amount-gb = { $count }{"\u00A0"}غيغا
amount-mb = { $count }{"\u00A0"}ميغا
amount-tb = { $count }{"\u00A0"}تيرا
amount-minute = { $count }{"\u00A0"}دقيقة
price-from = من { $min }
line = {"\u200F"}{ $text }
day = <b>{ $day }</b>
the-owner = صاحب المتجر
just-now = الآن

# Keys
key-home = 🏠 الرئيسية
key-back = ‹ رجوع
key-previous = ‹ السابق
key-next = التالي ›
key-next-page = التالي { $page }/{ $pages } ›
key-offers = 🎁 عروض رقمك
key-packages = 📦 الباقات
key-topup = ⚡ شحن الرصيد
key-tdlte = 📡 باقات TD-LTE
key-numbers = 📇 أرقامي
key-orders = 🧾 طلباتي
key-settings = ⚙️ الإعدادات
key-help = المساعدة
key-terms = الشروط
key-search = 🔍 بحث
key-search-again = 🔍 بحث جديد
key-all = كل ما هنا ({ $count })
key-other-amount = ✏️ مبلغ آخر
key-all-topups = كل الشحنات ({ $count })
key-try-again = ↻ حاول مجددًا
key-show-newer = عرض الطلب الأحدث
key-confirm = ✅ تأكيد · { $total }
key-ported = نعم، نُقل إلى { $operator }
key-change = ✏️ تغيير
key-change-number = رقم آخر
key-change-amount = مبلغ آخر
key-change-package = باقة أخرى
key-sim-is-prepaid = الشريحة مسبقة الدفع
key-sim-is-postpaid = الشريحة بفاتورة
key-cancel = إلغاء
key-change-operator = تغيير المشغّل
key-is-prepaid = هي مسبقة الدفع
key-is-postpaid = هي بفاتورة
key-save-number = ☆ حفظ الرقم
key-edit-number = ★ تعديل الرقم
key-change-label = تغيير الاسم
key-remove-label = حذف الاسم
key-forget-number = انسَ هذا الرقم
key-copy-code = نسخ الرمز
key-buy-again = ↻ مجددًا
key-more = ⋯ المزيد
key-refresh = ↻ تحديث
key-open-chat = فتح محادثة خاصة
key-share-number = 📱 مشاركة رقمي

# Home, help, settings
welcome = أهلًا بك يا { $name }!
home-title = <b>ماذا تريد أن تشتري؟</b>
nothing-waits = ✅ لا شيء ينتظرك
home-yesterday = أمس: { $count } مبيعات، { $total }
home-yesterday-none = لم يُبع شيء أمس.
home-hint = أرسل رقمًا، أو سطرًا كاملًا: ٠٩١٢٣٤٥٦٧٨٩ ١٠ غيغا شهري
left = توقفنا هنا. لم يُشترَ شيء.
cancelled = أُلغي. لم يُشترَ شيء.
cancelled-order = أُلغي: { $what } للرقم { $number }. لم يُشترَ شيء.
confirms-open = في الأعلى طلبات أخرى تنتظر التأكيد: { $count }.
settings-title = <b>الإعدادات</b>
settings-hint = اختر اللغة ووحدة المال.
settings-example = مثال: { $amount }
help =
    <b>المساعدة</b>
    عمّ تسأل؟ اختر واحدًا. وإن لم تجد الجواب هنا فاكتب إلى الدعم: {"\u200E"}/support
help-owner =
    <b>المساعدة</b>
    عمّ تسأل؟ اختر واحدًا.
key-help-buy = كيف تشتري
help-on-buy =
    <b>كيف تشتري</b>
    أرسل رقم الهاتف: اكتبه أو الصقه أو شارك جهة اتصال. اختر ما تريد، وراجع السعر، ثم اضغط «تأكيد». ويكفي سطر واحد أيضًا: <code>09123456789 5000</code>. ضغطة واحدة تشتري مرة واحدة، حتى لو ضغطت مرتين أو انقطع الاتصال.
key-help-wait = إذا تأخر
help-on-wait =
    <b>إذا تأخر الجواب</b>
    ستقرأ أننا نتحقق من المشغّل. لا تشترِ مرة أخرى من فضلك: تصل النتيجة إلى هذه المحادثة وحدها، ولا يُؤخذ مال إلا عمّا وصل.
key-help-pay = كيف تدفع
help-on-pay =
    <b>كيف تدفع</b>
    افتح المحفظة واختر مبلغًا، فتظهر طرق الدفع. إذا لم يكفِ الرصيد عند الشراء، يظهر زر الدفع مكان «تأكيد»، ويُشترى ما اخترته وحده بعد الدفع.
    من بطاقة إلى بطاقة: حوّل المبلغ المعروض بالضبط، ثم أرسل صورة الإيصال أو رمز التتبع هنا. وإن لم تكن هناك طريقة للدفع فاطلب رصيدًا من البائع.
key-help-again = تكرار الشراء
help-on-again =
    <b>التذكير والشراء الدوري</b>
    نذكّرك قبل انتهاء الباقة بيوم. وتحت الإيصال يمكنك جعل الشراء دوريًا: يُشترى الشيء نفسه في موعده، ولا يتجاوز أبدًا السعر الذي وافقت عليه. نخبرك قبلها بيوم ويمكنك التخطي. ساعات الهدوء في الإعدادات.
key-help-commands = الأوامر
help-on-commands =
    <b>الأوامر</b>
    ‏/start – الرئيسية
    ‏/search – البحث عن باقة، مثل <code>/search 10gb</code>
    ‏/orders – طلباتك
    ‏/plans – شراء شيء بانتظام
    ‏/settings – اللغة والوحدة
    ‏/terms – الشروط
    ‏/support – الكتابة إلى موظف في المتجر
    ‏/cancel – ترك ما تفعله
key-help-line = بيع بسطر واحد
help-on-line =
    <b>البيع بسطر واحد</b>
    اكتب الرقم وما تريده له في رسالة واحدة: <code>09123456789 10gb monthly</code> أو <code>09123456789 5000</code>، والمبلغ بوحدتك. والاسم الذي حفظته يقوم مقام رقمه. والرقم ردًّا على إيصال قديم هو الشراء نفسه لهذا الرقم. السطر الكامل يعمل في كل مكان.
key-help-list = القوائم
help-on-list =
    <b>القوائم</b>
    أرسل عدة أرقام في رسالة واحدة، كل رقم في سطر، حتى ٢٠٠ رقم. ويمكن أن يكون لكل سطر شراؤه. نسأل أولًا عمّا ينقص، ثم راجع الجدول وأكّد مرة واحدة. يُشترى الكل أو لا شيء، ولكل سطر رمز تتبع خاص به.
key-help-profit = الأسعار والربح
help-on-profit =
    <b>الأسعار والربح</b>
    تعرض شاشة التأكيد سعر الزبون وما تدفعه أنت وربحك. ونص الإيصال فيه سعر الزبون وحده، فيمكن إرساله إليه؛ ورصيدك على زر تحته لا ينتقل معه. مبيعات كل يوم وربحه في «اليوم» و«التقارير».
key-help-settlement = الرصيد والدين
help-on-settlement =
    <b>الرصيد والدين</b>
    تنزل محفظتك تحت الصفر حتى حد الائتمان. ادفع الدين من المحفظة، أو سلّمه لصاحب المتجر ليسجّل السداد. وإن كان لك يوم تسوية فسيصلك فيه كشف حساب؛ فإن لم يُدفع في المهلة توقف البيع، ثم يستمر وحده بعد الدفع.
key-help-slips = الإيصالات
help-on-slips =
    <b>إيصالات التحويل</b>
    يصلك كل إيصال تحويل مع أزراره. انظر أولًا في الحساب البنكي: الصورة لا تثبت شيئًا. زر القبول يضيف المبلغ المطلوب؛ وإن وصل مبلغ آخر فاختر مبلغًا آخر. وللرفض اختر سببًا يقرؤه الدافع. القرار الأول هو المعتبر.
key-help-credit = منح الرصيد
help-on-credit =
    <b>منح الرصيد</b>
    ابحث عن الشخص في المكتب، قسم الأشخاص، ثم اختر الرصيد أو السداد. ترى قبل التسجيل لمن وكم، والرصيد قبله وبعده. ما بقي من حدك اليومي معروض في المكتب. ومحفظتك أنت يقرر فيها غيرك.
key-help-person = البحث عن شخص
help-on-person =
    <b>البحث عن شخص</b>
    في المكتب، الأشخاص، الزبائن: أرسل اسمًا أو رقم هاتف أو اسم مستخدم أو معرّفًا؛ وتكفي بداية كل كلمة. في صفحة الشخص رصيده ومشترياته والملاحظات. ولا يرى الزبون الملاحظات في البوت.
key-help-answer = جواب الزبون
help-on-answer =
    <b>الرد على الزبون</b>
    ما يكتبه الزبون يصل إلى محادثتك مع البوت أو إلى مجموعة الدعم. ردّ على تلك الرسالة أو اضغط زر الرد؛ ويراه الزبون باسم المتجر. وإن كتبت {"\u200E"}/delete ردًّا على جوابك سُحب خلال ٤٨ ساعة. المحادثات المفتوحة والأجوبة الجاهزة في المكتب، قسم الدعم.
key-help-review = قيد المراجعة
help-on-review =
    <b>طلبات قيد المراجعة</b>
    لم يصل لهذا الطلب جواب قاطع في وقته: ماله محجوز ولا يُرسل مرة أخرى. ولا ينبغي للزبون أن يشتري ثانية. اسأل البوابة برمز الطلب ثم سجّل النتيجة: سُلّم أو لم يُسلّم. وموظف الدعم يسجّلها بإذن صاحب المتجر فقط.
    .agent-shop =
        <b>طلبات قيد المراجعة</b>
        لم يصل لهذا الطلب جواب قاطع في وقته: ماله محجوز ولا يُرسل مرة أخرى. ولا ينبغي للزبون أن يشتري ثانية. اسأل المتجر الذي تشتري منه برمز الطلب ثم سجّل النتيجة: سُلّم أو لم يُسلّم. وموظف الدعم يسجّلها بإذن صاحب المتجر فقط.
key-help-prices = الأسعار
help-on-prices =
    <b>الأسعار</b>
    في البداية يدفع الجميع سعر البوابة، فلا يربح الوكيل شيئًا. أضف قاعدة في الأسعار: خصمًا أو رسمًا للوكلاء أو الزبائن أو لمستوى. وسجّل عمولة البوابة ليُعرف الربح. رموز الخصم ودعوة الأصدقاء هناك أيضًا.
    .agent-shop =
        <b>الأسعار</b>
        في البداية يدفع الجميع سعر القائمة ولا يربح وكلاؤك شيئًا. أضف قاعدة في «الأسعار»: خصمًا أو رسمًا للوكلاء أو الزبائن أو لمستوى. وما يتركه لك المتجر يظهر وحده في «العمولة»، فربحك معروف. رموز الخصم ودعوة الأصدقاء هناك أيضًا.
key-help-agents = الوكلاء
help-on-agents =
    <b>الوكلاء</b>
    دعوة وكيل تنشئ رابطًا يجعل شخصًا واحدًا وكيلًا بحد الائتمان الذي تحدده. وحين يدفع لك خارج البوت سجّل السداد في صفحته. ومن التسوية تحدد يوم الدفع ومهلته.
key-help-payments = المدفوعات
help-on-payments =
    <b>المدفوعات</b>
    أضف بطاقة للتحويل من بطاقة إلى بطاقة؛ ويصلك كل إيصال أنت وأمناء الصندوق للموافقة. الدفع عبر الإنترنت بزرين‌بال أو زيبال يُفعَّل من إعدادات التثبيت. الحدود والطرق في إعدادات قسم المال. وما تعيده من مال سجّله في صفحة الدفعة.
    .agent-shop =
        <b>المدفوعات</b>
        أضف بطاقة للتحويل من بطاقة إلى بطاقة؛ كل إيصال يأتي إليك وإلى أمناء الصندوق للموافقة. وحيث يسمح المتجر الذي تشتري منه، فالدفع الإلكتروني بمعرّف تاجر خاص بك في الإعدادات ضمن «المال»، وكذلك الحدود والطرق. وما تعيده يُسجَّل في صفحة الدفعة.
key-help-staff = الموظفون
help-on-staff =
    <b>الموظفون</b>
    دعوة موظف تنشئ رابطًا يمنح شخصًا واحدًا دورًا: أمين الصندوق يقبل المدفوعات ويمنح الرصيد حتى حد يومي، والدعم يردّ، وقارئ التقارير يقرأ فقط. كل ما يقرّرونه أو يغيّرونه في السجل بأسمائهم، ويمكن سحب الدور في أي لحظة.
key-help-backup = نسخ احتياطية
help-on-backup =
    <b>النسخ الاحتياطي</b>
    اكتب {"\u200E"}BACKUP_PASSPHRASE في إعدادات التثبيت وأعد التشغيل: تُصنع كل ليلة نسخة مشفّرة من المتجر كله وتُقرأ من جديد وتُرسل إليك. احفظ عبارة السر في مكان آخر أيضًا؛ فبدونها لا تُقرأ أي نسخة.
    .agent-shop =
        <b>النسخ الاحتياطي</b>
        تُصنع كل ليلة نسخة مشفّرة من المتجر كله وتُقرأ من جديد وتُرسل إليك هنا. وعبارة المرور التي تفتحها في بوت المتجر الذي تشتري منه، ضمن «بوتي»: احفظها في مكان آخر أيضًا. وآخر نسخة، وزر لنسخة الآن، في «المتجر» › «النسخ الاحتياطي».
key-help-reports = التقارير
help-on-reports =
    <b>التقارير</b>
    مبيعات كل يوم وأسبوع وشهر بحسب المشغّل والمنتج والبائع وطريقة الدفع، مع رسم بياني وملف CSV. الأيام بتوقيت طهران، ويُحسب كل بيع في اليوم الذي تأكّد فيه.
key-first-steps = 🚀 الخطوات الأولى
first-steps-title = <b>الخطوات الأولى</b>
first-steps-hint = اضغط خطوة لتنفيذها؛ وما يتم يُعلَّم.
step-payment = طريقة لاستلام المال
step-price = تحديد سعر
step-agent = دعوة وكيل
step-backup = تشغيل النسخ الاحتياطي
step-done = ✅ { $step }
step-open = ⬜️ { $step }
key-dismiss-steps = ✖️ عدم الإظهار مجددًا
terms =
    <b>الشروط</b>
    الأسعار تشمل ضريبة القيمة المضافة وتبقى ثابتة حتى الوقت المعروض. الطلب نهائي بعد وصوله إلى الرقم، فراجع الرقم قبل التأكيد. الطلب الذي يرفضه المشغّل لا يكلّفك شيئًا. نحتفظ باسمك ومعرّفك في تلغرام، وبالأرقام التي تستخدمها أو تحفظها، وبطلباتك ومحفظتك ومدفوعاتها.
not-understood = لم أفهم ذلك. للشراء اكتب: ٠٩١٢٣٤٥٦٧٨٩ ١٠ غيغا شهري
not-text = أقرأ النصوص وجهات الاتصال. أرسل رقم هاتف، أو أرسلها إلى الدعم: {"\u200E"}/support
not-text-staff = أقرأ النصوص وجهات الاتصال. أرسل رقم هاتف.
edited = لا أقرأ الرسائل المعدّلة. أرسلها رسالة جديدة من فضلك.
question-outdated = حُدّث البوت أثناء كتابتك وضاع ذلك السؤال. لم يُشترَ شيء؛ اختر من جديد من فضلك.
button-old = هذا الزر قديم جدًا. أرسل /start لقائمة جديدة.
too-fast = أنت سريع قليلًا. حاول مجددًا بعد { $seconds ->
    [one] ثانية واحدة
    [few] { $seconds } ثوانٍ
   *[other] { $seconds } ثانية
  }.
group = أبيع في المحادثات الخاصة فقط.
error = حدث خطأ من جهتنا. راجع طلباتك أو محفظتك قبل أن تعيد المحاولة: ربما تمّ الأمر. المرجع: { $reference }
error-payment = وصلت دفعتك ويجري تسجيلها؛ لا تدفع مرة أخرى من فضلك. المرجع: { $reference }
error-checkout = حدث خطأ من جهتنا ولم يُدفع شيء. حاول مجددًا بعد قليل. المرجع: { $reference }

# Numbers
ask-number = <b>لأي رقم؟</b>
    اكتبه، أو أرسل جهة اتصال.
ask-number-recent = أو اختر رقمًا استخدمته:
ask-number-for = «{ $words }»
share-hint = لرقمك أنت تكفي ضغطة واحدة أدناه.
number-labelled = {"\u200F"}{ $label } · { $number }
number-facts = { $operator } · { $sim }
number-what = ماذا تريد أن تشتري له؟
number-nothing = لا شيء يُباع لهذا الرقم الآن. هل المشغّل صحيح؟
operator-unknown = لا أعرف بداية هذا الرقم.
choose-operator = أي مشغّل؟
choose-sim = هل الشريحة مسبقة الدفع أم بفاتورة؟
numbers-title = <b>أرقامك</b>
numbers-hint = اختر واحدًا، أو أرسل رقمًا.
numbers-empty = لا أرقام بعد. أرسل رقم هاتف لنبدأ.
forgotten = نُسي الرقم { $number }.
saved-as = هذا الرقم محفوظ.
ask-label = أرسل اسمًا لهذا الرقم، مثل «أمي»، لتجده بسرعة.
several-numbers = { $count ->
    [one] وجدت رقمًا واحدًا. هل نبدأ؟
   *[other] عدد الأرقام التي وجدتها: { $count }. بأيها نبدأ؟
  }
line-mistaken = ✖️ «{ $line }»:
several-numbers-first = هذه أول { $count }:

# Shelves
packages-hint = اختر مشغّلًا، أو اكتب ما تبحث عنه: ١٠ غيغا، ليلي، أسبوعي.
chosen = اخترت: { $what }
shelf-categories = اختر فئة:
shelf-best = الأكثر شراءً أولًا؛ أو اختر فئة:
shelf-choose = { $count ->
    [one] خيار واحد. السعر يشمل الضريبة:
    [few] { $count } خيارات. الأسعار تشمل الضريبة:
   *[other] { $count } خيارًا. الأسعار تشمل الضريبة:
  }
shelf-empty = لا شيء يُباع هنا الآن.
category-count = {"\u200F"}{ $name } ({ $count })
key-shelf-options = ⇅ ترتيب وفئة
shelf-options = اختر الترتيب، أو خذ رابط هذه القائمة.
shelf-options-narrow = اختر الترتيب، أو جزءًا من هذه القائمة.
sort-catalogue = الأصلي
sort-price = السعر
sort-days = المدة
catalogue-none = لا يمكن تحميل قائمة الباقات الآن. حاول مجددًا بعد دقيقة.
catalogue-stale = ⚠️ هذه أسعار { $when }، وتُراجَع قبل أن تدفع.
search-title = <b>بحث:</b> { $words }
search-none = لم يُعثر على شيء. جرّب كلمات أقل أو غيرها.
ask-search = عمّ تبحث؟ مثلًا: ١٠ غيغا شهري
topup-choose = كم رصيدًا؟ اختر أو اكتب مبلغ الرصيد.
topup-price = مقابل رصيد { $credit } تدفع { $price } مع الضريبة.
topup-wonder = شحن مميز
topup-youth = شحن الشباب
title-amount = { $name } · { $amount }
title-credit = { $name } بقيمة { $credit }
title-paid = { $name } بدفع { $amount }
ask-amount = أرسل مبلغ الرصيد من { $min } إلى { $max }.
    من دون وحدة يُحسب بوحدة { $unit }.
amount-which = أي مبلغ؟
offers-choose = { $count ->
    [one] عرض واحد لهذا الرقم. السعر يشمل الضريبة:
    [few] { $count } عروض لهذا الرقم. الأسعار تشمل الضريبة:
   *[other] { $count } عرضًا لهذا الرقم. الأسعار تشمل الضريبة:
  }
offers-none = لا عروض لهذا الرقم الآن.
offers-other-operator = هذه العروض لأرقام { $operator } فقط.

# Confirm
confirm-title = <b>هل كل شيء صحيح؟</b>
ask-change = ماذا تريد أن تغيّر؟
confirm-base = السعر: { $base }
confirm-credit = الرصيد الذي يصل: { $base }
confirm-vat = ضريبة { $percent }٪: { $vat }
confirm-total = <b>المجموع: { $total }</b>
confirm-discount = خصم: { $amount }
confirm-discount-named = { $name }: خصم { $amount }
confirm-fee = رسوم الخدمة: { $amount }
confirm-fee-named = { $name }: { $amount }
confirm-customer = السعر للزبون: { $total }
confirm-you-pay = <b>تدفع: { $charge }</b>
confirm-profit = ربحك: { $profit }
order-sent = أُرسل إلى البوابة: { $total }
    .agent-shop = أُرسل إلى المتجر الذي تشتري منه: { $total }
order-profit = الربح: { $profit }
confirm-spend = يمكنك إنفاق بعده: { $left }
confirm-wallet-short = ⚠️ ينقص محفظتك { $missing }.
confirm-wallet-pay = ⚠️ ينقص محفظتك { $missing }. ادفعه فيُشترى هذا تلقائيًا.
confirm-on-its-way = ⚠️ الشراء نفسه لهذا الرقم ما زال قيد التنفيذ (الرمز { $code }). التأكيد يشتريه مرة ثانية.
confirm-twin = { $minutes ->
    [one] ⚠️ اشتريت الشيء نفسه لهذا الرقم قبل دقيقة واحدة (الرمز { $code }).
    [few] ⚠️ اشتريت الشيء نفسه لهذا الرقم قبل { $minutes } دقائق (الرمز { $code }).
   *[other] ⚠️ اشتريت الشيء نفسه لهذا الرقم قبل { $minutes } دقيقة (الرمز { $code }).
  }
confirm-other-operator = ⚠️ يبدو هذا الرقم من { $number }، والباقة من { $package }.
confirm-other-sim = ⚠️ قلت إن هذه الشريحة { $sim }. تحقق من فضلك.
confirm-slow = 🐢 المشغّل بطيء في الجواب الآن. سينتظر طلبك ويكتمل وحده؛ لا حاجة إلى الشراء مرة أخرى.
confirm-holds = السعر ثابت حتى { $until }.
warning = ⚠️ { $text }
wallet-ask = لا سبيل للدفع الآن. اكتب إلى الدعم وأعطه هذا الرمز.
wallet-ask-owner = لا سبيل للدفع الآن. أعط { $owner } هذا الرمز.

# Orders
state-quoted = <b>لم يُؤكَّد بعد</b>
toast-buying = تم التأكيد: يُشترى الآن.
state-confirmed = ⏳ <b>جارٍ الشراء…</b>
state-unsure = ⏳ <b>نتحقق من المشغّل.</b> لا تشترِ مرة أخرى.
state-review = 🔎 <b>يتحقق موظف من هذا لدى المشغّل.</b>
    لا تشترِ مرة أخرى. مالك محجوز حتى يُبَتّ في الأمر.
state-delivered = ✅ <b>تم التسليم</b>
state-activated = ✅ <b>تم التفعيل</b>
state-rejected = ❌ <b>لم يُشترَ.</b> عاد مالك إلى محفظتك.
state-expired = <b>انتهت المهلة.</b> لم يُشترَ شيء.
state-cancelled = <b>أُلغي.</b> لم يُشترَ شيء.
retired = ✖️ حلّ محلّه طلب أحدث.
outcome-account-empty = لا يستطيع المتجر شراء هذا الآن. حاول مجددًا لاحقًا.
order-reason = السبب: { $reason }
order-held = مالك محفوظ وتصل النتيجة إلى هنا: عادةً خلال دقيقة، وإن لم يُجب المشغّل فخلال { $hours } ساعة على الأكثر.
order-planned = 🔁 شراء بحسب الخطة
order-by-api = 🔌 شراء عبر API
order-days = { $days ->
    [one] صالحة ليوم واحد
    [few] صالحة { $days } أيام
    [many] صالحة { $days } يومًا
   *[other] صالحة { $days } يوم
  }
order-below = ⬇️ النتيجة في الرسالة أدناه
order-code = الرمز: { $code }
receipt-balance = الرصيد بعده: { $balance }
receipt-debt = عليك بعده: { $debt }
key-balance-after = 👛 الرصيد: { $balance }
key-debt-after = 👛 عليك: { $debt }
order-row = {"\u200F"}{ $sign } { $what } · { $whose } · { $total } · { $when }
order-row-short = {"\u200F"}{ $sign } { $what } · { $total } · { $when }
order-row-own = {"\u200F"}{ $sign } { $what } · { $whose } · { $when }
order-row-own-short = {"\u200F"}{ $sign } { $what } · { $when }
orders-title = <b>طلباتي</b>
orders-hint = الأحدث أولًا. اختر طلبًا لتفاصيله.
    ✅ تم · ⏳ قيد التنفيذ · 🔎 قيد المراجعة · ❌ لم يُشترَ
orders-empty = لم تشترِ شيئًا بعد.
past-all = الكل
past-open = قيد التنفيذ
past-delivered = تم التسليم
past-rejected = لم يُشترَ
past-time-all = كل الأوقات
past-time-day = اليوم
past-time-week = هذا الأسبوع
past-time-month = هذا الشهر
past-choice = فقط: { $choice }
past-none = لا شيء كهذا.
key-one-number = 🔢 رقم واحد
key-any-number = ✕ الرقم
ask-past = لأي رقم؟ اكتبه أو الصقه أو شارك جهة اتصال.

# What can go wrong
failure-number-invalid = هذا ليس رقم هاتف. أرسله هكذا: ٠٩١٢٣٤٥٦٧٨٩
failure-number-short = { $missing ->
    [one] ينقص رقم الهاتف خانة واحدة.
   *[other] ينقص رقم الهاتف { $missing } خانات.
} الرقم من ١١ خانة، مثل ٠٩١٢٣٤٥٦٧٨٩
failure-number-long = { $extra ->
    [one] في رقم الهاتف خانة زائدة.
   *[other] في رقم الهاتف { $extra } خانات زائدة.
} الرقم من ١١ خانة، مثل ٠٩١٢٣٤٥٦٧٨٩
failure-number-landline = هذا رقم هاتف أرضي. أرسل رقم هاتف محمول يبدأ بـ ٠٩.
failure-number-foreign = هذا ليس رقمًا إيرانيًا. أرسل رقم هاتف محمول إيرانيًا، مثل ٠٩١٢٣٤٥٦٧٨٩
failure-number-prefix = لا يوجد مشغّل تبدأ أرقامه بـ { $prefix }. تحقق من الرقم من فضلك.
failure-number-missing = لا يوجد رقم هاتف في هذه الرسالة. أرسله هكذا: ٠٩١٢٣٤٥٦٧٨٩
failure-amount-out-of-range = يجب أن يكون المبلغ من { $min } إلى { $max }.
amount-nearest = أقرب مبلغ: { $amount }
failure-amount-unclear = هل تقصد { $first } أم { $second }؟ اكتب المبلغ بكل أصفاره من فضلك.
failure-amount-invalid = هذا ليس مبلغًا. أرسله هكذا: ٥٠٬٠٠٠
failure-period-invalid = هذان ليسا تاريخين. أرسلهما هكذا: ٢٠٢٦-١١-٠١ ٢٠٢٦-١١-١٥
failure-product-gone = لم تعد هذه الباقة في القائمة. اختر غيرها من فضلك.
failure-product-changed = تغيّرت هذه الباقة منذ اخترتها. لم يُشترَ شيء؛ انظر إليها كما هي الآن.
failure-product-off-sale = هذه الباقة لا تُباع الآن. اختر غيرها من فضلك.
failure-product-not-for-number = هذه الباقة لأرقام TD-LTE فقط. تحقق من الرقم من فضلك.
failure-number-only-tdlte = هذا رقم TD-LTE (مودم) ولا تناسبه إلا باقات TD-LTE. اختر واحدة منها من فضلك، أو أرسل رقمًا آخر.
failure-offer-gone = لم يعد المشغّل يقدّم هذا العرض. اختر غيره من فضلك.
failure-offers-unavailable = تعذّر جلب العروض: المشغّل لا يجيب. حاول مجددًا.
failure-offers-refused = لا عروض لدى المشغّل لهذا الرقم: { $message }
failure-order-unknown = لا يوجد طلب كهذا. تحقق من الرمز من فضلك.
failure-order-not-yours = هذا الطلب لشخص آخر.
failure-list-changed = تغيّرت القائمة. راجعها وأكّد من جديد.
failure-bought-meanwhile = اشتُري الشيء نفسه منذ عُرضت هذه الصفحة. إن أردته مرة أخرى فأكّد من جديد.
failure-order-not-open = بُتّ في هذا الطلب من قبل.
failure-quote-expired = ⏱ انتهت مهلة هذا السعر. هذا هو السعر الآن؛ أكّد مرة أخرى من فضلك.
failure-price-moved = ⚠️ تغيّر السعر: كان { $was } وصار { $now }. أكّد فقط إن ناسبك.
failure-wallet-too-small = ينقص محفظتك { $missing }. لم يُشترَ شيء.
failure-daily-limit = هذا يتجاوز حدّك اليومي { $limit }. الباقي اليوم: { $left }. يبدأ اليوم التالي في { $anew }.
failure-invoice-stale = تغيّرت محفظتك منذ كُتبت هذه الفاتورة. لم يُدفع شيء؛ اطلب السعر من جديد.
paused-now = ⏸ البيع متوقف مؤقتًا. يمكنك التصفح؛ ويعود الشراء قريبًا.
paused-now-why = ⏸ البيع متوقف: { $reason }
failure-selling-paused = البيع متوقف مؤقتًا. حاول لاحقًا؛ لم يُشترَ شيء.
failure-selling-paused-why = البيع متوقف: { $reason }
    لم يُشترَ شيء.
failure-shop-short = { outcome-account-empty }
failure-person-paused = حسابك محظور: { $reason }. مالك يبقى لك، والطلبات الجارية تستمر. اسأل المتجر من فضلك.
failure-invite-invalid = استُخدمت هذه الدعوة من قبل أو انتهت. اطلب واحدة جديدة من صاحب المتجر.
failure-person-unknown = لا يوجد شخص كهذا هنا. يجب أن يكون قد كتب إلى البوت مرة على الأقل.
failure-announcement-unknown = لم يعد هذا الإعلان موجودًا.
failure-question-expired = سُئل هذا منذ وقت طويل. لم يُنقل شيء؛ ابدأ من جديد من فضلك.
failure-announcement-unfit = لا يمكن إعلان هذا. أرسل نصًا، أو صورة أو ملفًا واحدًا تحته كلام؛ فالألبوم عدة رسائل.
failure-announcing-already = إعلان آخر قيد الإرسال. انتظر حتى ينتهي أو أوقفه.
failure-payment-unknown = لا توجد دفعة كهذه.
failure-payment-not-open = هذه الدفعة لا تنتظر شيئًا الآن.
failure-slips-enough = لدينا عدة إيصالات منك لهذه الدفعة ولا حاجة إلى المزيد. تصل النتيجة إلى هنا. إن كان هناك خطأ فراسل الدعم.
failure-slip-gone = هذه الصورة أو هذا الملف قديم. أرسله من جديد من فضلك.
failure-payment-unavailable = تعذّر فتح صفحة الدفع الآن. لم يُدفع شيء. حاول بعد دقائق، أو ادفع بطريقة أخرى.
failure-method-closed = طريقة الدفع هذه غير متاحة لك الآن. اختر غيرها من فضلك.
failure-card-invalid = هذه ليست بطاقة مصرفية. أرسل أرقامها الستة عشر واسم صاحبها هكذا: ٦٠٣٧٩٩١١١١١١١١١٢ سارة أحمدي
failure-api-token-unknown = هذا الرمز لم يعد موجودًا.
failure-api-token-unseen = أُنشئ هذا الرمز من قبل. إن لم تره فاستبدله.
failure-api-tokens-too-many = لديك { $most } رموز؛ ألغِ واحدًا منها أولًا.
failure-api-addresses-invalid = أرسل عناوين مثل { $address } أو شبكات مثل { $network }، { $most } كحد أقصى، تفصل بينها مسافات.
failure-api-hook-invalid = أرسل عنوانًا يبدأ بـ https:// ويمكن الوصول إليه من الإنترنت.
failure-api-price = السعر الصحيح هو { $price } شاملًا الضريبة. لم يُشترَ شيء.
failure-api-field = الحقل { $field } ناقص أو غير صحيح. لم يُشترَ شيء.
failure-api-orders-too-many = كثير من طلباتك لا يزال مفتوحًا. اسأل مجددًا بالمفتاح نفسه.
failure-not-allowed = لا يُسمح لك بهذا.

# To the owner
alert-clock-ahead = ⚠️ ساعة الخادم متقدمة { $minutes } دقيقة: هكذا تقول البوابة وتيليجرام. الطلبات الجارية مستمرة، لكن لا يُباع شيء جديد حتى تصح الساعة؛ ثم يستمر البيع وحده. لضبطها: timedatectl set-ntp true
    .agent-shop = ⚠️ ساعة الخادم الذي يعمل عليه بوتك متقدمة { $minutes } دقيقة. الطلبات المؤكدة مستمرة، لكن لا يُباع شيء جديد حتى تصح الساعة؛ ثم يستمر البيع وحده.
alert-clock-behind = ⚠️ ساعة الخادم متأخرة { $minutes } دقيقة: هكذا تقول البوابة وتيليجرام. الطلبات الجارية مستمرة، لكن لا يُباع شيء جديد حتى تصح الساعة؛ ثم يستمر البيع وحده. لضبطها: timedatectl set-ntp true
    .agent-shop = ⚠️ ساعة الخادم الذي يعمل عليه بوتك متأخرة { $minutes } دقيقة. الطلبات المؤكدة مستمرة، لكن لا يُباع شيء جديد حتى تصح الساعة؛ ثم يستمر البيع وحده.
alert-clock-right = ✅ ساعة الخادم صحيحة من جديد. البيع مستمر.
alert-token-refused = ⚠️ ترفض البوابة دخولنا. البيع متوقف؛ والطلبات تنتظر ومالها محجوز. يستمر وحده حالما نُقبل من جديد.
    .agent-shop = ⏸ المتجر الذي تشتري منه لا يبيعك الآن. البيع متوقف هنا؛ والطلبات المؤكدة تنتظر ومالها محجوز. يستمر وحده.
alert-token-accepted = ✅ تقبل البوابة رمزنا من جديد. البيع مستمر.
    .agent-shop = ✅ المتجر الذي تشتري منه يبيعك من جديد. البيع مستمر.
alert-account-empty = ⚠️ حسابنا في البوابة فارغ: رفضت شراءً بقيمة { $total }، والرصيد { $balance }. عاد المال إلى المشتري، والبيع متوقف. يستمر وحده حالما يكفي الرصيد.
    .agent-shop = ⚠️ لم يتم شراء يكلفك { $total }: يمكنك أن تنفق { $balance } في المتجر الذي تشتري منه. ما يكفيه هذا المبلغ يباع كالمعتاد. أضف مالًا في بوت ذلك المتجر. تصلك هذه الرسالة مرة في اليوم على الأكثر.
alert-account-empty-unknown = ⚠️ حسابنا في البوابة فارغ: رفضت شراءً بقيمة { $total }. عاد المال إلى المشتري، والبيع متوقف. يستمر وحده حالما يكفي الرصيد، أو حين تستأنفه.
    .agent-shop = ⚠️ لم يتم شراء يكلفك { $total }: رصيدك في المتجر الذي تشتري منه لا يكفيه. ما يكفيه رصيدك يباع كالمعتاد. أضف مالًا في بوت ذلك المتجر. تصلك هذه الرسالة مرة في اليوم على الأكثر.
alert-account-filled = ✅ رصيدنا في البوابة الآن { $balance }. البيع مستمر.
    .agent-shop = ✅ يمكنك الآن أن تنفق { $balance } في المتجر الذي تشتري منه. البيع مستمر.
alert-restored = 🗄 استُعيد المتجر من نسخة احتياطية بتاريخ { $time }، والبيع متوقف. الطلبات والمدفوعات بعد ذلك الوقت غير معروفة هنا: قارن ثم استأنف البيع.
alert-restored-with-parent = 🗄 استُعيد متجرك من نسخة احتياطية بتاريخ { $time } مع المتجر الذي يشتري منه. الطلبات والمدفوعات بعد ذلك الوقت غير معروفة هنا. يستأنف البيع حين يستأنفه مالك ذلك المتجر.
alert-sold-after-refund = 🔴 بيع الطلب { $code } بعد أن أُعيد { $amount } إلى المشتري. افتح الطلب وقرّر من يتحمّله.
alert-api-key-in-doubt = ⚠️ نظام أحد الوكلاء يطلب { $code } بمفتاح لا يعرفه هذا المتجر بعد استعادته. لم يُبَع. قارنه بقائمة المشتريات وأخبر الوكيل.
alert-backup-failed = 🗄 فشل النسخ الاحتياطي: { $why }. سيعاد بعد ربع ساعة؛ راجع القرص والسجل من فضلك.
alert-backup-old = 🗄 آخر نسخة احتياطية بتاريخ { $time }. راجع القرص والسجل من فضلك.
alert-backup-none = 🗄 لا توجد نسخة احتياطية لهذا المتجر بعد، مع أن موعدها حلّ. راجع القرص والسجل من فضلك.
restored-title = 🗄 <b>استُعيد من نسخة احتياطية بتاريخ { $time }</b>
restored-about = الطلبات والمدفوعات بعد ذلك الوقت غير معروفة هنا. قارنها بقوائم البوابة ومزوّدي الدفع؛ لا يُضاف شيء تلقائيًا.
    .agent-shop = الطلبات والمدفوعات بعد ذلك الوقت غير معروفة هنا. قارنها بطلباتك في المتجر الذي تشتري منه وبقوائم مزوّدي الدفع؛ لا يُضاف شيء تلقائيًا.
restored-last-order = آخر شراء هنا: { $time }
restored-no-order = لا شراء هنا.
restored-orders = الطلبات الجارية في ذلك الوقت: { $count }؛ الآن: { $still }
restored-payments = المدفوعات الإلكترونية المفتوحة في ذلك الوقت والتي يُسأل عنها من جديد: { $count }؛ الآن: { $still }
restored-balance = الرصيد لدى البوابة: { $before } ({ $time })؛ الآن: { $now }
    .agent-shop = ما كان يمكنك إنفاقه في المتجر الذي تشتري منه: { $before } ({ $time })؛ الآن: { $now }
restored-balance-now = الرصيد لدى البوابة في ذلك الوقت: غير معروف؛ الآن: { $now }
    .agent-shop = ما كان يمكنك إنفاقه في المتجر الذي تشتري منه في ذلك الوقت: غير معروف؛ الآن: { $now }
restored-unknown-now = غير معروف، البوابة لا تجيب
    .agent-shop = غير معروف، المتجر الذي تشتري منه لا يجيب
restored-unknown = ⚠️ أخذ { $method } مدفوعات لا يعرفها هذا المتجر ({ $count }):
restored-unknown-one = • { $amount } · { $reference } · { $date }
restored-unknown-elsewhere = • { $amount } · { $reference } · { $date } · لعنوان آخر
restored-unknown-more = … و{ $count } أخرى
restored-none-unknown = ✅ لا توجد لدى { $method } دفعة غير مؤكدة لا يعرفها هذا المتجر.
restored-no-list = ▫️ ليست لدى { $method } قائمة يمكن طلبها: راجع لوحته.
restored-no-answer = 🔴 { $method } لا يجيب. حدّث.
restored-rights = الأدوار والحدود ورموز API كما كانت آنذاك: ما سحبته بعد ذلك عاد. راجع الموظفين والوكلاء قبل استئناف البيع.
restored-verified = المدفوعات التي تأكدت بعد النسخة ليست في أي قائمة: تجدها في لوحة المزوّد.
key-compare = 🗄 مقارنة
backup-caption = 🗄 نسخة احتياطية بتاريخ { $time }. لا تُفتح إلا بعبارة النسخ. للاستعادة: <code>npm run restore -- FILE</code>
backup-caption-part = 🗄 نسخة احتياطية بتاريخ { $time }، الجزء { $part } من { $parts }. لا تُفتح إلا بعبارة النسخ. للاستعادة: <code>npm run restore -- FILE FILE…</code> مع كل الأجزاء بالترتيب.
health-backup = 🗄 آخر نسخة احتياطية: { $ago }
health-backup-old = 🔴 آخر نسخة احتياطية: { $ago }
health-backup-unsent = 🗄 آخر نسخة احتياطية: { $ago }، لم تُرسل بعد
health-backup-problem = 🔴 فشل النسخ الاحتياطي { $ago }: { $why }
health-backup-waiting = 🗄 لا نسخة احتياطية بعد: تُنشأ الآن
    .agent-shop = 🗄 لا نسخة احتياطية بعد: الأولى تأتي ليلًا
health-backup-off = 🔴 لا يُنسخ المتجر احتياطيًا.
desk-backup-off = ⚠️ النسخ الاحتياطي متوقف
key-backup = 🗄 النسخ الاحتياطي
backup-title = <b>🗄 النسخ الاحتياطي</b>
backup-who = يشغّله من ثبّت البوت على الخادم: يضبط {"\u200E"}BACKUP_PASSPHRASE ويعيد تشغيل البوت. بعدها تصلك هنا نسخة مشفّرة كل ليلة.
desk-backup-old = 🔴 آخر نسخة احتياطية أقدم من يومين
desk-backup-failed = 🔴 فشلت آخر محاولة نسخ احتياطي
key-back-up = 🗄 نسخ احتياطي الآن
backup-asked = تُنشأ نسخة احتياطية.
backup-writing-rows = 🗄 تُكتب نسخة احتياطية: { $rows } صفًا
backup-writing = 🗄 تُكتب نسخة احتياطية: { $percent }٪ ({ $rows } صفًا)
backup-checking = 🗄 تُقرأ النسخة للتحقق منها: { $percent }٪
backup-sending = 🗄 النسخة جاهزة وتُرسل الآن
backup-done = ✅ نسخة احتياطية بتاريخ { $time }: { $size }، { $rows } صفًا. قُرئت للتحقق وأُرسلت كملف.
alert-purchases-failing = 🔴 توقفت البوابة عن الجواب على المشتريات. الطلبات تنتظر ومالها محجوز ويُسأل عنها من جديد وحدها؛ ويُخبَر المشترون الجدد قبل التأكيد.
    .agent-shop = 🔴 توقف المتجر الذي تشتري منه عن الجواب على المشتريات. الطلبات تنتظر ومالها محجوز ويُسأل عنها من جديد وحدها؛ ويُخبَر المشترون الجدد قبل التأكيد.
alert-purchases-answered = ✅ عادت البوابة تجيب على المشتريات؛ كانت قد توقفت في { $since }. تُنهى الطلبات المنتظرة الآن.
    .agent-shop = ✅ عاد المتجر الذي تشتري منه يجيب على المشتريات؛ كان قد توقف في { $since }. تُنهى الطلبات المنتظرة الآن.
alert-ledger = ⚠️ فحص الدفتر: { $count ->
    [one] مجموع واحد لا يساوي
   *[other] مجاميع عددها { $count } لا تساوي
  } ما تجمعه القيود. لم يُوقف شيء ولم يتغيّر؛ راجعه من فضلك.
alert-low-balance = ⚠️ رصيدنا في البوابة منخفض: { $balance }، أقل من { $threshold }. اشحنه قبل أن تُرفض المشتريات.
    .agent-shop = ⚠️ يمكنك إنفاق { $balance } في المتجر الذي تشتري منه، أقل من { $threshold }. أضف مالًا في بوت ذلك المتجر قبل أن تُرفض المشتريات.
alert-review = 🔎 لم يحصل الطلب { $code } على جواب قاطع منذ وقت طويل وهو قيد المراجعة. ماله محجوز حتى تقرر.
alert-unrecognised = 🔎 أجابت البوابة عن الطلب { $code } بكلمات لا يعرفها GATEWAY_SUCCESS_PATTERN: { $message }
    الطلب قيد المراجعة، وماله محجوز حتى تقرر. إن كان هذا نجاحًا فصحّح النمط.
alert-agent-joined = {"\u200F"}👋 قبل { $name } دعوة وهو الآن وكيل بحدّ ائتمان { $limit }.
alert-payment-waiting = ⏰ دفعة بقيمة { $amount } ({ $method }) تنتظر منذ أكثر من عشر دقائق.
alert-payment-mismatch = ⚠️ دفعة بقيمة { $amount } ({ $method }) لا تطابق ما يقوله المزوّد: { $why } لم يُضف شيء. راجعها وقرر.
alert-payment-kept-person-paused = 💰 وصلت دفعة بقيمة { $amount } من شخص محظور. لم يُشترَ طلبه، والمال في محفظته.
alert-payment-kept-selling-paused = 💰 وصلت دفعة بقيمة { $amount } أثناء إيقاف البيع. لم يُشترَ الطلب، والمال في محفظة الدافع.
alert-payment-unsettled = ⚠️ أُضيفت دفعة بقيمة { $amount }، لكن { $method } لا يؤكدها وقد يعيد المال إلى الدافع. يرجى المراجعة.
alert-payment-unknown = ⚠️ أخذ { $method } دفعة بقيمة { $amount } لهذا المتجر لا نعرف عنها شيئًا. المرجع: { $reference }. لم يُضف شيء.
alert-payment-misconfigured = ⚠️ يرفض { $method } طلباتنا، فلا يستطيع أحد الدفع هناك: { $why }
    .agent-shop = ⚠️ يرفض { $method } طلباتنا، فلا يستطيع أحد الدفع هناك: { $why } راجع معرّف التاجر في «المال»، «الإعدادات»، «الدفع الإلكتروني».

# The bot’s own page
bot-description = باقات إنترنت وشحن رصيد لكل المشغّلين. أرسل رقمًا، واختر، وأكّد: يُشترى مرة واحدة تمامًا، وتعرف النتيجة دائمًا.
bot-short-description = باقات وشحن رصيد ببضع ضغطات.
command-start = الرئيسية
command-sell = البيع لرقم
command-today = مبيعاتي اليوم
command-balance = رصيدي
command-wallet = المحفظة
command-support = الدعم
command-search = البحث عن باقة
command-orders = طلباتي
command-settings = اللغة والوحدة
command-help = المساعدة
command-terms = الشروط
command-cancel = ترك ما تفعله

# Plans and reminders
command-plans = خططي
key-plans = 🔁 الخطط
key-new-plan = ➕ خطة جديدة
key-make-plan = 🔁 أنشئ خطة
key-make-plan-of = 🔁 شراء هذا بانتظام
key-plan-same = الشيء نفسه
key-plan-last = آخر ما أشتريه
key-plan-ceiling = حتى { $ceiling }
key-plan-agree = ✅ أوافق على { $price }
key-plan-schedule = 🗓 أيام أخرى
key-plan-limit = حدّ سعر آخر
key-plan-item = 📦 شيء آخر
key-plan-orders = 🧾 طلبات سابقة
key-skip-cycle = ⏭ تخطٍّ
key-change-plan = ✏️ تغيير
key-stop-plan = ⏹ إيقاف
key-resume-plan = ▶️ استئناف
key-open-plan = 🔁 فتح الخطة
key-add-money = ➕ إضافة مال
key-pay-debt = سداد الدين { $debt }
key-all-of-them = الكل { $count }
schedule-days = { $days ->
    [1] مرة واحدة كل يوم
    [7] كل أسبوع ({ $days } أيام)
   *[other] كل { $days } يوم
  }
schedule-persian = يوم { $date } من الشهر الإيراني
schedule-gregorian = يوم { $date } من الشهر الميلادي
plans-title = <b>خططك</b>
plans-hint = اختر خطة لتراها أو تغيّرها.
plans-none = لا خطط لديك بعد. الخطة تشتري الشيء نفسه لرقم مرة بعد مرة من محفظتك، ولا تتجاوز السعر الذي توافق عليه أبدًا.
plans-of-day = <b>المخطط ليوم { $day }</b>
plan-row = {"\u200F"}{ $sign } { $what } · { $whose }
plan-row-day = {"\u200F"}{ $sign } { $what } · { $whose } · { $day }
plan-last = آخر ما اشتريته
plan-last-now = آخر ما تشتريه له؛ الآن: <b>{ $what }</b>
plan-price = آخر سعر { $price }، والحد الأعلى { $ceiling }
plan-title = 🔁 <b>خطة</b>
plan-stopped = ⏹ <b>أُوقفت هذه الخطة.</b>
plan-paused-skips = ⏸ <b>هذه الخطة متوقفة مؤقتًا:</b> جرى تخطيها ثلاث مرات متتالية.
plan-paused-person = ⏸ <b>هذه الخطة متوقفة مؤقتًا.</b>
plan-next = القادمة: { $day }
plan-waits-money = ⏳ تنتظر مالًا في محفظتك.
plan-waits-limit = ⏳ تنتظر بسبب حدّك اليومي.
plan-waits-price = ⏳ تنتظر جوابك: السعر فوق حدّك.
plan-waits-product = ⏳ تنتظر جوابك: لم يعد هذا يُباع.
plan-waits-selling = ⏳ تنتظر حتى يبيع المتجر من جديد.
plan-waits-gateway = ⏳ تنتظر جواب المشغّل.
plan-orders-title = <b>ما فعلته هذه الخطة</b>
plan-orders-none = لا شيء بعد.
plan-cycle = { $day }: { $what }
cycle-waiting = لم يُشترَ بعد
cycle-ordered = طُلب
cycle-money = جرى التخطي، المال في المحفظة قليل
cycle-limit = جرى التخطي، فوق الحد اليومي
cycle-price = جرى التخطي، السعر كان فوق حدّك
cycle-product = جرى التخطي، لم يعد يُباع
cycle-selling = جرى التخطي، المتجر لم يكن يبيع
cycle-gateway = جرى التخطي، المشغّل لم يجب
cycle-person = تخطيته أنت
cycle-late = جرى التخطي، المتجر لم يكن يعمل
cycle-restored = تُركت؛ ربما اشتُريت قبل استعادة المتجر. اسأل الدعم من فضلك
cycle-stopped = لم يُشترَ، أُوقفت الخطة
new-plan-title = <b>خطة جديدة</b>
new-plan-hint = اختر أحد طلباتك: يُشترى الشيء نفسه للرقم نفسه.
new-plan-none = تُصنع الخطة من طلب. اشترِ شيئًا أولًا، ثم اضغط «شراء هذا بانتظام» تحت الإيصال.
plan-when-title = <b>كم مرة؟</b>
plan-when-hint = في اليوم السابق يصلك إشعار ويمكنك تخطيها أو تغييرها أو إيقافها.
plan-when-last = في كل مرة تشتري آخر ما اشتريته لهذا الرقم. ويصلك إشعار في اليوم السابق.
plan-ceiling-title = <b>بكم على الأكثر؟</b>
plan-price-now = السعر الآن { $price }.
plan-price-last = كان آخر سعر { $price }، وربما تغيّر.
plan-ceiling-hint = فوق حدّك لا يُشترى شيء، بل تُسأل أولًا. ويمكنك كتابة مبلغ أيضًا.
plan-limit-low = ⚠️ سعره { $price }، فوق حدّك: لا يُشترى شيء قبل أن توافق على أكثر.
plan-made = ✅ تم التخطيط. المرة الأولى { $day }؛ ويصلك إشعار في اليوم السابق.
plan-skipped-note = ⏭ جرى التخطي: لا يُشترى شيء يوم { $day }.
plan-changed = ✅ تم التغيير.
plan-change-title = <b>تغيير الخطة</b>
plan-items-hint = اختر شيئًا اشتريته لهذا الرقم. لغيره: اشترِه مرة ثم عُد.
notice-plan-tomorrow = 🔁 <b>{ $day }: خطتك تشتري هذا.</b>
notice-plan-short = 👛 <b>ينقص خطتك ليوم { $day } مبلغ { $missing }.</b>
    أضف مالًا فيُشترى فورًا. وإلا تُعاد المحاولة صباح الغد ثم يجري التخطي.
notice-plan-price = ❓ <b>السعر الآن { $price }، فوق حدّك.</b>
    لا يُشترى شيء ما لم توافق قبل صباح الغد.
notice-plan-product = ❓ <b>ما خططت له ليوم { $day } لم يعد يُباع.</b>
    لا يُشترى شيء ما لم تختر غيره قبل صباح الغد.
notice-plan-limit = ⏳ <b>خطتك ليوم { $day } فوق حدّك اليومي.</b>
    تُعاد المحاولة صباح الغد ثم يجري التخطي.
notice-plan-late = 🕰 <b>اشتُري متأخرًا.</b> كان مخططًا ليوم { $day }؛ نعتذر عن التأخير. يصل الإيصال وحده.
notice-plan-missed = { $count ->
    [one] ⏭ <b>فاتت مرة واحدة:</b> لم يكن المتجر يعمل في { $from }. لا يُشترى لاحقًا.
   *[other] ⏭ <b>المرات التي فاتت: { $count }.</b> لم يكن المتجر يعمل من { $from } إلى { $to }. لا تُشترى لاحقًا.
  }
notice-plan-paused = ⏸ <b>خطتك متوقفة مؤقتًا.</b> لا يُشترى شيء حتى تستأنفها.
notice-plan-skipped = ⏭ <b>{ $day }: { $why }.</b>
notice-plan-skips = كانت هذه الثالثة على التوالي، فتوقفت الخطة مؤقتًا.
notice-plans-tomorrow = { $count ->
    [one] 🔁 <b>{ $day }: خطة واحدة تشتري.</b>
   *[other] 🔁 <b>{ $day }: عدد الخطط التي تشتري { $count }.</b>
  }
notice-plans-sum = المجموع نحو { $sum }.
failure-plan-unknown = لا توجد خطة كهذه.
failure-plan-not-open = لم يعد هذا ممكنًا.
failure-plans-too-many = لديك أكبر عدد ممكن من الخطط. أوقف واحدة أولًا.
alert-gateway-elsewhere = ⚠️ المشتريات تنتظر: تشتري هذه العملية من { $own }، أما العملية التي بدأت أخيرًا فكانت تشتري من { $noted } ويبدو أنها توقفت. أعد تشغيل البوت مع GATEWAY_URL الصحيح.
alert-plans-unfunded = ⚠️ خطط الأيام السبعة القادمة تحتاج { $planned }، ورصيدنا في البوابة { $balance }. اشحنه من فضلك.
    .agent-shop = ⚠️ خطط الأيام السبعة القادمة تحتاج { $planned }، ويمكنك إنفاق { $balance } في المتجر الذي تشتري منه. أضف مالًا في بوت ذلك المتجر من فضلك.
report-planned = { $count ->
    [one] 🔁 المخطط للأيام السبعة القادمة: عملية بيع واحدة، { $total }
   *[other] 🔁 المخطط للأيام السبعة القادمة: { $count } عملية بيع، { $total }
  }
report-planned-short = ⚠️ ينقص رصيد البوابة عن ذلك { $missing }.
    .agent-shop = ⚠️ ما يمكنك إنفاقه في المتجر الذي تشتري منه ينقص عن ذلك { $missing }.
periods-plans = <b>ملف الخطط</b>
file-plans = 📄 الخطط، { $days }. المبالغ بوحدة { $unit }.
column-date = التاريخ
column-schedule = كم مرة
column-ceiling = الحد الأعلى ({ $unit })
key-reminders = 🔔 التذكيرات
key-reminders-on = 🔔 تشغيل التذكيرات
key-reminders-off = 🔕 إيقاف التذكيرات
key-mute-number = 🔕 كتم هذا الرقم
key-unmute = 🔔 { $number }
key-same-again = ↻ اشترِ الشيء نفسه
key-choose-another = غيره
reminders-title = <b>التذكيرات</b>
reminders-on = 🔔 قبل انتهاء الباقة بيوم نذكّرك.
reminders-off = 🔕 لا نذكّرك بالباقات التي تنتهي.
reminders-muted = هذه الأرقام مكتومة؛ ضغطة تعيد تذكيراتها:
quiet-now = ساعات الهدوء: { $hours }. لا تصل فيها إلا الإيصالات والنتائج والردود.
quiet-off = لا ساعات هدوء: تصل الرسائل في أي ساعة.
quiet-never = أي ساعة
quiet-hours = { $hours }
reminder-title = ⏳ <b>تنتهي هذه الباقة نحو { $day }.</b>
reminder-estimate = اليوم تقديري، محسوب من يوم الشراء.
reminder-muted = 🔕 لا تذكيرات بعد الآن للرقم { $number }.
digest-title = { $count ->
    [one] ⏳ <b>باقة زبون واحد تنتهي نحو { $day }.</b>
   *[other] ⏳ <b>باقات زبائنك التي تنتهي نحو { $day }: { $count }.</b>
  }
digest-hint = ضغطة واحدة تبيع الشيء نفسه من جديد.
ending-title = <b>باقات تنتهي</b>
ending-none = لا شيء هنا.

# Wallets and a seller's day
key-wallet = 👛 محفظتي
key-statement = كشف الحساب
key-today = 📊 اليوم
key-sell = 🛒 بيع
key-pay = 💳 ادفع { $amount }
confirm-smallest = أقل دفعة { $amount }، والباقي يبقى في محفظتك.
confirm-old-debt = منها { $debt } دين سابق.
key-pay-missing = 💳 ادفع الناقص { $amount }
key-pay-exactly = { $amount } مع الضريبة
wallet-title = <b>محفظتي</b>
wallet-balance = الرصيد: { $balance }
wallet-debt = عليك: { $debt }
wallet-held = محجوز لطلبات مفتوحة: { $held }
wallet-limit = حد الائتمان: { $limit }
wallet-available = <b>يمكنك إنفاق: { $available }</b>
wallet-unlimited = <b>يمكنك الإنفاق بلا حد.</b>
wallet-today = الباقي من حدّك اليوم: { $left } من { $limit }
their-debt = عليه: { $debt }
their-available = <b>يمكنه إنفاق: { $available }</b>
their-unlimited = <b>يمكنه الإنفاق بلا حد.</b>
statement-title = <b>كشف الحساب</b>
statement-empty = لم يتحرك شيء بعد.
statement-line = { $time } · { $what }: { $amount } ← { $after }
statement-line-note = { $time } · { $what }: { $amount } ← { $after } ({ $note })
statement-order = {"\u200F"}{ $what } · { $number } · { $code }
ledger-grant = رصيد
ledger-take = خصم
ledger-repayment = سداد نقدي
ledger-payment = دفعة
ledger-hold = حجز
ledger-capture = شراء
ledger-release = فكّ حجز
today-title = <b>اليوم</b>
today-none = لم يُبع شيء بعد.
today-sold = { $count ->
    [one] عملية بيع واحدة، { $total }
    [few] { $count } عمليات بيع، { $total }
   *[other] { $count } عملية بيع، { $total }
  }
today-operator = { $operator }: { $count ->
    [one] عملية واحدة
    [few] { $count } عمليات
   *[other] { $count } عملية
  } · { $total }
today-waiting = ⏳ لا تزال قيد التحقق: { $count } · { $total }
today-api = 🔌 منها عبر API: { $count } · { $total }
invoice-below = الفاتورة أدناه. يُشترى الطلب فور دفعها.
invoice-paid = دُفعت الفاتورة. الطلب { $code }
invoice-description = { $what } للرقم { $number }، يُشترى تلقائيًا بعد الدفع. الطلب { $code }، { $amount }.
checkout-expired = انتهت مهلة هذا السعر. لم يُدفع شيء؛ اطلب السعر من جديد.
checkout-price-moved = تغيّر السعر: كان { $was } وصار { $now }. لم يُدفع شيء؛ اطلب السعر من جديد.
payment-kept = وصلت دفعتك { $amount }، لكن لم يعد شراء الطلب ممكنًا بذلك السعر. المال في محفظتك؛ لم يضع شيء.
payment-kept-why = وصلت دفعتك { $amount }، لكنها لم تستطع شراء الطلب: { $why } المال في محفظتك؛ لم يضع شيء.

# One payment, as the payer reads it
payment-line = { $sign } { $state } · { $amount }
payment-mark-asked = بانتظار الدفع
payment-mark-submitted = قيد التحقق
payment-mark-paid = مدفوعة
payment-mark-expired = انتهت مهلتها
payment-mark-refused = لم تُقبل
payment-asked = بانتظار دفعتك { $amount }.
payment-for = 🛒 { $what } للرقم { $number }؛ يُشترى تلقائيًا بعد الدفع.
payment-purchase = 🛒 { $what } · { $number }
payment-description = { $what } للرقم { $number }، يُشترى تلقائيًا بعد الدفع
payment-unpaid = ✖️ يقول المصرف إنه لم يُدفع شيء. ادفع مجددًا أو ألغِ.
payment-unpaid-here = ✖️ يقول المصرف إنه لم يُدفع شيء في هذه الصفحة. ما زالت صفحة أخرى للمبلغ نفسه مفتوحة: إن دفعت هناك فانتظر، تصل النتيجة إلى هنا. وإلا فادفع مجددًا أو ألغِ.
key-open-payments = 🕓 مدفوعات مفتوحة ({ $count })
open-payments-title = <b>المدفوعات المفتوحة</b>
open-payments-hint = اضغط واحدة لمتابعتها أو لإرسال إيصالها أو لإلغائها.
open-payments-none = لا مدفوعات مفتوحة.
invoice-in-chat = فاتورتها في هذه المحادثة: ادفعها هناك أو ألغها هنا.
payment-checking = 🔎 نتحقق من دفعتك { $amount } لدى المصرف. لا تدفع مرة أخرى من فضلك؛ تصل النتيجة إلى هنا.
payment-arrived = 🔎 وصلت دفعتك { $amount } والمتجر يتحقق منها. لا تدفع مرة أخرى من فضلك؛ تصل النتيجة إلى هنا.
payment-slip-sent = 🧾 وصل إيصالك بمبلغ { $amount } ويجري التحقق منه. تصل النتيجة إلى هنا.
payment-one-at-a-time = ⏳ ما زال إيصال تحويل قيد الفحص. يبدأ التحويل التالي بعده، وطرق الدفع الأخرى متاحة.
payment-paid = ✅ أُضيف { $amount } إلى محفظتك.
payment-bought = ✅ وصلت دفعتك { $amount }. يُشترى بها { $what } للرقم { $number } تلقائيًا، ويصل الإيصال إلى هنا.
payment-other-amount = طُلب منك { $asked }؛ والذي وصل { $amount }.
payment-receipt = مرجع المصرف: { $receipt }
payment-balance = رصيدك الآن: { $balance }
payment-expired = ⌛️ انتهت مهلة هذه الدفعة { $amount }. إن كنت قد دفعت مع ذلك، فستُسجَّل وحدها حالما يؤكدها المصرف.
payment-expired-card = ⌛️ انتهت مهلة هذا التحويل { $amount }. إن كنت قد حوّلت مع ذلك، فأرسل الإيصال إلى هنا.
payment-given-up = ✖️ تركت دفع { $amount }. إن أخذه المصرف مع ذلك فسيُسجَّل تلقائيًا.
payment-given-up-card = ✖️ تُرك تحويل { $amount }. إن كنت قد حوّلت مع ذلك، فأرسل الإيصال إلى هنا.
payment-not-needed = ☑️ لم تعد هذه الدفعة { $amount } لازمة: دُفعت بطريقة أخرى أو انتهى طلبها. إن أخذها المصرف مع ذلك فستُضاف إلى محفظتك تلقائيًا.
payment-not-needed-card = ☑️ لم يعد هذا التحويل { $amount } لازمًا: دُفع بطريقة أخرى أو انتهى طلبه. إن كنت قد حوّلت مع ذلك، فأرسل الإيصال إلى هنا.
payment-refused = ❌ لم تُقبل دفعة { $amount }. لم يُضف شيء إلى محفظتك.
payment-reason-unavailable = تعذّر فتح صفحة الدفع. لم يُدفع شيء.
payment-reason-misconfigured = تعذّر فتح صفحة الدفع. لم يُدفع شيء.
payment-reason-blocked = حسابك محظور، لذلك لم تُفتح صفحة الدفع. لم يُدفع شيء.
payment-reason-reversed = أعاد المصرف المال إلى بطاقتك.
payment-reason-not-found = لم يصل تحويل كهذا إلى بطاقتنا.
payment-reason-unreadable = لا يمكن قراءة الإيصال. أرسله مرة أخرى من فضلك.
payment-reason-wrong-amount = المبلغ غير مطابق.
method-zarinpal = زرين‌بال
method-zibal = زيبال
method-card = من بطاقة إلى بطاقة
method-invoice = فاتورة تلغرام
method-wallet = من المحفظة

# Adding money
wallet-add-money = <b>إضافة مال:</b> اختر مبلغًا.
add-money-title = <b>إضافة مال</b>
add-money-hint = كم تريد أن تضيف إلى محفظتك؟
ask-add-money = أرسل المبلغ، من { $min } إلى { $max }. من دون وحدة يُقرأ بوحدة { $unit }.
no-method = لا يمكنك الدفع هنا بعد. اطلب رصيدًا من البائع.
no-method-owner = لا يمكنك الدفع هنا بعد. اطلب رصيدًا من { $owner }.
pay-title = <b>للدفع: { $amount }</b>
pay-choose = كيف تريد أن تدفع؟
pay-online-hint = الدفع عبر الإنترنت يفتح صفحة المصرف. تصل النتيجة إلى هنا وحدها.
key-pay-online = 🌐 دفع إلكتروني
key-pay-zarinpal = 🌐 إلكتروني: زرين‌بال
key-pay-zibal = 🌐 إلكتروني: زيبال
key-pay-card = 💳 بطاقة إلى بطاقة
key-pay-invoice = 🧾 فاتورة تلغرام
key-pay-again = 💳 ادفع مجددًا
invoice-below-wallet = الفاتورة أدناه. يصير المال في محفظتك فور دفعها.
invoice-wallet = إضافة مال
invoice-wallet-description = { $amount } لمحفظتك.
card-title = <b>من بطاقة إلى بطاقة</b>
card-amount = المبلغ: <b>{ $amount }</b>
card-number = البطاقة: { $number }
card-holder = باسم: { $holder }
card-hint = حوّل هذا المبلغ بالضبط من فضلك: نعرفك من أرقامه الأخيرة. ثم أرسل صورة الإيصال أو ملفًا أو رمز التتبع، هنا مباشرة.
key-copy-card = 📋 البطاقة
key-copy-amount = 📋 بالريال
key-tracking-code = ✏️ إرسال رمز التتبع
ask-tracking-code = أرسل رمز تتبع تحويلك، أو صورة أو ملفًا للإيصال.
slip-wanted = تحويل { $amount } ما زال مفتوحًا. أرسل هنا صورة إيصاله أو ملفه أو رمز التتبع، ليجد المتجر مالك.
slip-question = 🧾 <b>هل هذا إيصال تحويل؟</b>
slip-question-open = لأي تحويل؟ إن كان بمبلغ آخر فاكتبه.
slip-question-amount = إن كان كذلك فاكتب كم حوّلت.
key-slip-of = ✅ نعم، { $amount }
key-not-slip = 🎧 لا، للدعم
key-code-of = 🧾 رمز تحويل { $amount }
code-or-other = هل { $code } رمز تتبع تحويلك أم شيء آخر؟
key-is-slip = 🧾 هذا إيصال تحويل

# The payment desk
payment-desk-title = <b>المال</b>
payment-desk-none = لا شيء ينتظر.
payment-desk-waiting = { $count ->
    [one] 🔎 دفعة واحدة تنتظر.
   *[other] 🔎 مدفوعات تنتظر: { $count }.
  }
payment-desk-today = <b>المدفوع اليوم</b>
payment-sum = { $method }: { $total } ({ $count })
payment-sum-none = لا شيء بعد.
key-payments-waiting = 🔎 المنتظرة ({ $count })
key-payments-day = 📅 حسب اليوم
key-find-payment = 🔍 بحث
key-cards = 💳 البطاقات
key-payment-settings = ⚙️ الإعدادات
payments-waiting-title = <b>مدفوعات تنتظر</b>
payments-waiting-hint = الأطول انتظارًا أولًا.
payments-day-title = <b>المدفوع في { $day }</b>
payments-found-title = <b>مدفوعات «{ $words }»</b>
payments-of = <b>مدفوعات { $name }</b>
payments-none = لم يُعثر على شيء.
payments-found = الأحدث أولًا.
ask-find-payment = أرسل مرجع المصرف، أو رمز التتبع، أو مرجع المزوّد، أو آخر أربعة أرقام من بطاقة الدافع، أو اسمه أو @username.
slip-title = 🧾 <b>تحويل بطاقة: هل وصل؟</b>
slip-decided = { $sign } <b>{ $state }</b> · { $by }
slip-approved = تمت الموافقة
slip-payer = من: { $name }
slip-card = إلى البطاقة المنتهية بـ { $tail }، { $holder }
slip-unasked = ⚠️ كتب الدافع هذا المبلغ بنفسه ولم تُعرض له بطاقة.
slip-code = رمز التتبع: { $code }
slip-credited = أُضيف: <b>{ $amount }</b>
beside-slip = ⚠️ وصل الإيصال نفسه لدفعة أخرى: { $name }، { $amount }، { $state }
beside-amount = ⚠️ طُلب المبلغ نفسه من { $name } أيضًا: { $amount }، { $state }
beside-person = 🔁 طُلب من هذا الشخص أيضًا { $amount }: { $state }
key-approve = ✅ قبول { $amount }
key-approve-other = ✏️ مبلغ آخر
key-reject-other = ❌ سبب آخر
key-reject-not-found = ❌ لم يصل
key-reject-unreadable = ❌ الإيصال لا يُقرأ
key-reject-wrong-amount = ❌ المبلغ خطأ
key-open-payment = فتح الدفعة
key-next-payment = ⏭ التالي في الانتظار
toast-payment-paid = قُبلت
toast-payment-refused = رُفضت
toast-payment-decided = بُتّ فيها من قبل
ask-payment-amount = كم وصل فعلًا، بوحدة { $unit }؟ هذا ما تحصل عليه المحفظة.
approve-amount-title = <b>إضافة هذا المبلغ إلى المحفظة؟</b>
approve-amount-asked = المبلغ المطلوب: { $amount }
approve-amount = المبلغ الواصل: <b>{ $amount }</b>
approve-amount-far-more = 🔴 أكثر بكثير من المبلغ المطلوب. هل اختلطت الوحدة أو زاد صفر؟
approve-amount-far-less = 🔴 أقل بكثير من المبلغ المطلوب. هل اختلطت الوحدة أو نقص صفر؟
approve-amount-order = إن كان سعر الطلب ما زال ساريًا فيُشترى بهذا المال فورًا.
ask-payment-reason = لماذا تُرفض؟ يقرأ الدافع هذه الكلمات.
payment-reference = مرجع المزوّد: { $reference }
payment-payer-card = بطاقة الدافع: { $card }
payment-problem = ⚠️ { $problem }
payment-problem-other-amount = المبلغ المدفوع هو { $amount }.
payment-problem-refused-but-paid = رُفضت هذه الدفعة، لكن المال عند المزوّد.
payment-problem-restored = كانت مفتوحة عند استعادة المتجر، وقد يكون مالها أُضيف من قبل. قارنها بلوحة المزوّد.
payment-paid-back = رُدّ: { $amount }
payment-event = { $when } · { $who }: { $state } — { $why }
payment-step-asked = طُلب الدفع
payment-step-slip-photo = أُرسلت صورة الإيصال
payment-step-slip-file = أُرسل ملف الإيصال
payment-step-slip-text = أُرسل رمز التتبع
payment-step-back = عودة من البنك
payment-step-approved = تمت الموافقة
payment-step-approved-with = تمت الموافقة بمبلغ { $amount }
payment-step-paid-back = أُعيد { $amount }: { $note }
payment-step-provider = أكدته بوابة الدفع
payment-step-messenger = أكده تطبيق المراسلة
payment-step-unpaid = تقول بوابة الدفع إنه لم يُدفع
payment-step-reversed = أعادت البوابة أو البنك المال
payment-step-late = لم يُدفع في موعده
payment-step-cancelled = أُلغي
payment-step-replaced = حلّ محله طلب آخر
payment-step-order-over = انتهى طلبه
payment-step-paid-elsewhere = دُفع بطريقة أخرى
payment-step-asked-again = قد يكون المال لدى البوابة؛ سُئلت من جديد
payment-step-shown-again = قد يكون المال لدى البوابة؛ عُرض على المالك
payment-answer-code = جواب البوابة: الرمز { $code }
payment-answer-refusal = رفضت البوابة الطلب: الرمز { $code }
payment-answer-blocked = الدافع محظور
payment-answer-contradiction = أجوبة البوابة متناقضة
payment-answer-unreadable = جواب البوابة غير مقروء
payment-answer-silence = لم تُجب البوابة
payment-answer-no-amount = لم تذكر البوابة المبلغ
payment-answer-other-amount = دُفع مبلغ آخر
payment-answer-other-payer = دفع شخص آخر
payer-blocked = 🚫 التحويل بالبطاقة مغلق لهذا الشخص بعد ثلاثة إيصالات مرفوضة.
key-reopen-card = 🔓 فتح التحويل من جديد
key-payer = 👤 الدافع
key-their-payments = مدفوعاته
key-pay-back = ↩️ ردّ المال
ask-pay-back = كم رددت خارج البوت، بوحدة { $unit }، وكيف؟ مثلًا: ٥٠٠٠٠٠ إلى بطاقته يوم الاثنين
pay-back-title = <b>هل يُخصم هذا من المحفظة لأنه رُدّ؟</b>
pay-back-note = ملاحظة: { $note }
pay-back-balance = الرصيد: { $before }، ثم { $after }
key-yes-pay-back = ↩️ خصم { $amount }
cards-title = <b>بطاقات التحويل</b>
cards-none = لا بطاقة بعد. أضف واحدة لاستلام التحويلات.
card-facts = { $holder } · { $bank }
card-facts-off = { $holder } · { $bank } · متوقفة
key-remove-card = 🗑 حذف
key-add-card = ➕ إضافة بطاقة
key-yes-remove-card = 🗑 نعم، احذفها
remove-card-title = <b>حذف هذه البطاقة؟</b> التحويلات التي في الطريق يمكن قبولها بعد.
ask-card = أرسل أرقام البطاقة الستة عشر واسم صاحبها هكذا: ٦٠٣٧٩٩١١١١١١١١١٢ سارة أحمدي
ask-card-rename = لتغيير اسم صاحب بطاقة أرسل رقمها نفسه مع الاسم الجديد؛ وتُشغَّل البطاقة أيضًا.
payment-settings-title = <b>إعدادات الدفع</b>
payment-settings-range = الدفعة الواحدة: من { $min } إلى { $max }
payment-settings-presets = المبالغ على الأزرار: { $amounts }
payment-settings-methods = اضغط طريقة لتشغيلها أو إيقافها.
payment-settings-no-method = لا طريقة مُعدّة بعد. أضف بطاقة، أو انظر إعدادات التركيب للدفع الإلكتروني.
    .agent-shop = لا طريقة مُعدّة بعد. أضف بطاقة. يظهر الدفع الإلكتروني هنا حين يسمح به المتجر الذي تشتري منه.
key-smallest = الأصغر
key-largest = الأكبر
key-presets = مبالغ الأزرار
ask-payment-smallest = ما أصغر مبلغ للدفعة الواحدة، بوحدة { $unit }؟
ask-payment-largest = ما أكبر مبلغ للدفعة الواحدة، بوحدة { $unit }؟
ask-payment-presets = حتى ستة مبالغ للأزرار، بوحدة { $unit }، كل منها في سطر.

# Files
key-file = 📄 ملف CSV
key-other-period = ✏️ تواريخ أخرى
periods-orders = <b>ملف طلباتك</b>
periods-money = <b>ملف محفظتك</b>
periods-shop = <b>ملف طلبات الجميع</b>
periods-payments = <b>ملف المدفوعات</b>
periods-wallet-of = <b>ملف محفظة { $name }</b>
periods-hint = لأي أيام؟ يُفتح في Excel أو أي جدول.
period-today = اليوم
period-week = هذا الأسبوع
period-month = هذا الشهر
period-last = الشهر الماضي
ask-period = أرسل اليوم الأول والأخير، مثلًا:
    <code>{ $example }</code>
file-orders = 📄 طلباتك، { $days }. المبالغ بوحدة { $unit }.
file-person = 📄 طلبات { $name }، { $days }. المبالغ بوحدة { $unit }.
file-money = 📄 محفظتك، { $days }. المبالغ بوحدة { $unit }.
file-shop = 📄 طلبات الجميع، { $days }. المبالغ بوحدة { $unit }.
file-payments = 📄 المدفوعات، { $days }. المبالغ بوحدة { $unit }.
file-wallet-of = 📄 محفظة { $name }، { $days }. المبالغ بوحدة { $unit }.
file-empty = لا شيء في { $days }، فلا ملف.
file-days = { $from } إلى { $to }
file-failed = تعذّر إرسال الملف. حاول مجددًا بعد دقيقة.
file-interrupted = أُعيد تشغيل البوت قبل أن يجهز ملفك أو صورتك. اطلبه مرة أخرى من فضلك.
file-busy = ملفاتك السابقة لا تزال في الطريق. انتظرها أولًا من فضلك.
column-code = الرمز
column-time = الوقت
column-iso = الوقت (ISO)
column-number = الرقم
column-operator = المشغّل
column-sim = نوع الشريحة
column-what = المنتج
column-base = السعر ({ $unit })
column-vat = الضريبة ({ $unit })
column-total = المجموع ({ $unit })
column-charge = المدفوع ({ $unit })
column-source = المصدر
column-cost = التكلفة ({ $unit })
column-profit = الربح ({ $unit })
column-own-profit = ربحي ({ $unit })
column-state = الحالة
column-message = رسالة المشغّل
column-seller = المشتري
column-seller-id = معرّف المشتري
column-kind = النوع
column-amount = التغيير ({ $unit })
column-balance = الرصيد ({ $unit })
column-note = ملاحظة
column-method = الطريقة
column-credited = المضاف ({ $unit })
column-paid-back = المردود ({ $unit })
column-reference = مرجع المزوّد
column-receipt = مرجع المصرف
column-card = بطاقة الدافع
column-payer = الدافع
column-payer-id = معرّف الدافع

# Reports
key-reports = 📈 التقارير
span-day = يوم
span-week = أسبوع
span-month = شهر
span-before-day = اليوم السابق
span-before-week = الأسبوع السابق
span-before-month = الشهر السابق
report-title = <b>تقرير · { $period }</b>
report-shop = المتجر كله
key-report-parts = ☰ التفاصيل
report-none = لم يُبع شيء.
report-discounts = الخصومات: { $discount }
report-after-discounts = بعد الخصم: { $charged }
report-fees = الرسوم: { $fee }
report-after-fees = مع الرسوم: { $charged }
report-own-cost = تكلفة شرائك: { $cost }
report-cost = التكلفة: { $cost }
report-profit = الربح: { $profit }
report-line-profit = { $line }، الربح { $profit }
profit-unknown = غير معروف
profit-partly-short = { $profit } + غير معروف
profit-partly = { $count ->
    [one] { $profit } (لم تُحسب عملية واحدة مجهولة التكلفة)
   *[other] { $profit } (عمليات مجهولة التكلفة لم تُحسب: { $count })
  }
report-vat = من دون الضريبة: { $base }، الضريبة: { $vat }
report-more = أكثر من { $than } بنسبة { $percent }٪
report-less = أقل من { $than } بنسبة { $percent }٪
report-same = مثل { $than } تقريبًا
report-so-far = حتى الآن { $percent }٪ من { $than }
report-operators = <b>حسب المشغّل</b>
report-products = <b>ما بيع</b>
report-sellers = <b>حسب البائع</b>
report-methods = <b>المبيعات حسب طريقة الدفع</b>
report-api = <b>منها عبر API</b>
source-api = عبر API
report-payments = <b>الأموال الواردة حسب الطريقة (الشراء وإضافة المال)</b>
report-line = {"\u200F"}{ $what }: { $count ->
    [one] عملية واحدة
    [few] { $count } عمليات
   *[other] { $count } عملية
  } · { $total }
report-product = { $what } ({ $operator }، { $sim })
report-offers = عروض الأرقام ({ $sim })
report-others = كل ما عداها
report-customers = الزبائن بأنفسهم
report-tehran = بتوقيت طهران. تُحسب العملية في يوم تأكيدها.

# Pictures
key-chart = 📊 رسم
key-picture = 🖼 صورة
chart-mine = مبيعاتي، آخر ٣٠ يومًا
chart-person = مبيعات { $name }، آخر ٣٠ يومًا
chart-shop = كل المبيعات، آخر ٣٠ يومًا
chart-span = { $from } – { $to }
chart-count = { $count ->
    [one] عملية بيع واحدة
    [few] { $count } عمليات بيع
   *[other] { $count } عملية بيع
  }
chart-average = بمعدل { $amount } في اليوم
chart-best = أفضل يوم: { $day }، { $amount }
chart-none = لم يُبع شيء في هذه الأيام.
chart-legend = مبيعات كل يوم بوحدة { $unit }
chart-legend-counts = مبيعات كل يوم بوحدة { $unit }؛ وفوق كل عمود عددها
receipt-delivered = تم التسليم
receipt-activated = تم التفعيل
receipt-number = الرقم
receipt-operator = المشغّل
receipt-time = الوقت
receipt-code = الرمز
receipt-scan = امسح للتحقق من صحة هذا الإيصال

# Receipts for others
key-share = ↗ إرسال
key-send-on = ↗ إرسال لأحد
share = من يفتح هذا الرابط يرى ما اشتُري والمبلغ والوقت والحالة، والرقم مخفي جزئيًا، ولا كلمة عنك.
proof-title = 🧾 إيصال من <b>{ $shop }</b>
proof-open = ⏳ <b>قيد التنفيذ.</b> لا جواب من المشغّل بعد.
proof-rejected = ❌ <b>لم يُشترَ.</b> لم يُسلَّم شيء.
proof-unknown = لا يوجد إيصال كهذا. تحقق من أن الرابط كامل.
proof-link = التحقق من هذا الإيصال

# Lists of numbers
key-to-list = 📋 القائمة
key-drop-list = ترك القائمة
key-include-bought = أدرج من حصل عليه اليوم
key-bulk-retry = ↻ إعادة الفاشلة ({ $count })
key-bulk-section = { $operator } ({ $count })
key-bulk-rows = ☰ الصفوف ({ $count })
key-bulk-row = {"\u200F"}{ $row } · { $price }
key-bulk-row-wrong = {"\u200F"}✖️ { $row }
key-bulk-correct = ✏️ تصحيح ({ $count })
key-bulk-change = ✏️ تغيير
key-bulk-without = المتابعة بالمختار فقط ({ $count })
bulk-which-section = خيار أي جزء يتغيّر؟
key-bulk-as-others = مثل البقية
key-bulk-leave-out = استبعاد هذا الصف
key-bulk-take-in = إدراج هذا الصف
bulk-title = { $count ->
    [one] <b>قائمة برقم واحد</b>
    [few] <b>قائمة بـ { $count } أرقام</b>
   *[other] <b>قائمة بـ { $count } رقمًا</b>
  }
bulk-list = { $count ->
    [one] قائمة برقم واحد
    [few] قائمة بـ { $count } أرقام
   *[other] قائمة بـ { $count } رقمًا
  }
bulk-list-waits = { $count ->
    [one] 📋 قائمة برقم واحد تنتظر: ما تختاره لها.
   *[other] 📋 قائمة تنتظر، أرقامها { $count }: ما تختاره لها.
  }
bulk-what = { $count ->
    [one] على ماذا يحصل الرقم الواحد من { $operator }؟ اختر، أو اكتب مبلغًا أو باقة.
   *[other] على ماذا تحصل أرقام { $operator } وعددها { $count }؟ اختر، أو اكتب مبلغًا أو باقة.
  }
bulk-nothing = لا رقم فيها يمكن البيع له.
bulk-too-long = ⚠️ القائمة تتسع لـ { $most } رقمًا على الأكثر: استُبعد آخر { $count }. أرسلها قائمة وحدها.
bulk-line-unclear = ⚠️ لم يُقرأ المبلغ أو الباقة بجانب عدة أرقام في سطر واحد. اكتب كل رقم في سطر، أو اختر هنا.
bulk-operator-unknown = مشغّل غير معروف
bulk-section = <b>{ $operator }</b> ({ $count }) · { $total }
bulk-section-empty = <b>{ $operator }</b> ({ $count })
bulk-group = { $what } · { $count } × { $each }
bulk-unchosen = ❔ لم يُختر شيء بعد ({ $count }):
bulk-row = {"\u200F"}· { $number }
bulk-row-item = {"\u200F"}· { $number } · { $what } · { $price }
bulk-chosen = { $count ->
    [one] اشتُري: لرقم واحد
   *[other] اشتُري: لعدد { $count } من الأرقام
  }
bulk-promo-rows = الرمز لعدد { $uses } من هذه الأرقام، والبقية ({ $others }) بالسعر المعتاد: لا يناسبها أو لم يبقَ له استخدام.
bulk-promo-used = استُخدم الرمز في هذه الأثناء. هذه هي الأسعار الآن.
bulk-unit-which = لا وحدة بجانب مبالغ هذه الصفوف وعددها { $count }. أي وحدة هي؟
bulk-more = … و{ $count } غيرها
bulk-more-file = … و{ $count } غيرها في ملف CSV
bulk-short = الكل أو لا شيء: اطلب رصيدًا من صاحب المتجر، أو أرسل قائمة أقصر.
bulk-short-pay = الكل أو لا شيء: ادفع الناقص ثم حاول هنا مجددًا، أو أرسل قائمة أقصر.
bulk-number-invalid = ✖️ ليست أرقام هاتف ({ $count }): { $which }
bulk-unclear = ✖️ تحتمل أكثر من معنى ({ $count }): { $which }
bulk-not-found = ✖️ لا يُباع هكذا ({ $count }): { $which }
bulk-twice = ✖️ مكررة في القائمة ({ $count }): { $which }
bulk-other-operator = ✖️ ليست لهذا المشغّل ({ $count }): { $which }
bulk-not-for-number = ✖️ لا تناسب هذا النوع من الأرقام ({ $count }): { $which }
bulk-bought-today = ✖️ حصلت على الشيء نفسه اليوم ({ $count }): { $which }
bulk-unavailable = ✖️ لم تعد تُباع ({ $count }): { $which }
bulk-left-out = ✖️ مستبعدة ({ $count }): { $which }
bulk-rows-title = { $count ->
    [one] <b>صف واحد</b>
    [few] <b>{ $count } صفوف</b>
   *[other] <b>{ $count } صفًا</b>
  }
bulk-rows-hint = اختر صفًا لتغيير رقمه أو مشغّله أو ما يحصل عليه.
bulk-row-written = { $number } «{ $words }»
bulk-row-short = { $number } ({ $missing ->
    [one] تنقص خانة واحدة
   *[other] تنقص { $missing } خانات
})
bulk-row-long = { $number } ({ $extra ->
    [one] خانة واحدة زائدة
   *[other] { $extra } خانات زائدة
})
bulk-row-words = المكتوب: { $words }
bulk-row-gets = يحصل على: { $what } · { $price }
bulk-row-now = ✏️ الآن: { $number } · { $what } · { $price }
bulk-fix-hint = صحّح هذه الصفوف وأرسلها كلها في رسالة واحدة، كل صف في سطر. «-» يستبعد الصف. وما لا تكتبه يبقى كما هو.
key-bulk-one-by-one = ✏️ واحدًا واحدًا
key-bulk-leave-all = استبعاد الكل ({ $count })
key-copy = 📋 نسخ
failure-list-lines = أرسل { $count } سطرًا بالترتيب نفسه، سطرًا لكل صف. «-» يستبعد الصف.
bulk-row-hint = لتغيير هذا الصف أرسله كما يجب أن يكون، مثلًا: ٠٩١٢١٢٣٤٥٦٧ ٥٠٠٠.
bulk-row-ported = إن كان الرقم منقولًا فاختر مشغّله.
bulk-row-number-invalid = ✖️ هذا ليس رقم هاتف.
bulk-row-unclear = ✖️ يحتمل أكثر من معنى. أيها؟
bulk-row-not-found = ✖️ لا شيء يُباع يطابق هذه الكلمات.
bulk-row-twice = ✖️ هذا الرقم مكرر في القائمة، فاستُبعد هذا الصف.
bulk-row-other-operator = ✖️ ما اختير ليس لهذا المشغّل.
bulk-row-not-for-number = ✖️ باقات TD-LTE لأرقام TD-LTE (المودم) فقط، وما سواها لأرقام الهاتف.
bulk-row-bought-today = ✖️ حصل هذا الرقم على الشيء نفسه اليوم.
bulk-row-unavailable = ✖️ ما اختير لم يعد يُباع.
bulk-row-left-out = ✖️ هذا الصف مستبعد.
bulk-running = ⏳ <b>{ $what }</b>
    اكتمل { $done } من { $count }. البقية تتبع هنا وحدها.
bulk-over = <b>{ $what }</b>
    { $count ->
        [one] اكتمل الرقم الواحد.
       *[other] اكتملت كل الأرقام: { $count }.
    }
bulk-delivered = ✅ سُلّم: { $count } · { $total }
bulk-rejected = ❌ لم يُشترَ وعاد المال إلى محفظتك: { $count }
bulk-waiting = ⏳ لا يزال قيد التحقق: { $count }
bulk-reversed = ↩️ عُكس وعاد المال إلى محفظتك: { $count }
bulk-row-reversed = {"\u200F"}↩️ { $number } · { $code }
bulk-row-delivered = {"\u200F"}✅ { $number } · { $code }
bulk-failed = {"\u200F"}❌ { $number } · { $code }
bulk-failed-why = {"\u200F"}❌ { $number }: { $reason } · { $code }
file-list = { $count ->
    [one] <b>القائمة</b>، صف واحد
    [few] <b>القائمة</b>، { $count } صفوف
   *[other] <b>القائمة</b>، { $count } صفًا
  }
list-number-invalid = ليس رقم هاتف
list-unclear = عدة معانٍ
list-not-found = لا يُباع
list-twice = مكرر في القائمة
list-other-operator = مشغّل آخر
list-bought-today = حصل عليه اليوم
list-unavailable = لم يعد يُباع
list-left-out = مستبعد

# The shop's desk
key-desk = 🗝 المكتب
key-reviews = 🔎 قيد المراجعة ({ $count })
key-open-order = 🔎 فتح الطلب
key-open-agent = 👤 صفحته
key-decide-delivered = ✅ سُلّم
key-decide-rejected = ❌ لم يُسلَّم
desk-reviews = 🔎 طلبات تنتظر قرارك: { $count }
desk-orders-title = <b>الطلبات</b>
desk-orders-none = لا طلبات بعد.
desk-orders-hint = آخر طلبات الجميع.
reviews-title = <b>طلبات قيد المراجعة</b>
reviews-hint = لم تحصل على جواب قاطع في وقتها، أو حصلت على جواب بكلمات غير معروفة، ولا تُرسل مرة أخرى. اسأل المشغّل بالرمز ثم سجّل النتيجة.
reviews-none = لا شيء. لكل طلب جوابه.
review-buyer = المشتري: { $buyer }
review-title = { $sign } <b>{ $state }</b>
review-event = { $time } · { $state }
review-event-why = { $time } · { $state }: { $why }
key-find = 🔍 بحث
key-buyer = 👤 المشتري
ask-find = أرسل رمز الطلب، أو الرقم الذي كان له.
number-orders-title = <b>طلبات الرقم { $number }</b> من الجميع
number-orders-none = لم يُشترَ له شيء هنا قط.
mark-quoted = مسعّر
mark-confirmed = مؤكد
mark-unsure = غير محسوم
mark-review = قيد المراجعة
mark-delivered = تم التسليم
mark-rejected = لم يُشترَ
mark-reversed = معكوس
mark-expired = انتهت مهلته
mark-cancelled = أُلغي
ask-decide-delivered = كيف تعرف أنه سُلّم؟ يُدوَّن ذلك ويُصرف المال المحجوز.
ask-decide-rejected = لماذا لم يُشترَ؟ يقرأ المشتري ما تكتبه، ويُفَكّ حجز ماله.
key-agents = 👥 الوكلاء
key-owing = 💰 الديون
key-invite = + دعوة وكيل
key-copy-link = نسخ الرابط
key-grant = + رصيد
key-take = − خصم
key-repayment = + سداد
key-limit = حد الائتمان
key-remind = 🔔 تذكير
key-remind-all = 🔔 تذكير الكل
key-send-reminder = 🔔 إرسال
key-block = ⛔ حظر
key-unblock = ▶️ رفع الحظر
key-pause-selling = ⏸ إيقاف البيع
key-resume-selling = ▶️ استئناف البيع
desk-title = <b>مكتب المتجر</b>
key-desk-orders = 🧾 الطلبات
key-desk-money = 💰 المال
key-desk-people = 👤 الأشخاص
key-desk-shop = 🛠 المتجر
desk-people-title = <b>الأشخاص</b>
desk-people-hint = من يبيع ويشتري ويعمل هنا، ورسالة إليهم جميعًا.
desk-people-staff-hint = من يبيع ويشتري هنا.
desk-shop-title = <b>المتجر</b>
payments-any-method = كل الطرق
key-support-settings = ⚙️ الإعدادات
support-settings = الأسئلة تحت المساعدة، والإجابات الجاهزة، ووقت التنبيه.
desk-failing = 🔴 البوابة لا تجيب على أي شراء؛ بدأ هذا { $ago }. الطلبات تنتظر، ويُخبَر المشترون قبل التأكيد.
    .agent-shop = 🔴 المتجر الذي تشتري منه لا يجيب على أي شراء؛ بدأ هذا { $ago }. الطلبات تنتظر، ويُخبَر المشترون قبل التأكيد.
desk-owed = عليك للمتجر الذي تشتري منه: { $debt }
desk-own-balance = رصيدك في المتجر الذي تشتري منه: { $balance }
desk-balance = الرصيد في البوابة: { $balance } ({ $ago })
    .agent-shop = يمكنك إنفاق هناك: { $balance } ({ $ago })
desk-balance-low = ⚠️ الرصيد في البوابة منخفض: { $balance } ({ $ago })
    .agent-shop = ⚠️ ما يمكنك إنفاقه هناك قليل: { $balance } ({ $ago })
desk-balance-unknown = لم تذكر البوابة رصيدها بعد.
    .agent-shop = لم يذكر المتجر الذي تشتري منه رصيدك بعد.
desk-selling = البيع جارٍ.
desk-today-none = اليوم: لم يُبع شيء بعد.
desk-today = { $count ->
    [one] اليوم: عملية بيع واحدة، { $total }
    [few] اليوم: { $count } عمليات بيع، { $total }
   *[other] اليوم: { $count } عملية بيع، { $total }
  }
desk-paused-owner = ⏸ أوقفت البيع: { $reason }
desk-paused-gateway = ⏸ البيع متوقف: البوابة ترفض رمزنا.
    .agent-shop = ⏸ البيع متوقف: المتجر الذي تشتري منه لا يبيعك الآن.
desk-paused-clock = ⏸ البيع متوقف: ساعة الخادم غير صحيحة. يستمر وحده حين تصح.
desk-paused-account = ⏸ البيع متوقف: حسابنا في البوابة فارغ. يستمر وحده حين يكفي الرصيد.
    .agent-shop = ⏸ البيع متوقف: محفظتك في المتجر الذي تشتري منه لا تكفي. يستمر وحده حين تكفي.
desk-paused-restore = ⏸ البيع متوقف: استُعيد المتجر من نسخة احتياطية، وما بعدها غير معروف هنا. قارن بالبوابة ومزوّدي الدفع ثم استأنف.
    .agent-shop = ⏸ البيع متوقف: استُعيد المتجر من نسخة احتياطية، وما بعدها غير معروف هنا. قارن بالمتجر الذي تشتري منه ومزوّدي الدفع ثم استأنف.
agents-title = <b>الوكلاء</b>
agents-hint = مع أرصدتهم؛ الأكثر دينًا أولًا.
agents-none = لا وكلاء بعد. ادعُ الأول.
owing-title = <b>الديون</b>
owing-sum = المجموع: { $sum }
owing-hint = اختر شخصًا، أو ذكّرهم جميعًا.
owing-none = لا أحد مدين.
agent-paused = ⛔ محظور: { $reason }
role-customer = زبون
role-agent = وكيل
role-owner = صاحب المتجر
ask-invite = ما حد ائتمان الوكيل الجديد، بوحدة { $unit }؟ أرسل ٠ لعدمه.
ask-grant = كم رصيدًا، بوحدة { $unit }؟ يمكنك إضافة ملاحظة، مثلًا: ٥٠٠٠٠٠ نقدًا يوم الاثنين
ask-take = كم يُخصم من المحفظة، بوحدة { $unit }؟ يمكنك إضافة ملاحظة.
ask-repayment = كم سُدّد نقدًا، بوحدة { $unit }؟ يمكنك إضافة ملاحظة، مثلًا: ٥٠٠٠٠٠ يوم الاثنين
ask-limit = ما حد الائتمان الجديد، بوحدة { $unit }؟ أرسل ٠ لعدمه. يمكنك إضافة ملاحظة.
ask-pause = لماذا يُحظر هذا الشخص؟ سيقرأ ذلك. لا يستطيع الشراء؛ ماله يبقى له والطلبات الجارية تستمر.
ask-pause-selling = لماذا يتوقف البيع؟ سيقرأ المشترون ذلك.
invited = هذا الرابط يجعل شخصًا واحدًا وكيلًا بحد ائتمان { $limit }. يعمل مرة واحدة، حتى { $until }:
invite-own = هذه إحدى دعواتك. لا تزال صالحة: مرّرها إلى الوكيل الجديد.
credit-grant = <b>منح هذا الرصيد؟</b>
credit-take = <b>خصم هذا من المحفظة؟</b>
credit-repayment = <b>تسجيل هذا السداد النقدي؟</b>
credit-limit = <b>ضبط حد الائتمان هذا؟</b>
credit-before = الرصيد قبله: { $balance }
credit-after = الرصيد بعده: <b>{ $balance }</b>
credit-limit-before = الحد قبله: { $balance }
credit-limit-after = الحد بعده: <b>{ $balance }</b>
key-yes-grant = ✅ منح { $amount }
key-yes-take = − خصم { $amount }
key-yes-repayment = ✅ تسجيل { $amount }
key-yes-limit = ✅ ضبط على { $amount }
joined = أنت الآن وكيل. حد ائتمانك { $limit }. أرسل رقمًا لتبيع، أو قائمة أرقام كاملة.
done-grant = ✅ مُنح الرصيد: { $amount }
done-take = ✅ خُصم: { $amount }
done-repayment = ✅ سُجّل السداد: { $amount }
done-limit = ✅ حد الائتمان الآن { $amount }.
take-too-much = ⚠️ يمكن خصم { $most } على الأكثر: لا يوجد أكثر.
not-told = تعذّر إخباره: حظر البوت أو لم يكتب إليه قط.
notice-grant = 👛 مُنحت رصيدًا: { $amount }
notice-take = 👛 خُصم { $amount } من محفظتك.
notice-repayment = 👛 سُجّل سدادك { $amount }. شكرًا لك.
still-owed = ما زال عليك { $debt }.
notice-limit = 👛 حد ائتمانك الآن { $amount }.
notice-note = ملاحظة: { $note }
notice-unpaused = ▶️ حسابك مفتوح من جديد.
reminded = { $count ->
    [one] ذُكّر شخص واحد.
   *[other] عدد من ذُكّروا: { $count }.
  }
reminded-skipped = { $count ->
    [one] شخص واحد ذُكّر من قبل خلال آخر { $hours } ساعة.
   *[other] من ذُكّروا من قبل خلال آخر { $hours } ساعة: { $count }.
  }
reminded-unreached = { $count ->
    [one] شخص واحد لا يمكن الوصول إليه: حظر البوت.
   *[other] من لا يمكن الوصول إليهم لأنهم حظروا البوت: { $count }.
  }
reminded-told = ✅ ذُكّر. وفي ساعات هدوئه يصل التذكير بعد انتهائها.
reminded-recently = ذُكّر من قبل خلال آخر { $hours } ساعة. أمهله قليلًا.
reminded-gone = لا يمكن الوصول إليه: حظر البوت.
reminded-nothing = ليس عليه شيء.
reminder = 🔔 تذكير ودّي: عليك { $debt }.
reminder-preview = سيقرأ { $name } هذه الرسالة:
reminders-preview = سيقرأ كل مدين هذه الرسالة بمبلغه:
notice-api-day-rejected = 🔌 عبر API في { $day }: نُفّذت { $count } عملية شراء بمجموع { $total }؛ ولم تُنفّذ { $rejected }.
notice-api-day = 🔌 عبر API في { $day }: نُفّذت { $count } عملية شراء بمجموع { $total }.
desk-announcing = 📣 إعلان قيد الإرسال: { $sent } من { $total }
key-announce = 📣 إعلان
key-audit = 📜 سجل التدقيق
key-ledger-check = 🧮 فحص الدفتر
ledger-title = <b>الدفتر</b>
ledger-right = ✅ كل محفظة تساوي مجموع قيودها.
ledger-mismatch-balance = {"\u200F"}{ $person } · الرصيد: المحفوظ { $kept }، المجموع { $summed }
ledger-mismatch-held = {"\u200F"}{ $person } · المحجوز: المحفوظ { $kept }، المجموع { $summed }
ledger-more = … و{ $count } غيرها
key-health = 🩺 البوابة
    .agent-shop = 🩺 المورّد
key-person-audit = 📜 ما جرى

# One message for everyone
ask-announce = أرسل النص أو الصورة أو الملف. ستراه أولًا.
announcement-preview = ⬆️ <b>هكذا سيبدو.</b>
announcement-people = { $count ->
    [one] سيصل إلى شخص واحد.
   *[other] عدد من سيصل إليهم: { $count }.
  }
announcement-no-recipients = لا أحد ليُرسل إليه بعد.
announcement-left-out = { $count ->
    [one] شخص واحد حظر البوت واستُبعد.
   *[other] من حظروا البوت واستُبعدوا: { $count }.
  }
key-send-announcement = { $count ->
    [one] 📣 إرسال لشخص واحد
   *[other] 📣 إرسال إلى { $count } شخص
  }
key-change-announcement = ✏️ تغيير
key-stop-announcement = ⏹ إيقاف
announcement-draft = 📣 <b>لم يُرسل بعد</b>
announcement-cancelled = 📣 <b>أُلغي.</b> لم يصل إلى أحد.
announcement-sending = 📣 <b>قيد الإرسال…</b> لا حاجة إلى الانتظار هنا.
announcement-stopping = ⏹ <b>جارٍ الإيقاف…</b>
announcement-stopped = ⏹ <b>أُوقف الإعلان.</b>
announcement-done = ✅ <b>خرج الإعلان.</b>
announcement-progress = { $bar } { $percent }٪
announcement-sent = أُرسل: { $sent } من { $total }
announcement-blocked = حظروا البوت: { $count }
announcement-failed = لم يأخذه تلغرام: { $count }
announcement-unsent = لم يُرسل بعد الإيقاف: { $count }

# The gateway's health
health-title = <b>البوابة</b>
    .agent-shop = <b>المتجر الذي تشتري منه</b>
health-well = 🟢 تجيب.
health-unknown = ⚪️ لم تُسأل بعد.
health-unwell = 🔴 بدأت المشكلة { $ago }: { $why }
trouble-unavailable = لا يمكن الوصول إليها، أو تتأخر كثيرًا.
trouble-malformed = أجوبتها ليست كما تصفها واجهتها.
trouble-unauthorized = ترفض رمز دخولنا.
trouble-rejected = ترفض سرد منتجاتها.
trouble-unreadable = لا يمكن قراءة قائمة منتجاتها.
trouble-empty = جاءت قائمة منتجاتها فارغة؛ لا تزال آخر قائمة سليمة مستخدمة.
trouble-shrunken = جاءت قائمة منتجاتها أقصر بكثير من قبل؛ لا تزال آخر قائمة سليمة مستخدمة.
health-answered = آخر جواب سليم: { $ago }
health-token-accepted = رمز الدخول: مقبول
    .agent-shop = المتجر الذي تشتري منه يبيعك.
health-token-refused = ⚠️ رمز الدخول: مرفوض. البيع متوقف حتى يعمل.
    .agent-shop = ⏸ المتجر الذي تشتري منه لا يبيعك الآن. البيع متوقف حتى يبيعك.
health-catalogue = القائمة: { $products } منتج، يُباع منها { $onSale } ({ $ago })
health-catalogue-none = القائمة: لم تُحمّل بعد
health-dropped = منتجات تعذّرت قراءتها: { $count }
health-hour = مشتريات الساعة الأخيرة: ✅ سُلّم { $delivered } · ❌ رُفض { $rejected }
health-waiting = قيد التنفيذ الآن: { $count }، منها غير محسوم: { $unsure }؛ وأقدمها منذ { $ago }
health-none-waiting = قيد التنفيذ: لا شيء
health-receipts = إيصالات لم تصل إلى مشتريها بعد: { $count }
health-failed = ⚠️ رسائل أو ضغطات تعذّرت معالجتها في آخر ٣٠ يومًا: { $count }. أحدثها كما يسميها السجل:
health-failed-one = {"\u200F"}· { $reference } ({ $ago })
health-polling = تلغرام: استطلاع طويل
health-webhook = تلغرام: ويب هوك
health-at = حتى { $time }

# The audit trail
audit-title = <b>سجل التدقيق</b>
audit-none = لم يُفعل شيء بعد.
audit-numbered = {"\u200F"}{ $number }. { $line }
audit-line = { $when } · { $what }
audit-line-why = { $when } · { $what } — { $why }
key-audit-entry = { $number } كاملًا
audit-kind-all = الكل
audit-kind-money = المال
audit-kind-people = الناس
audit-kind-orders = الطلبات
audit-kind-selling = البيع
audit-kind-announcing = الإعلانات
audit-entry-invite = أنشأ { $who } دعوة بحد ائتمان { $amount }
audit-entry-join = صار { $who } وكيلًا بحد ائتمان { $amount }
audit-entry-pause = حظر { $who } { $person }
audit-entry-unpause = رفع { $who } الحظر عن { $person }
audit-entry-limit = ضبط { $who } حد ائتمان { $person } على { $amount }
audit-entry-grant = منح { $who } { $person } رصيدًا { $amount }
audit-entry-take = خصم { $who } { $amount } من محفظة { $person }
audit-entry-repayment = سجّل { $who } سدادًا { $amount } من { $person }
audit-entry-remind = ذكّر { $who } { $person } بدين { $amount }
audit-entry-remind-gone = لم يستطع { $who } تذكير { $person } بدين { $amount }
audit-entry-pause-selling = أوقف { $who } البيع
audit-entry-resume-selling = استأنف { $who } البيع
audit-entry-decide-delivered = قرر { $who } أن الطلب { $code } لـ { $person } سُلّم
audit-entry-decide-rejected = قرر { $who } أن الطلب { $code } لـ { $person } لم يُشترَ
audit-entry-bulk = { $count ->
    [one] باع { $who } لرقم واحد من قائمة، { $amount }
   *[other] باع { $who } لقائمة أرقامها { $count }، { $amount }
  }
audit-entry-announce = { $count ->
    [one] أعلن { $who } لشخص واحد
   *[other] أعلن { $who } لعدد { $count } من الناس
  }
audit-entry-stop-announcing = { $count ->
    [one] أوقف { $who } إعلانًا بعد شخص واحد
   *[other] أوقف { $who } إعلانًا بعد { $count } من الناس
  }
audit-entry-approve-payment = قبل { $who } دفعة { $amount } من { $person }
audit-entry-reject-payment = رفض { $who } دفعة { $amount } من { $person }
audit-entry-pay-back = ردّ { $who } { $amount } إلى { $person }
audit-entry-payment-settings = غيّر { $who } إعدادات الدفع
audit-entry-bank-card = غيّر { $who } البطاقة المنتهية بـ { $code }
audit-entry-reopen-card = سمح { $who } لـ { $person } بالدفع بالبطاقة من جديد

# Payment pages in a browser
payment-page-paid = تم الدفع
payment-page-paid-text = وصلت دفعتك. وكل ما بقي في المحادثة.
payment-page-unpaid = لم يُدفع
payment-page-unpaid-text = يقول المصرف إن شيئًا لم يُدفع. يمكنك البدء من جديد من المحادثة.
payment-page-expired = لم يُدفع في الوقت
payment-page-expired-text = انتهت مهلة هذه الدفعة. إن كان المصرف قد أخذ مالك مع ذلك، فسيصل إلى محفظتك وتخبرك المحادثة.
payment-page-refused = لم يُدفع
payment-page-refused-text = هذه الدفعة مغلقة ولم يُؤخذ شيء. يمكنك بدء واحدة جديدة في المحادثة.
payment-page-reversed = رُدّ المال
payment-page-reversed-text = أعاد المصرف مال هذه الدفعة إلى بطاقتك.
payment-page-checking = نتحقق من دفعتك…
payment-page-checking-text = نسأل المصرف. يستغرق هذا ثواني قليلة؛ ويمكنك إغلاق هذه الصفحة، فالمحادثة ستخبرك.
payment-page-waiting = لا نزال نتحقق
payment-page-waiting-text = لم يعطِ المصرف جوابًا قاطعًا بعد. لم يضع مالك: ستخبرك المحادثة حالما نعرف.
payment-page-unavailable = لا يمكن فتح صفحة الدفع
payment-page-unavailable-text = مزوّد الدفع لا يجيب الآن. لم يُؤخذ شيء. تعيد هذه الصفحة المحاولة وحدها؛ ويمكنك الدفع بطريقة أخرى في المحادثة.
payment-page-unknown = لم يُعثر على الدفعة
payment-page-unknown-text = لا توجد دفعة تحت هذا العنوان. افتح الرابط في المحادثة مرة أخرى.
payment-page-busy = لحظة من فضلك
payment-page-busy-text = لا نستطيع عرض هذه الصفحة الآن. ستُحمّل من جديد وحدها.
payment-page-purchase = { $what } للرقم { $number }
payment-page-chat = العودة إلى المحادثة

# A sale in one line
quick-sale-which = أي هذه تقصد؟
quick-sale-this = أهذا ما تقصد؟
quick-sale-none = لا يُباع شيء مثل «{ $words }» لهذا الرقم.
quick-sale-other-operator = هذا الرقم تابع لـ { $operator } وقد كتبت { $named }. إن كان الرقم منقولًا فغيّر مشغّله هنا.
quick-sale-whose = حفظت هذا الاسم لأكثر من رقم. أيها تقصد؟

# Prices
key-prices = 🏷 الأسعار
key-add-rule = ➕ إضافة قاعدة
key-tiers = 🏅 المستويات
key-commission = 🏦 العمولة
key-add-commission = ➕ إضافة عمولة
key-end-rule = إنهاء هذه القاعدة
key-discount = ▼ خصم
key-fee = ▲ رسوم خدمة
key-save-rule = ✅ حفظ، من الآن
key-save-tomorrow = حفظ، من الغد
key-add-tier = ➕ مستوى جديد
key-turnover = ✏️ المبيعات
key-rename-tier = ✏️ إعادة تسمية
key-end-tier = 🗑 حذف
key-yes-end-tier = نعم، احذفه
key-promo-for = 🎟 رمز خصم
key-no-tier = بلا مستوى
key-agent-tier = 🏅 المستوى
key-person-prices = 🏷 أسعار خاصة
rules-title = <b>الأسعار</b>
rules-none = الجميع يدفع سعر البوابة. أضف قاعدة لمنح خصم أو أخذ رسوم.
    .agent-shop = الجميع يدفع سعر القائمة. أضف قاعدة لمنح خصم أو أخذ رسوم.
rules-hint = اضغط قاعدة لتراها أو تنهيها. سعر الشخص نفسه أولًا، ثم سعر مستواه، ثم سعر الجميع.
rules-unknown-cost = ⚠️ لم تُدخل عمولة البوابة بعد: يظهر الربح غير معروف.
commission-title = <b>عمولة البوابة</b>
    .agent-shop = <b>ما يتركه لك المتجر الذي تشتري منه</b>
commission-none = لم تُدخل بعد. من دونها لا يُعرف ما تكلّفك عملية البيع، ويظهر الربح غير معروف.
    .agent-shop = لا يترك لك المتجر الذي تشتري منه شيئًا: تدفع سعر القائمة.
commission-hint = ما تخصمه البوابة لك. تستخدمها الطلبات المسعّرة من الآن؛ والأقدم تبقى كما كانت.
    .agent-shop = ما يتركه لك المتجر الذي تشتري منه. يخبر به بنفسه، وتظهر التغييرات هنا خلال دقيقة.
person-prices-title = <b>أسعار { $name }</b>
person-prices-none = لا قواعد خاصة: يدفع ما يدفعه مستواه أو دوره.
price-for-customer = الزبائن
price-for-agent = الوكلاء
price-for-gateway = البوابة
    .agent-shop = المتجر الذي تشتري منه
price-type-data = إنترنت
price-type-topup = شحن
price-type-tdlte = باقات TD-LTE
price-everything = كل شيء
price-every-operator = كل المشغّلين
price-every-type = كل الأنواع
price-discount = خصم { $percent }
price-fee = رسوم خدمة { $percent }
price-commission = عمولة { $percent }
rule-for = لـ: { $audience }
rule-what = على: { $what }
rule-name = يظهر باسم: { $name }
rule-since = منذ { $when }
rule-from = يبدأ في { $when }
rule-always = منذ بداية المتجر
rule-saved = ✅ حُفظ.
rule-audience = <b>لمن القاعدة؟</b>
rule-audience-hint = قاعدة لشخص واحد تُضاف في صفحته.
rule-which-operator = لأي مشغّل؟
rule-which-type = لأي نوع من المنتجات؟
rule-which-kind = خصم، أم رسوم خدمة إضافية؟
ask-percent-discount = كم بالمئة خصمًا؟ اكتبها، مثلًا: ٢٫٥
    ويمكن أن يتبعها اسم يراه المشترون: ٢٫٥ خصم الربيع
ask-percent-fee = كم بالمئة زيادة؟ اكتبها، مثلًا: ١٫٥
    ويمكن أن يتبعها اسم يراه المشترون: ١٫٥ رسوم الخدمة
ask-percent-commission = كم بالمئة تخصم البوابة لك؟ اكتبها، مثلًا: ٣
preview-title = <b>الأكثر مبيعًا، قبل ← بعد</b>
preview-cost = <b>تكلفة الأكثر مبيعًا عليك، قبل ← بعد</b>
preview-none = لم يُبع منه شيء في آخر ٣٠ يومًا، فلا شيء للمقارنة.
preview-line = { $what }: { $before } ← { $after }
preview-quotes = الأسعار التي عُرضت من قبل تبقى كما هي.
loss-below = 🔴 <b>هذا بيع بأقل من التكلفة.</b>
loss-free = 🔴 <b>هذا بيع بلا مقابل.</b>
loss-example = { $what } بسعر { $total }: تتقاضى { $charge } ويكلّفك { $cost }. الخسارة في كل عملية: { $loss }.
loss-example-unknown = { $what } بسعر { $total }: تتقاضى { $charge }، وعمولة البوابة غير مُدخلة. الخسارة في كل عملية: حتى { $loss }.
loss-with = مع الرمز { $code } فوق: { $rule }
loss-unknown = ⚠️ لم تُدخل عمولة البوابة لهذا: لا يُعرف إن كان يُباع بأقل من التكلفة.
loss-once-more = هل يُباع بخسارة رغم ذلك؟
key-sell-at-loss = 🔴 نعم، بع بخسارة
losses-in-force = 🔴 أسعار ورموز تبيع بخسارة: { $count }
tiers-title = <b>مستويات الوكلاء</b>
tiers-none = لا مستويات بعد. للمستوى أسعاره؛ يحصل عليه الوكلاء منك، أو بمبيعاتهم.
tiers-hint = المبيعات بجانب المستوى هي مبيعات آخر ٣٠ يومًا التي يرتقي الوكيل إليه عندها.
tier-title = <b>المستوى { $name }</b>
tier-agents = { $count ->
    [one] وكيل واحد
    [few] { $count } وكلاء
   *[other] { $count } وكيلًا
  }
tier-by-owner = تعيّنه أنت في صفحة الوكيل.
tier-by-turnover = يرتقي إليه الوكلاء عند { $turnover } في ٣٠ يومًا.
tier-no-rules = لا أسعار له بعد.
ask-tier = ما اسم المستوى الجديد؟
ask-rename-tier = ما اسم المستوى من الآن؟
end-tier-title = <b>حذف المستوى { $name }؟</b>
end-tier-agents = { $count ->
    [one] وكيل واحد فيه. يصير بلا مستوى، ويدفع أسعار كل الوكلاء، ويُخبَر.
   *[other] عدد الوكلاء فيه { $count }. يصيرون بلا مستوى، ويدفعون أسعار كل الوكلاء، ويُخبَرون.
  }
end-tier-rules = { $count ->
    [one] تنتهي قاعدة واحدة ورموز خصمها. الأسعار المعروضة تبقى.
   *[other] تنتهي قواعده ({ $count }) ورموز خصمه. الأسعار المعروضة تبقى.
  }
ask-turnover = عند أي مبيعات في آخر ٣٠ يومًا يرتقي الوكيل إليه، بوحدة { $unit }؟ ٠: أنت فقط تعيّنه.
agent-tier = المستوى: { $tier }
agent-tier-title = <b>مستوى { $name }</b>
agent-tier-hint = أي مستوى؟ يُخبَر الوكيل.
notice-tier = 🏅 أنت الآن في المستوى <b>{ $tier }</b>. أسعارك أسعار هذا المستوى.
notice-tier-rise = 🎉 بمبيعاتك في آخر ٣٠ يومًا ارتقيت إلى المستوى <b>{ $tier }</b>. أسعارك الآن أسعار هذا المستوى.
notice-no-tier = لم يعد لك مستوى. أسعارك أسعار كل الوكلاء.
failure-percent-invalid = اكتب نسبة بين ٠٫٠١ و١٠٠، مثلًا: ٢٫٥
failure-price-rule-unknown = انتهت هذه القاعدة.
failure-tier-unknown = لا يوجد مستوى كهذا.
failure-tier-taken = لمستوى آخر هذا الاسم.
audit-kind-prices = الأسعار
audit-entry-price = حدّد { $who } سعرًا: { $rule }
audit-entry-end-price = أنهى { $who } سعرًا: { $rule }
audit-entry-tier = أنشأ { $who } مستوى للوكلاء
audit-entry-tier-turnover = ضبط { $who } مبيعات مستوى على { $amount }
audit-entry-rename-tier = أعاد { $who } تسمية مستوى
audit-entry-end-tier = حذف { $who } مستوى
audit-entry-assign-tier = حدّد { $who } مستوى { $person }
audit-entry-rise = ارتقى { $person } بمبيعاته
seller-today = { $count ->
    [one] اليوم: عملية بيع واحدة، ربحك { $profit }
    [few] اليوم: { $count } عمليات بيع، ربحك { $profit }
   *[other] اليوم: { $count } عملية بيع، ربحك { $profit }
  }
seller-hint = أرسل رقمًا، أو سطرًا (٠٩١٢٣٤٥٦٧٨٩ ٥٠٠٠)، أو عدة أرقام.

# Promo codes
key-promos = 🎟 رموز الخصم
key-promo = 🎟 رمز خصم
key-add-promo = ➕ رمز جديد
key-promo-line = ✏️ الكل في سطر واحد
key-no-limit = بلا حد
key-make-promo = ✅ أنشئ الرمز
key-drop-promo = ✖️ بلا رمز
key-end-promo = إنهاء هذا الرمز
promos-title = <b>رموز الخصم</b>
promos-none = لا رموز. الرمز يخصم نسبة أو مبلغًا من طلب واحد.
promos-hint = اضغط رمزًا لترى استخدامه أو تنهيه.
promo-row = { $code } · { $value } · { $used }×
promo-title = <b>{ $code }</b> · خصم { $value }
promo-preview = لم يُنشأ بعد. إن كان صحيحًا فأنشئه.
promo-for-everyone = الجميع
promo-for-customer = الزبائن
promo-for-agent = الوكلاء
promo-audience = <b>لمن الرمز؟</b>
promo-audience-person = لشخص واحد افتح صفحته ثم «الشروط» ثم «أسعار خاصة».
promo-value = <b>كم الخصم؟</b>
promo-uses = <b>كم مرة إجمالًا؟</b>
    مرة لكل شخص.
promo-days = <b>لكم يومًا؟</b>
ask-promo-code = اكتب الرمز: من ٣ إلى ٢٠ حرفًا إنجليزيًا أو رقمًا، مثل NOWRUZ
promo-times = { $count ->
    [one] مرة واحدة
    [few] { $count } مرات
   *[other] { $count } مرة
  }
promo-any-uses = عدد مفتوح من الاستخدامات
promo-most-uses = في المجموع: { $count } مرة
promo-most-each = لكل شخص: { $count } مرة
promo-until = حتى { $when }
promo-used = استُخدم حتى الآن: { $count }
promo-report = من قبل { $people } شخص. خُصم: { $discount }؛ ودُفع به: { $charged }.
promo-remembered = 🎟 سيُخصم الرمز { $code } من شرائك القادم الذي يناسبه.
ask-promo = اكتب رمز الخصم من فضلك.
ask-promo-terms = اكتب الرمز، وما يخصمه (نسبة أو مبلغ بوحدة { $unit })، وكم مرة في المجموع، وكم مرة لكل شخص، ولكم يومًا. ٠ يعني بلا حد. مثلًا:
    ‏NOWRUZ ١٠٪ ١٠٠ ١ ٣٠
confirm-promo = رمز الخصم { $code }: { $amount }
failure-promo-unknown = لا يوجد رمز كهذا، أو انتهى.
failure-promo-unfit = هذا الرمز ليس لهذا الشراء.
failure-promo-used-up = استُخدم هذا الرمز من قبل أو نفد. السعر من دونه:
failure-promo-invalid = اكتبه هكذا من فضلك (الرمز، الخصم، المرات كلها، المرات لكل شخص، الأيام): NOWRUZ ١٠٪ ١٠٠ ١ ٣٠
failure-promo-spelling = يجب أن يكون الرمز من ٣ إلى ٢٠ حرفًا إنجليزيًا أو رقمًا، مثل NOWRUZ
failure-promo-taken = هذا الرمز موجود من قبل. اختر غيره من فضلك.
audit-entry-promo = أنشأ { $who } رمز خصم
audit-entry-end-promo = أنهى { $who } رمز خصم

## Staff

key-staff = 👔 الموظفون
staff-title = <b>الموظفون</b>
staff-hint = من يعملون في المتجر، وروابط لا تزال مفتوحة. اختر واحدًا لتغييره.
staff-none = لا أحد يعمل في المتجر بعد. ادعُ أمين صندوق أو دعمًا أو قارئ تقارير برابط.
staff-cashier = أمين صندوق
staff-support = دعم
staff-reporter = قارئ تقارير
staff-may-cashier = يبتّ في المدفوعات المنتظرة، ويمنح رصيدًا ضمن حد يومي، ويرى الناس والمدفوعات.
staff-may-support = يجد الطلبات، ويجيب الناس، ويكتب ملاحظات، ويرى الناس والمدفوعات.
staff-may-reporter = يقرأ التقارير والطلبات والمدفوعات والناس والحالة وسجل التدقيق.
staff-credit = الرصيد في اليوم: { $limit }
staff-decides = يبتّ في الطلبات قيد المراجعة.
staff-decides-not = لا يبتّ في الطلبات قيد المراجعة.
staff-invite-row = 🔗 { $role } · حتى { $until }
key-invite-staff = + دعوة أحد
staff-which-role = <b>ماذا يفعل؟</b>
ask-staff-credit = كم يمكن لأمين الصندوق أن يمنح في اليوم، بوحدة { $unit }؟ ٠: لا شيء.
staff-invited = هذا الرابط يجعل شخصًا واحدًا من الموظفين: <b>{ $role }</b>. يعمل مرة واحدة، حتى { $until }.
key-revoke = ✖️ إلغاء هذا الرابط
key-staff-credit = الرصيد في اليوم
key-decides-on = السماح له بالبتّ
key-decides-off = البتّ لصاحب المتجر
key-person = 👤 صفحته
key-remove-staff = ✖️ سحب الدور
staff-remove = لن يكون { $name } { $role } من هذه اللحظة. يبقى زبونًا أو وكيلًا.
key-yes-remove-staff = نعم، اسحبه
staff-invite-own = هذا أحد روابطك. لا يزال صالحًا: مرّره إلى الزميل الجديد.
staff-joined = أنت تعمل الآن في المتجر: <b>{ $role }</b>. المكتب في شاشتك الرئيسية.
owner-joined = أنت الآن مالك لهذا المتجر. المكتب في شاشتك الرئيسية.
owner-link-own = أنت مالك لهذا المتجر من قبل؛ لم يُستخدم الرابط.
notice-staff-removed = لم تعد تعمل في المتجر. طلباتك ومحفظتك تبقى كما هي.
alert-staff-joined = {"\u200F"}👋 فتح { $name } رابطك وهو يعمل الآن في المتجر: { $role }.
alert-owner-joined = {"\u200F"}🗝 فتح { $name } رابطًا أُنشئ على الخادم وهو الآن مالك للمتجر (المعرّف { $id }). إن لم تكن على علم بذلك، فاكتب على الخادم: <code>sharj owner --remove</code> والمعرّف.
desk-credit-left = رصيدك للمنح اليوم: بقي { $left } من { $limit }
command-desk = المكتب
failure-own-wallet = محفظتك ومدفوعاتك وطلباتك يبتّ فيها شخص آخر.
failure-staff-limit = هذا فوق ما يمكنك منحه في اليوم: { $limit }. الباقي اليوم: { $left }. يبدأ اليوم التالي في { $anew }.
audit-entry-invite-staff = أنشأ { $who } رابطًا للموظفين
audit-entry-join-staff = فتح { $who } رابطًا وهو يعمل في المتجر
audit-entry-become-owner = فتح { $who } رابط الخادم وأصبح مالكًا
audit-entry-remove-owner = أُزيل { $person } من المالكين على الخادم
audit-entry-allow-api = سمح { $who } لـ { $person } باستخدام API
audit-entry-forbid-api = ألغى { $who } استخدام API لـ { $person }
audit-entry-api-limit = غيّر { $who } الحد اليومي لـ API الخاص بـ { $person }
audit-entry-api-token = أنشأ { $who } رمز API { $code }
audit-entry-replace-api-token = استبدل { $who } رمز API { $code }
audit-entry-change-api-token = غيّر { $who } رمز API { $code }
audit-entry-revoke-api-token = ألغى { $who } رمز API { $code } الخاص بـ { $person }
audit-entry-api-settings = غيّر { $who } إعدادات API الخاصة به
audit-entry-change-staff = غيّر { $who } ما يُسمح به لـ { $person }
audit-entry-remove-staff = سحب { $who } دور { $person }
audit-entry-revoke-invite = ألغى { $who } رابطًا

## API

key-api = 🔌 استخدام API
api-title = <b>استخدام API</b>
api-open = يشتري موقعك أو صندوقك أو بوتك من هنا برمز، والثمن من محفظتك.
api-url = العنوان: { $address }
api-url-unknown = اسأل صاحب المتجر عن عنوان API.
api-limit = الحد اليومي: { $limit }
api-tokens-sum = الرموز: { $tokens } · طلبات اليوم: { $calls }
api-receipts-on = تأتي إيصالات هذه الطلبات إلى هذه المحادثة.
api-receipts-off = لا تأتي إيصالات هذه الطلبات إلى هذه المحادثة.
api-hook-told = عند انتهاء كل طلب نخبر هذا العنوان: { $address }
api-closed = استخدام API غير متاح لك. يتيحه صاحب المتجر للوكلاء.
key-api-tokens = 🔑 الرموز
key-new-api-token = + رمز جديد
key-api-receipts-on = 🧾 إرسال الإيصالات هنا
key-api-receipts-off = 🧾 بلا إيصالات هنا
key-api-hook = 📮 إخطار خادمك
api-tokens-title = <b>الرموز</b>
api-tokens-title-of = <b>رموز { $name }</b>
api-tokens-hint = من يملك الرمز يشتري بمالك. أنشئ رمزًا لكل موقع أو صندوق.
api-tokens-none = لا رمز بعد.
api-token-line = <b>{ $name }</b> · { $start }
api-token-used = آخر استخدام: { $when } · طلبات اليوم: { $calls }
api-token-unused = لم يُستخدم بعد.
api-token-since = أُنشئ في { $when }
api-token-addresses = يُقبل فقط من: { $addresses }
api-token-any-address = يُقبل من أي عنوان.
ask-api-token-name = لأي شيء هذا الرمز؟ أرسل اسمًا مثل «الموقع» أو «الصندوق ١».
ask-api-token-rename = أرسل الاسم الجديد للرمز.
api-token-issued = <b>الرمز { $name }</b>
api-token-once = لن يُعرض مرة أخرى. احفظه الآن في موقعك أو صندوقك، ثم امحه من هنا.
key-copy-api-token = 📋 نسخ الرمز
key-erase-api-token = ✓ حفظته، امحه من هنا
key-rename-api-token = ✏️ الاسم
key-api-addresses = 🌐 العناوين
key-replace-api-token = 🔄 استبدال
key-revoke-api-token = ✖️ إلغاء
ask-api-addresses = من أي عناوين يُقبل هذا الرمز؟ أرسل عناوين مثل {"203.0.113.7"} أو شبكات مثل {"203.0.113.0/24"} تفصل بينها مسافات، أو اكتب «الكل».
key-api-any-address = من أي عنوان
api-token-replace = يُنشأ رمز جديد بدل الرمز { $name } ويُعرض مرة واحدة. ينتهي الرمز الحالي فورًا، ولا شراء حتى تضع الجديد في موقعك أو صندوقك.
key-yes-replace-api-token = نعم، استبدله
api-token-revoke = ينتهي الرمز { $name } فورًا وإلى الأبد.
key-yes-revoke-api-token = نعم، ألغه
api-hook-title = <b>إخطار خادمك</b>
api-hook-hint = عند انتهاء كل طلب عبر API نرسل إخطارًا موقّعًا إلى هذا العنوان، ويتحقق منه خادمك بالسر.
api-hook-none = لم يُحدَّد عنوان.
api-hook-address = العنوان: { $address }
key-api-hook-set = ✏️ العنوان
key-api-hook-secret = 🔑 السر
key-api-hook-test = 📤 تجربة
key-api-hook-remove = ✖️ حذف العنوان
ask-api-hook = أرسل العنوان الذي نخبره. يبدأ بـ https:// ويمكن الوصول إليه من الإنترنت. العنوان الجديد يحصل على سر جديد.
api-hook-secret = <b>سر إخطاراتنا</b>
api-hook-secret-hint = الإخطار منا إن كان موقّعًا بهذا السر. لا تعطه أحدًا.
key-copy-api-secret = 📋 نسخ السر
api-deliveries = <b>آخر الإخطارات</b>
api-delivery = { $when } · { $what } · { $state }
api-delivery-test = تجربة
api-delivery-waiting = قيد الانتظار
api-delivery-delivered = وصل
api-delivery-given-up = لم يصل
api-delivery-with-result = { $state } ({ $result })
person-api-title = <b>استخدام { $name } لـ API</b>
person-api-allowed = متاح: يشتري موقعه أو صندوقه من محفظته.
person-api-forbidden = غير متاح.
person-api-no-limit = لا حد يوميًا خاصًا بـ API.
person-api-off = استخدام API متوقف في إعدادات الخادم.
key-allow-api = السماح
key-forbid-api = ✖️ إنهاء
person-api-forbid = لن يستطيع { $name } الشراء عبر API من هذه اللحظة. تبقى رموزه وإعداداته إلى أن تسمح من جديد. سنخبره.
key-yes-forbid-api = نعم، أنهه
key-api-limit = الحد اليومي
ask-api-limit = بكم يمكن لـ { $name } أن يشتري عبر API في اليوم، بوحدة { $unit }؟ تبقى الحدود الأخرى سارية.
key-api-no-limit = بلا حد
notice-api-allowed = {"\u200F"}🔌 أتاح لك المتجر استخدام API: يمكن لموقعك أو صندوقك أن يشتري من هنا. أنشئ رمزًا في <b>الإعدادات › استخدام API</b>.
notice-api-ended = {"\u200F"}🔌 أنهى المتجر استخدامك لـ API. لم تعد رموزك تعمل.

## Customers

key-customers = 🧾 الزبائن
customers-title = <b>الزبائن</b>
customers-hint = مع ما اشتروه. اختر واحدًا، أو ابحث عن أحد.
customers-none = لم يكتب أحد إلى البوت بعد.
customers-newest = الأحدث
customers-best = الأكثر شراءً
key-find-customer = 🔎 البحث عن أحد
ask-find-customer = أرسل اسمًا أو رقم هاتف أو رمز طلب أو @username أو المعرّف. تكفي بداية الكلمة.
customers-found = <b>من وُجدوا لـ { $words }</b>
customers-found-none = لم يُعثر على أحد. أرسل اسمًا أو رقمًا أو رمزًا آخر.
customer-id = المعرّف: { $id }
customer-username = اسم المستخدم: { $username }
customer-since = منذ { $since }، آخر ظهور { $seen }
customer-unreachable = 🚫 حظر البوت، أو ترك تلغرام.
customer-bought = { $count ->
    [one] اشترى: طلبًا واحدًا، { $sum }، في { $last }
    [few] اشترى: { $count } طلبات، { $sum }؛ آخرها في { $last }
   *[other] اشترى: { $count } طلبًا، { $sum }؛ آخرها في { $last }
  }
customer-bought-none = لم يشترِ شيئًا بعد.
customer-plans = خطط تعمل: { $count }
customer-plan = • { $what } · { $number } · القادمة { $day }
person-staff = يعمل في المتجر: { $role }
key-person-orders = 🧾 الطلبات
key-person-records = 🗂 السجلات
key-person-terms = ⚙️ الشروط
person-records = ما لدى المتجر عن هذا الشخص.
person-terms = شروط شراء هذا الشخص.
person-orders-title = <b>طلبات { $name }</b>
key-notes = 📝 الملاحظات
notes-title = <b>ملاحظات عن { $name }</b>
notes-none = لا ملاحظات. الزبائن لا يرونها أبدًا.
note-line = { $when } · { $who }: { $text }
key-add-note = + كتابة ملاحظة
key-remove-note = حذف الملاحظة { $number }
ask-note = اكتب الملاحظة. يقرؤها صاحب المتجر والموظفون فقط.
key-message = ✉️ رسالة
ask-message = ماذا يقرأ { $name }؟ يرى أنها من المتجر، لا منك.
message-sent = الرسالة في الطريق. إن تعذّر الوصول إليه فستقول صفحته ذلك.
notice-shop-message = ✉️ <b>رسالة من المتجر</b>
failure-person-unreachable = لا يمكن الوصول إلى هذا الشخص: حظر البوت، أو ترك تلغرام.
failure-message-too-long = هذا طويل: للرسالة ١٬٠٠٠ حرف على الأكثر.
key-invites = روابط مفتوحة
invites-title = <b>دعوات مفتوحة</b>
invites-hint = روابط لم يفتحها أحد بعد. اختر واحدًا لنسخه أو إلغائه.
invites-none = لا دعوة مفتوحة.
invite-row = { $limit } · حتى { $until }
key-demote = إعادته زبونًا
demote-title = <b>يعود { $name } زبونًا</b>
demote-debt = عليه { $debt }. يبقى الدين في محفظته وفي قائمة الديون حتى يُسدد.
demote-balance = الرصيد { $balance } يبقى له.
demote-limit = ينتهي حد الائتمان { $limit } الآن.
demote-held = المحجوز { $held } لطلبات جارية، وهي تستمر.
demote-rest = ينتهي مستواه؛ ومن السعر القادم يدفع ما يدفعه الزبائن. ويُخبَر.
key-yes-demote = نعم، أعده زبونًا
notice-demoted = أنت زبون للمتجر من جديد. رصيدك وطلباتك تبقى؛ والدين يبقى للسداد.
audit-entry-demote = أعاد { $who } { $person } زبونًا، بدين { $amount }
audit-entry-note = كتب { $who } ملاحظة عن { $person }
audit-entry-remove-note = حذف { $who } ملاحظة عن { $person }
audit-entry-message = كتب { $who } إلى { $person }

## Sharing in other chats

inline-receipt = 🧾 إيصال من { $shop }
inline-receipt-title = 🧾 إرسال هذا الإيصال
inline-operator = 📦 باقات { $operator }
inline-any-amount = أي مبلغ
inline-open = فتح المتجر
inline-none = لا شيء: افتح المتجر
key-buy-here = 🛒 شراء
key-buy-too = 🛒 اشترِ مثله
key-show-receipt = 🔎 تحقق من الإيصال
key-send-card = 📨 إرسال بطاقةً
key-share-product = 📨 أخبر أحدًا عنه
key-link = 🔗 رابط هذه الصفحة
link-title =
    🔗 { $what }
    من يفتح هذا الرابط يبدأ من هنا.
link-offers = عروض { $number }
link-shows-number = يتضمن الرابط هذا الرقم، ومن يفتحه يراه.
# Support
key-support = 🎧 الدعم
key-ask-order = 🎧 سؤال
key-buy-for = 🛒 شراء للرقم { $number }
key-support-reply = ✍️ الرد
key-support-answer = ↩️ جواب
key-support-open = المحادثة
key-support-desk = 🎧 الدعم
key-support-desk-page = فتح في المكتب
key-ready-answers = أجوبة جاهزة
key-close-support = ✅ إغلاق
key-reopen-support = إعادة الفتح
key-open-person = صفحته
key-faq = أسئلة شائعة
key-support-alert = ⏰ تنبيه عند التأخر
key-add-text = ➕ إضافة
key-change-text = ✏️ تغيير
key-move-text = ⬆️ إلى الأعلى
key-remove-text = حذف
talk-greeting = مرحبًا! 👋 كيف أساعدك؟ أرسل رقم هاتف للشراء، أو اختر أدناه.
talk-thanks = على الرحب والسعة! 🌱
talk-goodbye = مع السلامة! 👋
one-at-a-time = نشتري واحدًا تلو الآخر: بعد الأول اكتب «مرة أخرى».
numbers-ending = أي رقم؟ كلها تنتهي بـ { $digits }.
numbers-ending-none = ليس بين مشترياتك رقم ينتهي بـ { $digits }.
not-understood-again = لم أفهم بعد. ماذا تريد؟
key-where-order = 🧾 أين طلبي؟
key-a-person = 🎧 التحدث مع شخص
about-help =
    ١. اكتب الرقم والباقة: ٠٩١٢٣٤٥٦٧٨٩ ١٠ غيغا شهري
    ٢. ترى السعر وتؤكده.
    ٣. يصلك الإيصال هنا؛ وإذا لم يتم الشراء يعود المال إلى محفظتك.
about-safe =
    ترى السعر قبل كل شراء وتؤكده بنفسك.
    لكل شراء رمز تتبع ويبقى في «طلباتي».
    إذا لم يتم الشراء يعود المال إلى محفظتك. جرّب شحنًا صغيرًا أولًا.
promo-help = إذا كان لديك رمز خصم فاكتبه هنا، وسيُحسب على شرائك التالي.
no-transfer-open = لا يوجد تحويل مفتوح لك. للدفع اختر إضافة مال؛ وإذا أرسلت المال فاكتب إلى الدعم.
search-cheapest = الأرخص
order-in-line = { $what } · { $number } · { $when }
no-order-lately = لم تشترِ شيئًا في اليومين الأخيرين.
wish-rejected = عاد مال هذا الشراء إلى محفظتك.
wish-wrong-number = ما وصل إلى رقم لا يُسترجع عادة. اكتب هنا ما حدث وسيتحقق الدعم.
wish-refund-open = إذا لم يتم الشراء يعود المال إلى محفظتك تلقائيًا. يمكنك الكتابة للدعم هنا.
wish-refund-delivered = تم تسليم هذا الشراء. اكتب هنا ما حدث وسيتحقق الدعم.
wish-cancel-order-open = أُرسل هذا الشراء إلى المشغل ولا يمكن إلغاؤه. إذا لم يتم يعود مالك.
wish-cancel-order-delivered = تم تسليم هذا الشراء ولا يمكن إلغاؤه. اكتب هنا ما حدث وسيتحقق الدعم.
help-faq = <b>أسئلة شائعة</b>
support-title = <b>🎧 الدعم</b>
support-about = 🧾 عن الطلب { $code }
support-write = اكتب سؤالك هنا: نصًا أو صورة أو رسالة صوتية أو ملفًا. يقرؤه موظف في المتجر، ويصل الجواب إلى هذه المحادثة.
support-sent = ✅ وصلت رسالتك إلى الدعم. يصل الجواب إلى هنا. يمكنك متابعة الكتابة إن نقص شيء.
key-support-settled = ✅ حُلّت، أغلق المحادثة
support-settled = ✅ أُغلقت المحادثة مع الدعم. اكتب من جديد متى شئت: /support
support-added = ✅ وصلت إلى الدعم.
support-closed = أغلق الدعم هذه المحادثة. إن بقي شيء فاكتب من جديد في أي وقت.
support-from = 🎧 الدعم
support-from-order = 🎧 الدعم · الطلب { $code }
support-of = 👤 { $name }
support-of-order = 👤 { $name } · الطلب { $code }
support-answered-by = ↩️ من { $who } إلى { $name }
support-edited = ✏️ عُدّلت
support-blocked = ⚠️ لم تصل: حظر { $name } البوت أو حذف الحساب.
support-refused = ⚠️ تعذّر إيصال هذه الرسالة: رفضها تلغرام.
support-gone = ⚠️ حُذفت هذه الرسالة قبل إيصالها.
support-deleted = 🗑 سُحبت: لم يعد { $name } يرى هذا الجواب.
support-not-deleted = ⚠️ تعذّر سحبها: يسمح تلغرام بذلك ٤٨ ساعة فقط.
support-answer-to = ✅ تذهب إلى { $name }.
support-answer-taken = ✅ جوابك في الطريق.
support-ask-answer = ماذا يقرأ { $name }؟ نص أو صورة أو رسالة صوتية أو ملف. يظهر كأنه من المتجر.
support-card-id = { $role } · { $id }
support-card-order = { $order } · { $code }
support-card-no-orders = لا طلبات بعد.
support-topic-hint = ما تكتبه هنا يذهب إلى هذا الشخص جوابًا من المتجر؛ وما يبدأ بـ / يبقى بينكم. أجب /delete على جواب لسحبه، و/close للإغلاق، و/answers للأجوبة الجاهزة.
support-unknown-topic = ⚠️ هذا الموضوع لا ينتمي إلى أي محادثة: ما يُكتب هنا لا يصل إلى أحد. ابحث عن موضوع آخر لهذا الشخص، أو احذف هذا.
support-attachment = (صورة أو صوت أو ملف)
support-line = { $sign } { $time } { $text }
support-is-open = 💬 مفتوحة، لا شيء ينتظر.
support-is-waiting = 🔴 رسالة بلا جواب: { $ago }
support-is-closed = مغلقة.
support-desk-title = <b>🎧 الدعم</b>
support-desk-none = لا محادثات مفتوحة.
support-desk-counts = المفتوحة: { $open } · بانتظار جواب: { $waiting }
support-desk-trouble = ⚠️ لا يمكن استخدام مجموعة الدعم، فتصل الرسائل إلى الموظفين على الخاص: { $why }
desk-support = 🎧 بانتظار الدعم: { $count }
ready-none = لا أجوبة جاهزة بعد. يكتبها صاحب المتجر في المكتب تحت «الدعم».
ready-choose = أي جواب يُرسل؟
texts-faq = <b>أسئلة شائعة</b>
texts-answer = <b>أجوبة جاهزة</b>
texts-none = لا شيء بعد.
texts-hint = اختر واحدًا لتغييره أو نقله أو حذفه.
ask-text-faq = أرسل السؤال في السطر الأول وجوابه تحته.
ask-text-answer = أرسل اسمًا قصيرًا في السطر الأول والجواب تحته.
support-alert-title = <b>⏰ تنبيه عند التأخر</b>
support-alert-on = يُنبَّه الموظفون مرة حين تنتظر محادثة { $minutes ->
    [one] دقيقة واحدة
    [few] { $minutes } دقائق
   *[other] { $minutes } دقيقة
  }.
support-alert-off = لا تنبيه الآن.
alert-never = أبدًا
alert-minutes = { $minutes } دقيقة
alert-support-unanswered = ⏰ ينتظر { $name } جوابًا منذ { $since }.
alert-support-group-failed = ⚠️ لا يمكن استخدام مجموعة الدعم: { $why }. حتى تعمل، تصلك المحادثات على الخاص. يجب أن يكون البوت مديرًا له حق إدارة المواضيع، في مجموعة ذات مواضيع.
alert-support-group-moved = لمجموعة الدعم معرّف جديد: { $chat }. ضعه في SUPPORT_CHAT_ID؛ وحتى ذلك الحين يتذكره البوت.
failure-support-text-gone = لم يعد هذا النص موجودًا.
failure-support-text-invalid = أحتاج جزأين: السطر الأول، والنص تحته.
failure-support-text-full = يوجد ٢٤ من قبل. احذف واحدًا أولًا.
audit-entry-close-support = أغلق { $who } محادثة دعم { $person }
audit-entry-edit-answer = عدّل { $who } ردّ الدعم على { $person }
audit-entry-take-back-answer = سحب { $who } ردّ الدعم على { $person }
audit-entry-support-text = غيّر { $who } نصًا للدعم
audit-entry-support-alert = غيّر { $who } متى ينبّه الدعم
report-support = 🎧 الدعم: { $asked ->
    [one] سؤال واحد
    [few] { $asked } أسئلة
   *[other] { $asked } سؤالًا
  }، أُجيب: { $answered }
report-support-time = عادةً { $time } حتى أول جواب
time-minutes = { $minutes } دقيقة
time-hours = { $hours } س و{ $minutes } د

## Broadcasts to some people, at a time

announcement-audience = إلى: { $audience }
announcement-button = الزر: { $label }
announcement-planned = 🕒 <b>مخطط في { $when }</b>، بتوقيت طهران
audience-everyone = الجميع
audience-customers = الزبائن
audience-agents = الوكلاء
audience-buyers = اشتروا في { $days } يوم
audience-language = { $language }
audience-tier = المستوى { $tier }
key-audience = 👥 لمن
key-broadcast-button = 🔘 زر
key-plan = 🕒 إرسال لاحقًا
key-send-now = إرسال الآن
key-cancel-planned = ✖️ إلغاؤه
key-planned = 🕒 المخطط ({ $count })
planned-title = <b>إعلانات مخططة</b>
planned-hint = الأقرب أولًا. اختر واحدًا لإرساله الآن أو إلغائه.
planned-none = لا شيء مخطط.
which-audience = <b>إلى من يصل؟</b>
which-button = <b>إلى أين يقود الزر؟</b>
key-button-product = منتج أو فئة
key-use-promo = 🎁 استخدم { $code }
key-no-button = بلا زر
ask-broadcast-product = أي منتج أو فئة؟ أرسل كلمات من اسمه، كما في البحث.
search-targets = اختر منتجًا، أو فئة (📁).
search-targets-none = لم يُعثر على شيء. ارجع وجرّب كلمات أخرى.
ask-broadcast-time = <b>متى يُرسل؟</b> اختر، أو اكتب وقتًا بتوقيت طهران: ١٨:٣٠، غدًا ٩:٠٠، { $date } ١٨:٣٠.
failure-time-invalid = هذا ليس وقتًا قادمًا خلال ٦٠ يومًا. مثلًا: ١٨:٣٠، غدًا ٩:٠٠.
failure-time-unclear = لم أفهم هذا الوقت. اكتب الساعة من فضلك، ومعها التاريخ بالأرقام ليوم آخر: ١٨:٣٠، غدًا الساعة ٩.
audit-entry-plan-announcement = خطط { $who } لإعلان
audit-entry-cancel-announcement = ألغى { $who } إعلانًا مخططًا

# Referral
key-referral = 🎁 دعوة الأصدقاء
key-referral-desk = 🎁 الإحالة
key-referral-on = ✅ تشغيل
key-referral-off = ⏸ إيقاف
key-referral-terms = ✏️ تغيير
referral-title = <b>دعوة الأصدقاء</b>
referral-terms = أرسل رابطك إلى من هم جدد هنا. لمدة { $days } يوم تحصل على { $percent } مما يدفعونه رصيدًا في محفظتك.
referral-off = الدعوات لا تكسب شيئًا الآن.
referral-summary = { $people ->
    [one] جاء شخص واحد · المكسب: { $earned }
   *[other] عدد من جاؤوا: { $people } · المكسب: { $earned }
  }
referral-desk-title = <b>الإحالة</b>
referral-is-on = ✅ تعمل: يجد كل شخص رابطه في محفظته.
referral-is-off = متوقفة: لا أحد يكسب شيئًا بدعوة غيره.
referral-desk-terms = { $percent } مما يدفعه المدعو، لمدة { $days } يوم بعد مجيئه.
referral-report = <b>آخر { $days } يوم</b>
referral-line = {"\u200F"}{ $name }: { $people } · { $earned }
referral-line-void = {"\u200F"}{ $name }: { $people } · { $earned } · بالهاتف أو البطاقة نفسها { $void }
ask-referral = أرسل النسبة ولكم يومًا، مثلًا: ١٫٥ ٩٠
failure-days-invalid = هذا العدد من الأيام غير ممكن.
audit-entry-referral-settings = غيّر { $who } الإحالة
ledger-referral = إحالة

# Reversed deliveries
key-reverse = ↩️ عكس الطلب
key-yes-reverse = نعم، أعد { $amount }
reverse-title = <b>عكس هذا التسليم؟</b>
reverse-hint = افعل هذا حين يسترده المشغّل. يحصل المشتري على المال ويُخبَر؛ ويُسترد رصيد الإحالة؛ وتخرج العملية من التقارير.
order-reversed-on = ↩️ عُكس في { $when }.
order-reversed = ↩️ عُكس في { $when }: عاد { $amount } إلى المحفظة.
notice-reversed = ↩️ عُكس الطلب { $code }. عاد { $amount } إلى محفظتك.
audit-entry-reverse = عكس { $who } طلبًا لـ { $person }: { $amount } ({ $code })
ledger-reversal = شراء معكوس

# Settlement
key-settlement = 🗓 التسوية
key-settlement-weekly = كل أسبوع
key-settlement-monthly = كل شهر
key-settlement-never = أبدًا
key-settlement-grace = مهلة
key-settlement-as-all = مثل كل الوكلاء
settlement-title = <b>التسوية مع الوكلاء</b>
settlement-title-of = <b>التسوية مع { $name }</b>
settlement-as-all = مثل كل الوكلاء:
settlement-never = لا يوم محدد.
settlement-weekly = كل أسبوع يوم { $day } في التاسعة صباحًا يصل كشف إلى الوكلاء المدينين.
settlement-monthly = كل شهر في اليوم { $day } من التقويم الإيراني في التاسعة صباحًا يصل كشف إلى الوكلاء المدينين.
settlement-grace = { $days ->
    [one] إن لم يُدفع بعد يوم واحد من وصوله يتوقف البيع؛ ويستمر وحده حين يُدفع الكشف.
    [few] إن لم يُدفع بعد { $days } أيام من وصوله يتوقف البيع؛ ويستمر وحده حين يُدفع الكشف.
   *[other] إن لم يُدفع بعد { $days } يومًا من وصوله يتوقف البيع؛ ويستمر وحده حين يُدفع الكشف.
  }
settlement-no-grace = يتوقف البيع فورًا ويستمر وحده حين يُدفع الكشف.
settlement-open = <b>لم يُدفع بعد</b>
settlement-row = {"\u200F"}{ $name }: { $left } · حتى { $until }
settlement-row-paused = ⏸ { $name }: { $left } · منذ { $until }
settlement-row-waiting = {"\u200F"}{ $name }: { $left } · لم يصله الكشف بعد
settlement-more = … و{ $count } غيرها
settlement-which-weekly = في أي يوم من الأسبوع؟
settlement-which-monthly = في أي يوم من الشهر الإيراني؟ في الأشهر الأقصر يكون اليوم الأخير.
settlement-which-grace = بعد كم يومًا يتوقف البيع؟
settlement-pause = كشف لم يُدفع
notice-statement = 🧾 <b>كشف حساب</b> { $from } – { $to }
statement-before = الدين السابق: { $amount }
statement-bought = المشتريات: { $amount }
statement-paid = المدفوع: { $amount }
statement-owed = <b>عليك: { $amount }</b>
statement-until = ادفع قبل { $when } من فضلك. بعد ذلك يتوقف البيع حتى يُدفع.
statement-at-once = البيع متوقف حتى يُدفع.
notice-settlement-reopened = 🧾 <b>فُتح كشفك بتاريخ { $day } من جديد.</b> لم يُدفع منه { $left }.
notice-own-settlement-pause = ⏸ لم يُدفع كشفك { $owed }. البيع متوقف؛ ويستمر وحده فور الدفع.
notice-own-settlement-resume = ▶️ دُفع كشفك { $owed }. يمكنك البيع من جديد.
alert-settlement-pause = ⏸ لم يدفع { $name } الكشف { $owed }: توقف البيع له.
alert-settlement-resume = ▶️ دفع { $name } الكشف { $owed } ويمكنه البيع من جديد.
failure-settlement-paused = ⏸ لم يُدفع كشفك الأخير، فتوقف البيع. ادفعه في محفظتك فيستمر وحده.
audit-entry-settlement = حدّد { $who } يوم تسوية
audit-entry-settlement-pause = لم يُدفع كشف { $person } ({ $amount }): إيقاف
audit-entry-settlement-resume = دُفع كشف { $person } ({ $amount }): استئناف

## Privacy

key-privacy = 🔒 بياناتي
privacy-title = <b>ما نحتفظ به عنك</b>
privacy-kept =
    <b>ما نحتفظ به</b>
    من تلغرام: معرّفك واسمك واسم المستخدم ولغتك، ومتى كتبت أول مرة وآخر مرة.
    منك: الأرقام التي تستخدمها أو تحفظها بأسمائها، وقوائم الأرقام، والطلبات، والخطط والتذكيرات، وما تكتبه إلى الدعم، ورموز الخصم التي استخدمتها.
    عن المال: محفظتك بكل حركة، والمدفوعات بإيصالاتها ورموز تتبعها ونهاية رقم البطاقة، وائتمانك ومستواك إن كنت وكيلًا.
    من المتجر: ملاحظات عنك، والحظر وسببه، ومن قرر ماذا في طلباتك ومدفوعاتك.
privacy-shared = تحصل بوابة المشغّل على الرقم وما يُشترى له؛ ويحصل مزوّد الدفع على المبلغ وعلى ما يُشترى به ولأي رقم.
    .agent-shop = يحتفظ المتجر الذي يشتري منه هذا المتجر بالرقم وما يُشترى له، وتحصل عليهما بوابة المشغّل؛ ويحصل مزوّد الدفع على المبلغ وعلى ما يُشترى به ولأي رقم.
privacy-rights = يمكنك الحصول عليه كله في ملف، أو حذفه.
key-my-data = 📄 الحصول عليه في ملف
key-delete-data = 🗑 حذف بياناتي
data-title = كل ما يحتفظ به المتجر عنك
data-caption = كل ما نحتفظ به عنك: للبرامج (JSON) وللقراءة. احتفظ بهذين الملفين لنفسك.
deletion-title = <b>حذف بياناتك؟</b>
deletion-goes = يُحذف: اسمك واسم المستخدم، والأرقام المحفوظة، والخطط والتذكيرات، وما كتبته إلى الدعم، وملاحظات المتجر، والإيصالات ونهايات البطاقات، وكل أرقام الهواتف في طلباتك إلا بداياتها.
deletion-stays = ما يبقى لأن القانون والحسابات تحتاجه: الطلبات والمدفوعات بمبالغها وأوقاتها ورموزها تحت معرّفك في تلغرام من دون اسمك؛ والحظر إن وُجد. وما أُرسل إلى محادثات المتجر يبقى فيها. لا رجوع عن هذا، ويُخبَر صاحب المتجر.
key-yes-delete = نعم، احذف بياناتي
deletion-done = حُذفت بياناتك. إن كتبت من جديد تبدأ من الأول.
deletion-blocked = <b>لا يمكن حذف بياناتك بعد:</b>
deletion-blocker-orders = { $count ->
    [one] • طلب واحد قيد التنفيذ. تصل نتيجته إلى هذه المحادثة.
   *[other] • طلبات قيد التنفيذ: { $count }. تصل نتائجها إلى هذه المحادثة.
  }
deletion-blocker-payments = { $count ->
    [one] • دفعة واحدة مفتوحة. أكملها أو ألغها، أو انتظر البتّ فيها.
   *[other] • مدفوعات مفتوحة: { $count }. أكملها أو ألغها، أو انتظر البتّ فيها.
  }
deletion-blocker-plans = { $count ->
    [one] • خطة واحدة تعمل. أوقفها أولًا: /plans
   *[other] • خطط تعمل: { $count }. أوقفها أولًا: /plans
  }
deletion-blocker-bot = • بوتك الخاص يعمل وفيه أموال زبائنك. سوِّ حسابهم واحذفه أولًا: الإعدادات › بوتي
deletion-blocker-debt = • عليك { $debt }. ادفعه أولًا من فضلك.
deletion-blocker-balance = • في محفظتك { $balance }. أنفقه، أو اطلب من المتجر ردّه: /support
failure-deletion-blocked = لا يمكن حذف بياناتك بعد.
failure-owner-stays = بيانات صاحب المتجر جزء من التركيب: أخرج معرّفك من الإعدادات أولًا.
alert-person-deleted = 🗑 حذف الشخص ذو المعرّف { $id } بياناته. الطلبات والمدفوعات تبقى من دون الاسم.
command-privacy = بياناتي
audit-entry-delete-person = حذف { $who } بياناته
data-people = أنت
data-person_notes = ملاحظات المتجر
data-numbers = الأرقام
data-wallets = المحفظة
data-ledger = حركات المحفظة
data-orders = الطلبات
data-batches = القوائم
data-plans = الخطط
data-plan_cycles = مشتريات الخطط
data-reminders = التذكيرات
data-payments = المدفوعات
data-payment_blocks = طرق دفع مغلقة لك
data-payment_slips = الإيصالات التي أرسلتها
data-promo_uses = رموز خصم استخدمتها
data-buyer_totals = مجموع ما اشتريته
data-daily_sales = مجاميع أيامك
data-audit = ما فعله المتجر بشأنك
data-alerts = رسائل المتجر إليك
data-support_conversations = المحادثة مع الدعم
data-support_messages = ما كُتب إلى الدعم ومنه
data-support_copies = أين وصل ذلك
data-support_waits = كم استغرق الدعم
data-referral_links = رمز رابطك
data-referrals = برابط من جئت
data-settlement_terms = متى تسوّي، بصفتك وكيلًا
data-settlements = كشوف دينك
data-invites = الدعوة التي فتحتها
data-staff_invites = دعوة الموظفين التي فتحتها
data-value-active = تعمل
data-value-paused = متوقفة
data-value-stopped = منتهية
data-value-draft = غير مؤكدة
data-value-running = قيد الشراء
data-value-done = منتهية
data-value-cancelled = ملغاة
data-value-open = مفتوحة
data-value-closed = مغلقة
data-value-paid = مدفوعة
data-value-message = رسالة
data-value-edit = رسالة معدّلة
data-value-delete = رسالة مسحوبة
data-value-close = إغلاق المحادثة
data-value-reopen = إعادة فتح المحادثة
data-value-in = منك
data-value-out = من المتجر
data-value-text = نص
data-value-caption = ملف مع نص
data-value-plain = ملف
data-value-photo = صورة
data-value-file = ملف
data-value-product = باقة أو شحن
data-value-offer = عرض شخصي
data-value-last = آخر ما اشتريته
data-value-operator = المشغّل
data-value-method = طريقة الدفع
data-value-source = عبر API
data-value-never = بلا يوم محدد
data-value-weekly = كل أسبوع
data-value-monthly = كل شهر
data-value-phone = رقم الجوال نفسه
data-value-card = البطاقة المصرفية نفسها
data-value-deleted = حُذفت البيانات
data-value-sent = أُرسلت
data-value-delivered = أُرسلت
data-value-digest = أُرسلت مع غيرها
data-value-off = كانت التذكيرات متوقفة
data-value-late = فات الأوان
data-value-restored = ربما اشتُريت قبل استعادة
data-value-muted = كان هذا الرقم مكتومًا
data-value-reversed = أُلغي الشراء
data-value-renewed = اشتُريت من جديد قبل ذلك
data-value-not-for-number = لا تُباع لمثل هذا الرقم
data-value-planned = خطة تشتريها
data-value-blocked = كنت قد حظرت البوت
data-value-unreachable = كنت قد حظرت البوت
data-value-refused = رفضها تيليجرام
data-value-gone = حُذفت قبل إرسالها
data-value-skips = تُخطّيت ثلاث مرات متتالية
data-value-person = منك أو من المتجر
data-value-given-up = تُرك
data-value-removed = أُزيل
data-value-paid-elsewhere = دُفع بطريقة أخرى
data-value-you = أنت
data-value-shop = المتجر
field-action = ما تم فعله
field-album = ألبوم
field-alert = الرسالة
field-amount = المبلغ
field-anchor = يُحسب من
field-answered_at = وقت الجواب
field-at = الوقت
field-balance = الرصيد
field-balance_after = الرصيد بعدها
field-balance_delta = تغير الرصيد
field-base = السعر قبل الضريبة
field-batch_id = القائمة
field-began_at = وقت السؤال
field-blocked_at = وقت الإغلاق
field-bought = اشتُري به الطلب (١: نعم)
field-card_id = بطاقة المتجر
field-ceiling = أعلى سعر
field-charge = المدفوع من المحفظة
field-charged = المجموع
field-confirmed_at = وقت التأكيد
field-content = المحتوى
field-count = عدد الطلبات
field-created_at = وقت الإنشاء
field-credit = الائتمان
field-credit_limit = حد الائتمان
field-credited = المضاف إلى المحفظة
field-cycle = الدورة
field-day = اليوم
field-days = الأيام
field-decides = يبتّ في المراجعات (١: نعم)
field-deleted_at = وقت الحذف
field-details = التفاصيل
field-direction = من كتبها
field-discount = الخصم
field-done_at = وقت التنفيذ
field-done_how = النتيجة
field-due_at = الموعد
field-ended_at = وقت الانتهاء
field-ends_on = يوم الانتهاء
field-expires_at = صالح حتى
field-form = نوع الرسالة
field-from_day = من يوم
field-grace_days = أيام المهلة
field-grace_ends_at = آخر موعد للدفع
field-header = السطر فوق الرسالة
field-held = محجوز للطلبات
field-held_delta = تغير المحجوز
field-hold_until = السعر محجوز حتى
field-id = المعرّف
field-kept_why = لماذا بقي في المحفظة
field-kind = النوع
field-label = الاسم المحفوظ
field-language = اللغة
field-last_at = آخر مرة
field-ledger_id = آخر حركة
field-method = طريقة الدفع
field-mobile = الرقم
field-muted = بلا تذكير (١: نعم)
field-name = الاسم
field-named_amount = المبلغ الذي حددته
field-named_credit = الرصيد الذي حددته
field-next_day = اليوم التالي
field-note = ملاحظة
field-of_id = الرسالة المعدَّلة
field-offer_code = رمز العرض
field-offer_type = نوع العرض
field-opened_at = وقت الفتح
field-operator_id = المشغّل
field-order_id = الطلب
field-orders = الطلبات
field-outcome = جواب المشغّل
field-owed = الدين
field-paid_back = المُعاد
field-paid_by = دُفع بواسطة
field-part = جزء المجموع
field-part_id = رقم الجزء
field-paused_why = سبب الحظر
field-payer_card = بطاقتك مخفية
field-payer_tail = آخر أرقام بطاقتك
field-payment_id = الدفعة
field-paying_until = السعر محفوظ للدفع حتى
field-plan_id = الخطة
field-price_name = قاعدة السعر
field-problem = المشكلة
field-product_id = رقم المنتج
field-product_type = نوع المنتج
field-profile_id = الملف لدى المشغّل
field-promo_code = رمز الخصم
field-promo_discount = خصم الرمز
field-promo_id = رقم الرمز
field-quiet_from = هدوء من الساعة
field-quiet_to = هدوء حتى الساعة
field-quoted_at = وقت إعلان السعر
field-reason = السبب
field-receipt = رقم البنك
field-reference = الرقم لدى المزوّد
field-reminders = التذكيرات
field-reopened_at = وقت إعادة الفتح
field-reply_to = رد على رسالة
field-reversed_at = وقت الإرجاع
field-role = الدور
field-schedule = الموعد
field-seen_at = آخر ظهور
field-sim_type = نوع الشريحة
field-skips = الأيام المتروكة
field-slip = الإيصال الذي أرسلته
field-slip_kind = نوع الإيصال
field-staff_credit = ما يمكنك منحه في اليوم
field-staff_decides = تبتّ في المراجعات (١: نعم)
field-staff_role = دورك بين العاملين
field-state = الحالة
field-text = النص
field-tier_id = المستوى
field-title = اسم المنتج
field-title_en = الاسم بالإنجليزية
field-total = السعر مع الضريبة
field-unit = وحدة المال
field-unreachable_at = وقت حظر البوت
field-updated_at = وقت التغيير
field-used_at = وقت الاستخدام
field-username = اسم المستخدم
field-vat = الضريبة
field-void_why = لماذا لا يُحسب
field-waiting_since = بالانتظار منذ
field-webservice_code = رمز المشغّل
field-what = ما يُشترى
field-why = السبب
field-with_bought = مع من حصل عليه (١: نعم)
field-written_at = وقت آخر رسالة

api-bought = تم الشراء.
api-rejected = تعذّر هذا الشراء ولم يُخصم شيء.
api-pending = لم يُعرف بعد هل تم هذا الشراء. اسأل مجددًا بالمفتاح نفسه؛ لا يُشترى مرتين أبدًا.
api-unauthenticated = الرمز مفقود أو خاطئ أو ملغى، أو أن هذا العنوان غير مسموح.
api-not-found = غير موجود.
api-key-required = الترويسة Idempotency-Key مطلوبة: 255 حرفًا كحد أقصى وبلا مسافات. لم يُشترَ شيء.
api-key-reused = استُخدم Idempotency-Key هذا لطلب آخر. لم يُشترَ شيء.
api-key-in-doubt = استُعيد هذا المتجر من نسخة احتياطية. قارن هذه العملية به قبل أن تأخذ مفتاحًا جديدًا.
api-invalid = لا يمكن قراءة الطلب. لم يُشترَ شيء.
api-too-many = الطلبات كثيرة. حاول مجددًا بعد قليل.
api-busy = لا يستطيع المتجر الرد الآن. اسأل مجددًا بالمفتاح نفسه.

# بوتات الوكلاء
key-own-bot = 🤖 بوتي
key-agent-bot = 🤖 بوت خاص
key-agent-bots = 🤖 بوتات الوكلاء
own-bot-name = متجر { $name }
own-bot-title = <b>بوتك الخاص</b>
own-bot-title-named = <b>بوتك الخاص</b> { $bot }
own-bot-hint = متجر كامل باسمك: أسعارك وبطاقاتك وزبائنك. يدفع الزبون لك، ويُخصم ثمن كل عملية شراء من محفظتك هنا بسعرك.
own-bot-make = اضغط الزر أدناه وأكّد الاسم. أو أنشئ بوتًا في {"\u200E@BotFather"} وأرسل رمزه هنا.
own-bot-token = أنشئ بوتًا في {"\u200E@BotFather"} وأرسل رمزه هنا.
own-bot-owner = أنت صاحبه: افتحه وأرسل {"\u200E"}/start ثم اضغط «المكتب».
own-bot-another = ولربط بوت آخر بالمتجر نفسه أرسل رمزه هنا.
own-bot-other = لا يعمل { $made } هنا: { $bot } هو المرتبط. لاستخدامه بدلًا منه أرسل رمزه الذي يعرضه {"@BotFather"}.
own-bot-closed = البوت الخاص غير متاح لك. صاحب المتجر يتيحه للوكلاء.
key-make-bot = 🤖 إنشاء بوتي
key-open-bot = ↗️ فتح البوت
key-bot-passphrase = 🔑 عبارة مرور النسخ
key-remove-bot = ✖️ حذف البوت
remove-bot = يتوقف بوت { $name } ({ $bot }) فورًا ويُحذف رمزه من هنا.
remove-own-bot = يتوقف بوتك ({ $bot }) فورًا ويُحذف رمزه من هنا.
remove-bot-hint = تبقى بيانات متجره، ويُكمل برمز جديد من حيث توقف. قبل نقله إلى خادم آخر أنشئ نسخة احتياطية من مكتبه.
key-yes-remove-bot = نعم، احذفه
bot-none = لا يوجد بوت بعد.
bot-running = ✅ يعمل.
bot-paused = ⏸ أوقفه المتجر: يجيب ولا يبيع.
bot-forbidden = ⏸ لم يعد مسموحًا: يجيب ولا يبيع.
bot-not-selling = ⏸ يجيب ولا يبيع: وكيله لا يستطيع الشراء هنا الآن.
bot-problem-token-refused = ⚠️ يرفض تلغرام رمزه. أرسل رمزًا جديدًا.
bot-problem-conflict = ⚠️ برنامج آخر يستخدم رمزه. أوقفه، أو أنشئ رمزًا جديدًا في {"\u200E@BotFather"} وأرسله هنا.
bot-problem-database = ⚠️ تعذّر فتح بياناته. السبب في سجل الخادم، ولم يُحذف شيء.
bot-problem-sealed = ⚠️ لم يعد رمزه مقروءًا على هذا الخادم. أرسل الرمز من جديد.
bot-problem-limit = ⚠️ عدد البوتات أكثر مما يشغّله هذا الخادم. يمكن للمالك رفع {"AGENT_BOTS"}.
bot-problem-start = ⚠️ لم يبدأ العمل. تُعاد المحاولة تلقائيًا.
payment-merchants-title = <b>الدفع الإلكتروني</b>
payment-merchants-hint = يدفع الزبائن في المتصفح إلى حساب التاجر الخاص بك. اختر المزوّد.
key-merchants = 🏦 الدفع الإلكتروني
ask-merchant = أرسل معرّف التاجر الخاص بك في { $method }. تُحذف الرسالة فورًا.
merchant-saved = ✅ حُفظ. يستطيع الزبائن الدفع به خلال دقيقة.
merchant-removed = ✅ حُذف.
key-remove-merchant = ✖️ حذف
merchant-remove = هل تريد حذف معرّف التاجر لدى { $method }؟ لن يتمكن العملاء من الدفع به، وتنتظر المدفوعات التي بدأت حتى تُدخله من جديد. لإيقافه مؤقتًا عطّل طريقة الدفع في الإعدادات.
key-yes-remove-merchant = نعم، احذفه
own-bot-passphrase-title = <b>عبارة مرور النسخ الاحتياطية لمتجرك</b>
bot-passphrase-hint = احفظها في مكان آمن: من دونها لا يمكن قراءة أي نسخة.
key-copy-passphrase = 📋 نسخ
agent-bots-title = <b>بوتات الوكلاء</b>
agent-bots-none = لا يملك أي وكيل بوتًا بعد؛ الحد الأقصى { $most }. يُسمح به في صفحة الوكيل تحت «الشروط».
agent-bots-count = { $count } من { $most } على الأكثر
agent-bots-off = بوتات الوكلاء معطّلة على هذا الخادم.
agent-bot-title = <b>البوت الخاص بـ { $name }</b>
agent-bot-allowed = مسموح له ببوت خاص.
agent-bot-not-allowed = غير مسموح له ببوت خاص.
agent-bot-payments-on = الدفع الإلكتروني إلى حساب التاجر الخاص بالوكيل مسموح.
agent-bot-payments-off = الدفع الإلكتروني غير مسموح؛ والتحويل من بطاقة إلى بطاقة متاح دائمًا.
key-allow-bot = ✅ السماح ببوت
key-forbid-bot = ✖️ إلغاء السماح
key-pause-bot = ⏸ إيقاف
key-resume-bot = ▶️ استئناف
key-bot-payments-on = 💳 السماح بالدفع الإلكتروني
key-bot-payments-off = 💳 إلغاء الدفع الإلكتروني
agent-bot-forbid = يظل بوت { $name } يجيب لكنه لا يبيع. لا يُحذف شيء.
key-yes-forbid-bot = نعم، ألغِ السماح
notice-bot-allowed = {"\u200F"}🤖 سمح لك المتجر ببوت خاص: <b>الإعدادات › بوتي</b>.
notice-bot-forbidden = {"\u200F"}⏸ لم يعد المتجر يسمح ببوتك: يجيب ولا يبيع. بياناتك باقية.
notice-bot-paused = {"\u200F"}⏸ أوقف المتجر بوتك: يجيب ولا يبيع.
notice-bot-resumed = {"\u200F"}▶️ يمكن لبوتك أن يبيع من جديد.
notice-bot-payments = 💳 يمكن لبوتك أن يقبل الدفع الإلكتروني: أدخل معرّف التاجر في مكتبه، ضمن <b>المال › الإعدادات</b>.
notice-bot-payments-off = 💳 أنهى المتجر الدفع الإلكتروني في بوتك. التحويل من بطاقة إلى بطاقة مستمر.
notice-bot-removed = {"\u200F"}✖️ حذف المتجر بوتك. بياناتك باقية.
notice-bot-made = {"\u200F"}🤖 بوتك جاهز: افتحه وأرسل {"\u200E"}/start. أنت صاحبه.
notice-bot-stopped = ⚠️ توقف بوتك { $bot }.
notice-bot-runs = ✅ عاد بوتك { $bot } إلى العمل.
alert-bot-stopped = ⚠️ توقف بوت { $name } ({ $bot }).
alert-bot-runs = ✅ عاد بوت { $name } ({ $bot }) إلى العمل.
order-by-bot = 🤖 شراء عبر بوت الوكيل
failure-bot-token-refused = لا يقبل تلغرام هذا الرمز. انسخه كاملًا من {"\u200E@BotFather"} وأرسله من جديد.
failure-bot-unreachable = لا يجيب تلغرام الآن. أرسل الرمز مجددًا بعد قليل.
failure-bot-taken = هذا البوت مستخدم هنا بالفعل.
failure-bots-too-many = عدد البوتات هنا { $most }، وهو أقصى ما يشغّله هذا الخادم. اسأل صاحب المتجر.
failure-merchant-invalid = معرّف التاجر هذا غير صحيح. انسخه كاملًا وأرسله من جديد.
audit-entry-allow-bot = سمح { $who } لـ { $person } ببوت
audit-entry-forbid-bot = ألغى { $who } السماح ببوت { $person }
audit-entry-pause-bot = أوقف { $who } بوت { $person }
audit-entry-resume-bot = استأنف { $who } بوت { $person }
audit-entry-allow-bot-payments = سمح { $who } بالدفع الإلكتروني في بوت { $person }
audit-entry-end-bot-payments = أنهى { $who } الدفع الإلكتروني في بوت { $person }
audit-entry-connect-bot = ربط { $who } بوتًا
audit-entry-remove-bot = حذف { $who } بوت { $person }
audit-entry-bot-merchant = غيّر { $who } حساب التاجر في بوته
# The shop's own name, welcome and picture
home-shop = 🏪 <b>{ $shop }</b>
receipt-shop = 🏪 { $shop }
key-shop-profile = 🏪 الاسم والترحيب والصورة
shop-profile-title = <b>كيف يرى الناس المتجر</b>
shop-has-name = الاسم: <b>{ $name }</b>
shop-no-name = الاسم: { $name } (اسم البوت نفسه)
shop-has-welcome = الترحيب ({ $readers }): { $text }
shop-no-welcome = الترحيب: النص المعتاد
shop-has-picture = الصورة: موجودة
shop-no-picture = الصورة: لا توجد
key-shop-name = ✏️ الاسم
key-shop-welcome = 💬 الترحيب
key-shop-picture = 🖼 الصورة
key-preview-shop = 👁 ما يراه الجدد
welcome-for-all = الجميع
shop-welcome-title = <b>نص الترحيب</b>
shop-welcome-hint = يقرؤه الجدد مرة واحدة، ويظهر قبل الضغط على البدء إن سمح تطبيق المراسلة بذلك. نص واحد للجميع يكفي؛ ويمكن أن يكون لكل لغة نصها.
shop-part-now = الآن:
ask-shop-name = ما اسم المتجر؟ { $most } حرفًا على الأكثر. يظهر الاسم في الصفحة الرئيسية والإيصالات والصور وصفحات الدفع، ويصير اسم البوت أيضًا إن سمح تطبيق المراسلة بذلك.
ask-shop-welcome = ماذا يقرأ الجدد؟ { $readers }، { $most } حرف على الأكثر، نص بسيط.
ask-shop-picture = أرسل صورة المتجر كصورة لا كملف. الصورة المربعة، كالشعار، أفضل: تعرض الإيصالات وصفحات الدفع وسطها في دائرة.
shop-draft-title = <b>لم يُحفظ بعد. هذا ما سيراه الناس:</b>
shop-draft-name = ويصير اسم البوت أيضًا إن سمح تطبيق المراسلة بذلك.
shop-draft-welcome = للجدد: { $readers }
shop-draft-picture = الصورة أعلاه: في ترحيب الجدد، وفي دائرة على صور الإيصالات وصفحات الدفع.
key-save-shop = ✅ حفظ
shop-saved = ✅ تم الحفظ.
shop-removed = أُزيل.
shop-not-published = ✅ تم الحفظ. لا يقبل تلغرام الآن تغيير بيانات البوت نفسه؛ يُرسل مرة أخرى عند التشغيل التالي.
failure-shop-name-invalid = أحتاج اسمًا من سطر واحد، فيه حروف أو أرقام، و{ $most } حرفًا على الأكثر.
failure-welcome-invalid = أحتاج نصًا من { $most } حرف على الأكثر.
failure-picture-unfit = تعذّر أخذ هذه الصورة. أرسلها كصورة لا كملف، أو أصغر إن كانت كبيرة.
audit-entry-shop-name = غيّر { $who } اسم المتجر
audit-entry-shop-name-removed = أزال { $who } اسم المتجر
audit-entry-shop-welcome = غيّر { $who } نص الترحيب
audit-entry-shop-welcome-removed = أزال { $who } نص ترحيب
audit-entry-shop-picture = غيّر { $who } صورة المتجر
audit-entry-shop-picture-removed = أزال { $who } صورة المتجر
