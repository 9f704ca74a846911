# Words that stand alone
sim-prepaid = Prepaid
sim-postpaid = Postpaid
type-data = Data packages
type-topup = Top-up
type-tdlte = TD-LTE packages
unit-rial = rials
unit-toman = tomans
money-at-bank = { $amount } (at the bank { $rials })
days = { $days ->
    [one] { $days }{"\u00A0"}day
   *[other] { $days }{"\u00A0"}days
  }
days-tight = { $days }d
hours = { $hours ->
    [one] { $hours }{"\u00A0"}hour
   *[other] { $hours }{"\u00A0"}hours
  }
hours-tight = { $hours }h
amount-gb = { $count }{"\u00A0"}GB
amount-mb = { $count }{"\u00A0"}MB
amount-tb = { $count }{"\u00A0"}TB
amount-minute = { $count }{"\u00A0"}min
price-from = from { $min }
line = { $text }
day = <b>{ $day }</b>
the-owner = the owner
just-now = just now

# Keys
key-home = 🏠 Home
key-back = ‹ Back
key-previous = ‹ Previous
key-next = Next ›
key-next-page = Next { $page } of { $pages } ›
key-offers = 🎁 Personal offers
key-packages = 📦 Packages
key-topup = ⚡ Top-up
key-tdlte = 📡 TD-LTE packages
key-numbers = 📇 Recent numbers
key-orders = 🧾 My orders
key-settings = ⚙️ Settings
key-help = Help
key-terms = Terms
key-search = 🔍 Search
key-search-again = 🔍 Search again
key-all = Everything here ({ $count })
key-other-amount = ✏️ Another amount
key-all-topups = All top-ups ({ $count })
key-try-again = ↻ Try again
key-show-newer = Show the newer one
key-confirm = ✅ Confirm · { $total }
key-ported = Yes, ported to { $operator }
key-change = ✏️ Change
key-change-number = Another number
key-change-amount = Another amount
key-change-package = Another package
key-sim-is-prepaid = The SIM is prepaid
key-sim-is-postpaid = The SIM is postpaid
key-cancel = Cancel
key-change-operator = Change operator
key-is-prepaid = It is prepaid
key-is-postpaid = It is postpaid
key-save-number = ☆ Save number
key-edit-number = ★ Edit number
key-change-label = Change the name
key-remove-label = Remove the name
key-forget-number = Forget this number
key-copy-code = Copy code
key-buy-again = ↻ Again
key-more = ⋯ More
key-refresh = ↻ Refresh
key-open-chat = Open a private chat
key-share-number = 📱 Share my number

# Home, help, settings
welcome = Welcome, { $name }!
home-title = <b>What would you like to buy?</b>
nothing-waits = ✅ Nothing waits for you
home-yesterday = Yesterday: { $count } sold, { $total }
home-yesterday-none = Yesterday nothing was sold.
home-hint = Send a number, or a line: 09123456789 10gb monthly
left = Stopped. Nothing was bought.
cancelled = Cancelled. Nothing was bought.
cancelled-order = Cancelled: { $what } for { $number }. Nothing was bought.
confirms-open = { $count ->
    [one] One more Confirm is open above.
   *[other] { $count } more Confirms are open above.
  }
settings-title = <b>Settings</b>
settings-hint = Choose the language and the unit of money.
settings-example = Example: { $amount }
help =
    <b>Help</b>
    What is your question about? Choose one. If the answer is not here, write to support: /support
help-owner =
    <b>Help</b>
    What is your question about? Choose one.
key-help-buy = How to buy
help-on-buy =
    <b>How to buy</b>
    Send the mobile number: type it, paste it, or share a contact. Choose what you want, check the price, and tap Confirm. A whole line works too: <code>0912 345 6789 5000</code>. One tap buys once, even if you tap twice or the connection breaks.
key-help-wait = If it is slow
help-on-wait =
    <b>If the answer takes long</b>
    You will see that we are checking with the operator. Please do not buy again: the result comes to this chat by itself, and money is taken only for what was delivered.
key-help-pay = How to pay
help-on-pay =
    <b>How to pay</b>
    Open the wallet and choose an amount; the ways to pay follow. When the wallet is short for a purchase, a Pay button stands in the place of Confirm, and what you chose is bought by itself once it is paid.
    Card to card: transfer exactly the amount that is shown, then send a photo of the slip or the tracking code here. Where there is no way to pay, ask the seller for credit.
key-help-again = Buy regularly
help-on-again =
    <b>Reminders and plans</b>
    We remind you the day before a package ends. Under a receipt you can make a plan of it: the same is bought again when it is due, never above the price that you agreed to. We tell you the day before, and you can skip it. Quiet hours are in the settings.
key-help-commands = Commands
help-on-commands =
    <b>Commands</b>
    /start – home
    /search – find a package, for example <code>/search 10gb</code>
    /orders – your orders
    /plans – buy something regularly
    /settings – language and unit
    /terms – terms
    /support – write to a person of the shop
    /cancel – leave what you are doing
key-help-line = Sell in a line
help-on-line =
    <b>A sale in one line</b>
    Write the number and what it is to get in one message: <code>09123456789 10gb monthly</code> or <code>09123456789 5000</code>, an amount in your own unit. A name that you saved stands for its number: <code>mother 5000</code>. A number in reply to an old receipt is the same item for this number. A whole line works everywhere.
key-help-list = Lists
help-on-list =
    <b>Lists</b>
    Send several numbers in one message, one in each line, up to 200. A line may have an item of its own. What is missing is asked for first; then check the table and confirm once. All of it is bought or nothing, and each row has a tracking code of its own.
key-help-profit = Your profit
help-on-profit =
    <b>Prices and profit</b>
    Confirm shows the price for the customer, what you pay and your profit. The text of a receipt has the customer's price alone, so it can be passed on; your balance is on a button below it, which stays behind. Sales and profit of each day are in Today and Reports.
key-help-settlement = Credit, debt
help-on-settlement =
    <b>Credit and debt</b>
    Your wallet goes below zero, down to your credit limit. Pay the debt in the wallet, or give it to the owner, who books the repayment. If you have a day of settlement, you get a statement on it; when it is not paid in time, selling pauses, and continues by itself once it is paid.
key-help-slips = Card slips
help-on-slips =
    <b>Card slips</b>
    Every card slip comes to you with its buttons. Look at the bank account first: a picture proves nothing. Approve credits the amount that was asked for; if another one arrived, press Other sum. To reject, choose a reason, which the payer reads. The first decision counts.
key-help-credit = Giving credit
help-on-credit =
    <b>Giving credit</b>
    Find the person at the desk, under People, and press Credit or Repayment. Before it is booked you see who, how much, and the balance before and after. What is left of your daily limit is on the desk. Someone else decides about your own wallet.
key-help-person = Find someone
help-on-person =
    <b>Finding someone</b>
    At the desk, People, Customers: send a name, a mobile number, a username or an id; the beginning of each word is enough. A person's page has the balance, what they bought, and notes. Customers do not see the notes in the bot.
key-help-answer = Answering
help-on-answer =
    <b>Answering</b>
    What a customer writes comes to your chat with the bot, or to the support group. Reply to that message or press Answer; the customer sees it as from the shop. /delete in reply to your answer takes it back, for 48 hours. Open conversations and ready answers are at the desk, under Support.
key-help-review = In review
help-on-review =
    <b>Orders in review</b>
    Such an order got no definite answer in time: its money is held, and it is not sent again. The customer should not buy again. Ask the gateway by the order's code and record the outcome: it was delivered, or it was not. Support records it only if the owner allows it.
    .agent-shop =
        <b>Orders in review</b>
        Such an order got no definite answer in time: its money is held, and it is not sent again. The customer should not buy again. Ask the shop that yours buys from by the order's code and record the outcome: it was delivered, or it was not. Support records it only if the owner allows it.
key-help-prices = Prices
help-on-prices =
    <b>Prices</b>
    At first everyone pays the gateway's price, so agents earn nothing. Add a rule under Prices: a discount or a fee for agents, customers or a level. Enter the gateway's commission too, so that profit is known. Promo codes and referrals are there as well.
    .agent-shop =
        <b>Prices</b>
        At first everyone pays the list price, and agents of yours earn nothing. Add a rule under Prices: a discount or a fee for agents, customers or a level. What the shop leaves you stands under Commission by itself, so your profit is known. Promo codes and referrals are there as well.
key-help-agents = Agents
help-on-agents =
    <b>Agents</b>
    Invite an agent makes a link that turns one person into an agent with the credit limit that you name. When they pay you outside the bot, book a Repayment on their page. Settlement sets the day on which agents pay, and how long they have.
key-help-payments = Payments
help-on-payments =
    <b>Payments</b>
    Add a card for card to card; every slip comes to you and your cashiers for approval. Online payment with ZarinPal or Zibal is switched on in the settings of the installation. Limits and methods are in the settings under Money. What you pay back is recorded on the payment's page.
    .agent-shop =
        <b>Payments</b>
        Add a card for card to card; every slip comes to you and your cashiers for approval. Where the shop that yours buys from allows it, online payment with a merchant of your own is in the settings under Money, as are limits and methods. What you pay back is recorded on the payment's page.
key-help-staff = Staff
help-on-staff =
    <b>Staff</b>
    Invite someone makes a link that gives one person a role: a cashier approves payments and gives credit up to a daily limit, support answers, a reporter only reads. What they decide and change is in the audit trail with their name, and a role can be taken away at any moment.
key-help-backup = Backups
help-on-backup =
    <b>Backups</b>
    Set BACKUP_PASSPHRASE in the settings of the installation and restart: each night an encrypted archive of the whole shop is made, read back, and sent to you. Keep the passphrase in another place too; without it no archive can be read.
    .agent-shop =
        <b>Backups</b>
        Each night an encrypted archive of the whole shop is made, read back, and sent to you here. The passphrase that opens it is in the bot of the shop that yours buys from, under My bot: keep it in another place too. The last backup, and a button for one now, are under Shop › Backups.
key-help-reports = Reports
help-on-reports =
    <b>Reports</b>
    Sales of each day, week and month by operator, product, seller and payment method, with a chart and a CSV file. Days are those of Tehran, and a sale counts for the day on which it was confirmed.
key-first-steps = 🚀 First steps
first-steps-title = <b>First steps</b>
first-steps-hint = Press one to do it; what is done is ticked.
step-payment = A way to be paid
step-price = Set a price
step-agent = Invite an agent
step-backup = Turn on backups
step-done = ✅ { $step }
step-open = ⬜️ { $step }
key-dismiss-steps = ✖️ Do not show again
terms =
    <b>Terms</b>
    Prices include value-added tax and hold until the time that is shown. An order is final once it is delivered to the number; please check the number before you confirm. An order that the operator rejects costs nothing.
not-understood = I did not understand that. To buy, write: 09123456789 10gb monthly
not-text = I read texts and contacts. Send a mobile number, or send it to support: /support
not-text-staff = I read texts and contacts. Send a mobile number.
edited = I do not read edited messages. Please send it as a new one.
question-outdated = The bot was updated while you were typing, and that question is gone. Nothing was bought; please choose again.
button-old = This button is too old. Send /start for a new menu.
too-fast = You are going a bit fast. Please try again in { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
  }.
group = I sell in private chats only.
error = Something went wrong on our side. Please look at your orders or your wallet before you repeat it: it may have been done. Reference: { $reference }
error-payment = Your payment has arrived and is being booked; please do not pay again. Reference: { $reference }
error-checkout = Something went wrong on our side, and nothing was paid. Please try again in a moment. Reference: { $reference }

# Numbers
ask-number = <b>Which number is it for?</b>
    Type it, or send a contact.
ask-number-recent = Or choose one you have used:
ask-number-for = “{ $words }”
share-hint = For your own number, one tap below is enough.
number-labelled = { $label } · { $number }
number-facts = { $operator } · { $sim }
number-what = What would you like to buy for it?
number-nothing = There is nothing on sale for this number now. Is the operator right?
operator-unknown = I do not know this prefix.
choose-operator = Which operator?
choose-sim = Is the SIM card prepaid or postpaid?
numbers-title = <b>Your numbers</b>
numbers-hint = Choose one, or send a number.
numbers-empty = There are none yet. Send a mobile number to begin.
forgotten = { $number } is forgotten.
saved-as = This number is saved.
ask-label = Send a name for this number, for example “mother”, and you will find it quickly.
several-numbers = { $count ->
    [one] I found one number. Shall we start?
   *[other] I found { $count } numbers. Which one first?
  }
line-mistaken = ✖️ “{ $line }”:
several-numbers-first = Here are the first { $count }:

# Shelves
packages-hint = Choose an operator, or type what you are looking for: 10gb, night, weekly.
chosen = Chosen: { $what }
shelf-categories = Choose a category:
shelf-best = What people buy most comes first; or choose a category:
shelf-choose = { $count ->
    [one] One to choose from. The price includes VAT:
   *[other] { $count } to choose from. Prices include VAT:
  }
shelf-empty = There is nothing on sale here now.
category-count = { $name } ({ $count })
key-shelf-options = ⇅ Sort, filter
shelf-options = Choose the order, or take a link to this list.
shelf-options-narrow = Choose the order, or only a part of this list.
sort-catalogue = Default
sort-price = Price
sort-days = Days
catalogue-none = The list of packages cannot be loaded right now. Please try again in a minute.
catalogue-stale = ⚠️ These prices are from { $when } and are checked again before you pay.
search-title = <b>Search:</b> { $words }
search-none = Nothing was found. Try fewer or other words.
ask-search = What are you looking for? For example: 10gb monthly
topup-choose = How much credit? Choose or type it.
topup-price = For { $credit } of credit you pay { $price }, VAT included.
topup-wonder = Wonder top-up
topup-youth = Youth top-up
title-amount = { $name } · { $amount }
title-credit = { $name } of { $credit }
title-paid = { $name } for { $amount }
ask-amount = Send the credit, from { $min } to { $max }.
    Without a unit, it counts as { $unit }.
amount-which = Which amount?
offers-choose = { $count ->
    [one] One offer for this number. The price includes VAT:
   *[other] { $count } offers for this number. Prices include VAT:
  }
offers-none = There is no personal offer for this number now.
offers-other-operator = Personal offers are for { $operator } numbers only.

# Confirm
confirm-title = <b>Is everything right?</b>
ask-change = What would you like to change?
confirm-base = Price: { $base }
confirm-credit = Credit that arrives: { $base }
confirm-vat = VAT { $percent }%: { $vat }
confirm-total = <b>Total: { $total }</b>
confirm-discount = Discount: { $amount } off
confirm-discount-named = { $name }: { $amount } off
confirm-fee = Service fee: { $amount }
confirm-fee-named = { $name }: { $amount }
confirm-customer = Price for the customer: { $total }
confirm-you-pay = <b>You pay: { $charge }</b>
confirm-profit = Your profit: { $profit }
order-sent = Sent to the gateway: { $total }
    .agent-shop = Sent to the shop that yours buys from: { $total }
order-profit = Profit: { $profit }
confirm-spend = You can spend after it: { $left }
confirm-wallet-short = ⚠️ Your wallet is { $missing } short.
confirm-wallet-pay = ⚠️ Your wallet is { $missing } short. Pay it, and this is bought by itself.
confirm-on-its-way = ⚠️ The same for this number is on its way (code { $code }). Confirm buys it a second time.
confirm-twin = { $minutes ->
    [one] ⚠️ You bought the same for this number a minute ago (code { $code }).
   *[other] ⚠️ You bought the same for this number { $minutes } minutes ago (code { $code }).
  }
confirm-other-operator = ⚠️ This number looks like one of { $number }, and the package is of { $package }.
confirm-other-sim = ⚠️ You said that this SIM card is { $sim }. Please check.
confirm-slow = 🐢 The operator is slow to answer right now. Your order will wait and finish by itself; you need not buy again.
confirm-holds = The price holds until { $until }.
warning = ⚠️ { $text }
wallet-ask = There is no way to pay right now. Write to support and give this code.
wallet-ask-owner = There is no way to pay right now. Give { $owner } this code.

# Orders
state-quoted = <b>Not confirmed yet</b>
toast-buying = Confirmed: buying it now.
state-confirmed = ⏳ <b>Buying…</b>
state-unsure = ⏳ <b>We are checking with the operator.</b> Do not buy again.
state-review = 🔎 <b>A person is checking this with the operator.</b>
    Do not buy again. Your money is on hold until it is decided.
state-delivered = ✅ <b>Delivered</b>
state-activated = ✅ <b>Delivered</b>
state-rejected = ❌ <b>Not bought.</b> Your money is back in your wallet.
state-expired = <b>Expired.</b> Nothing was bought.
state-cancelled = <b>Cancelled.</b> Nothing was bought.
retired = ✖️ Replaced by a newer one.
outcome-account-empty = The shop cannot buy this right now. Please try again later.
order-reason = Reason: { $reason }
order-held = Your money is safe and the result comes here: usually within a minute, or at most { $hours ->
    [one] an hour
   *[other] { $hours } hours
  } if the operator does not answer.
order-planned = 🔁 Bought by a plan
order-by-api = 🔌 Bought by API
order-days = { $days ->
    [one] Valid for { $days }{"\u00A0"}day
   *[other] Valid for { $days }{"\u00A0"}days
  }
order-below = ⬇️ The result is in the message below
order-code = Code: { $code }
receipt-balance = Balance after it: { $balance }
receipt-debt = You owe after it: { $debt }
key-balance-after = 👛 Balance: { $balance }
key-debt-after = 👛 You owe: { $debt }
order-row = { $sign } { $what } · { $whose } · { $total } · { $when }
order-row-short = { $sign } { $what } · { $total } · { $when }
order-row-own = { $sign } { $what } · { $whose } · { $when }
order-row-own-short = { $sign } { $what } · { $when }
orders-title = <b>My orders</b>
orders-hint = Newest first. Choose one for its details.
    ✅ delivered · ⏳ on its way · 🔎 in review · ❌ not bought
orders-empty = You have not bought anything yet.
past-all = All
past-open = On their way
past-delivered = Delivered
past-rejected = Not bought
past-time-all = Any time
past-time-day = Today
past-time-week = This week
past-time-month = This month
past-choice = Only: { $choice }
past-none = There are none like that.
key-one-number = 🔢 One number
key-any-number = ✕ Number
ask-past = For which number? Type it, paste it or share a contact.

# What can go wrong
failure-number-invalid = That is not a mobile number. Send it like this: 0912 345 6789
failure-number-short = { $missing ->
    [one] One digit of the mobile number is missing.
   *[other] { $missing } digits of the mobile number are missing.
} It has 11 digits, like 0912 345 6789
failure-number-long = { $extra ->
    [one] The mobile number has one digit too many.
   *[other] The mobile number has { $extra } digits too many.
} It has 11 digits, like 0912 345 6789
failure-number-landline = That is a landline. Send a mobile number, which begins with 09.
failure-number-foreign = That is not a number of Iran. Send an Iranian mobile number, like 0912 345 6789
failure-number-prefix = No operator has numbers that begin with { $prefix }. Please check the number.
failure-number-missing = There is no mobile number in this message. Send it like this: 0912 345 6789
failure-amount-out-of-range = The amount must be from { $min } to { $max }.
amount-nearest = The nearest amount: { $amount }
failure-amount-unclear = Do you mean { $first } or { $second }? Please write the amount with all its zeros.
failure-amount-invalid = That is not an amount. Send it like this: 50,000
failure-period-invalid = Those are not two dates. Send them like this: 2026-11-01 2026-11-15
failure-product-gone = This package is no longer on the list. Please choose another.
failure-product-changed = This package has changed since you chose it. Nothing was bought; please look at it as it is now.
failure-product-off-sale = This package is not on sale now. Please choose another.
failure-product-not-for-number = This package is for TD-LTE numbers only. Please check the number.
failure-number-only-tdlte = This is a TD-LTE number (a modem): it gets TD-LTE packages only. Please choose one of these, or another number.
failure-offer-gone = The operator no longer makes this offer. Please choose another.
failure-offers-unavailable = The offers could not be fetched: the operator does not answer. Please try again.
failure-offers-refused = The operator has no offers for this number: { $message }
failure-order-unknown = There is no such order. Please check the code.
failure-order-not-yours = This order belongs to someone else.
failure-list-changed = The list has changed. Please look and confirm again.
failure-bought-meanwhile = The same was bought since this was shown. If you want it once more, confirm again.
failure-order-not-open = This order is already decided.
failure-quote-expired = ⏱ The time for this price is over. This is the price now; please confirm again.
failure-price-moved = ⚠️ The price has changed: it was { $was } and is now { $now }. Confirm only if that suits you.
failure-wallet-too-small = Your wallet is { $missing } short. Nothing was bought.
failure-daily-limit = This would go over your limit of { $limit } a day. Left today: { $left }. The next day begins on { $anew }.
failure-invoice-stale = Your wallet has changed since this invoice was written. Nothing was paid; please ask for the price again.
paused-now = ⏸ Selling is paused for the moment. You can look around; buying works again soon.
paused-now-why = ⏸ Selling is paused: { $reason }
failure-selling-paused = Selling is paused for the moment. Please try again later; nothing was bought.
failure-selling-paused-why = Selling is paused: { $reason }
    Nothing was bought.
failure-shop-short = { outcome-account-empty }
failure-person-paused = Your account is blocked: { $reason }. Your money stays yours, and orders under way go on. Please ask the shop.
failure-invite-invalid = This invitation was used already or has expired. Please ask the owner for a new one.
failure-person-unknown = There is no such person here. They must have written to the bot at least once.
failure-announcement-unknown = This announcement is no longer there.
failure-question-expired = That was asked too long ago. Nothing was moved; please begin again.
failure-announcement-unfit = This cannot be announced. Send a text, or one picture or file with words under it; an album is several messages.
failure-announcing-already = Another announcement is on its way. Wait until it is over, or stop it.
failure-payment-unknown = There is no such payment.
failure-payment-not-open = This payment is not waiting for anything now.
failure-slips-enough = We have several slips of yours for this payment; no more are needed. The answer comes here. If something is wrong, write to support.
failure-slip-gone = That photo or file is too old. Please send it again.
failure-payment-unavailable = The payment page could not be opened just now. Nothing was paid. Please try again in a few minutes, or pay another way.
failure-method-closed = This way of paying is not available to you now. Please choose another.
failure-card-invalid = That is not a bank card. Send its 16 digits and the holder's name, like this: 6037 9911 1111 1112 Sara Ahmadi
failure-api-token-unknown = This token does not exist any more.
failure-api-token-unseen = The token was made before. If you have not seen it, replace it.
failure-api-tokens-too-many = There are { $most } tokens already. Revoke one first.
failure-api-addresses-invalid = Send addresses such as { $address } or networks such as { $network }, at most { $most }, separated by spaces.
failure-api-hook-invalid = Send an address that begins with https:// and can be reached from the internet.
failure-api-price = The price that holds is { $price }, VAT included. Nothing was bought.
failure-api-field = The field { $field } is missing or wrong. Nothing was bought.
failure-api-orders-too-many = Many orders of yours are still open. Ask again with the same key.
failure-not-allowed = You may not do this.

# To the owner
alert-clock-ahead = ⚠️ The clock of the server is { $minutes } minutes fast: the gateway and Telegram say so. Orders under way go on, but nothing new is sold until it is right; then selling goes on by itself. To set it: timedatectl set-ntp true
    .agent-shop = ⚠️ The clock of the server on which your bot runs is { $minutes } minutes fast. Confirmed orders go on, but nothing new is sold until it is right; then selling goes on by itself.
alert-clock-behind = ⚠️ The clock of the server is { $minutes } minutes slow: the gateway and Telegram say so. Orders under way go on, but nothing new is sold until it is right; then selling goes on by itself. To set it: timedatectl set-ntp true
    .agent-shop = ⚠️ The clock of the server on which your bot runs is { $minutes } minutes slow. Confirmed orders go on, but nothing new is sold until it is right; then selling goes on by itself.
alert-clock-right = ✅ The clock of the server is right again. Selling goes on.
alert-token-refused = ⚠️ The gateway refuses our access. Selling is paused; orders wait with their money on hold. It goes on by itself as soon as we are let in again.
    .agent-shop = ⏸ The shop that yours buys from does not sell to you now. Selling is paused here; confirmed orders wait with their money on hold. It goes on by itself.
alert-token-accepted = ✅ The gateway accepts our token again. Selling goes on.
    .agent-shop = ✅ The shop that yours buys from sells to you again. Selling goes on.
alert-account-empty = ⚠️ Our account at the gateway is empty: it refused a purchase of { $total }, and the balance is { $balance }. The buyer has the money back, and selling is paused. It goes on by itself as soon as the balance suffices.
    .agent-shop = ⚠️ A purchase that costs you { $total } was not made: you can spend { $balance } at the shop that yours buys from. What this covers is still sold. Add money in the bot of that shop. You get this message once a day at most.
alert-account-empty-unknown = ⚠️ Our account at the gateway is empty: it refused a purchase of { $total }. The buyer has the money back, and selling is paused. It goes on by itself as soon as the balance suffices, or when you resume it.
    .agent-shop = ⚠️ A purchase that costs you { $total } was not made: you cannot pay that at the shop that yours buys from. What you can pay is still sold. Add money in the bot of that shop. You get this message once a day at most.
alert-account-filled = ✅ Our balance at the gateway is { $balance } now. Selling goes on.
    .agent-shop = ✅ You can spend { $balance } at the shop that yours buys from now. Selling goes on.
alert-restored = 🗄 The shop was restored from a backup of { $time }, and selling is paused. Orders and payments after that time are unknown here: compare, then resume selling.
alert-restored-with-parent = 🗄 Your shop was restored from a backup of { $time }, together with the shop that it buys from. Orders and payments after that time are unknown here. Selling continues when the owner of that shop continues.
alert-sold-after-refund = 🔴 Order { $code } was sold after its buyer got { $amount } back. Look at the order, and decide who bears it.
alert-api-key-in-doubt = ⚠️ An agent's system asks for { $code } under a key that this shop does not know since it was restored. It was not sold. Compare it with the list of purchases there, and tell the agent.
alert-backup-failed = 🗄 The backup failed: { $why }. It will be tried again in a quarter of an hour; please look at the disk and at the log.
alert-backup-old = 🗄 The last backup is of { $time }. Please look at the disk and at the log.
alert-backup-none = 🗄 There is no backup of this shop yet, although it was due. Please look at the disk and at the log.
restored-title = 🗄 <b>Restored from a backup of { $time }</b>
restored-about = What was ordered and paid after that time is unknown here. Compare it with the lists of the gateway and of the payment providers; nothing is credited by itself.
    .agent-shop = What was ordered and paid after that time is unknown here. Compare it with your orders at the shop that yours buys from and with the lists of the payment providers; nothing is credited by itself.
restored-last-order = Last purchase here: { $time }
restored-no-order = There is no purchase here.
restored-orders = Orders under way at that time: { $count }; now: { $still }
restored-payments = Online payments open at that time, and asked about again: { $count }; now: { $still }
restored-balance = Balance at the gateway: { $before } ({ $time }); now: { $now }
    .agent-shop = You could spend at the shop that yours buys from: { $before } ({ $time }); now: { $now }
restored-balance-now = Balance at the gateway at that time: unknown; now: { $now }
    .agent-shop = What you could spend at the shop that yours buys from at that time: unknown; now: { $now }
restored-unknown-now = unknown, the gateway does not answer
    .agent-shop = unknown, the shop that yours buys from does not answer
restored-unknown = ⚠️ { $method } took payments that this shop does not know ({ $count }):
restored-unknown-one = • { $amount } · { $reference } · { $date }
restored-unknown-elsewhere = • { $amount } · { $reference } · { $date } · for another address
restored-unknown-more = … and { $count } more
restored-none-unknown = ✅ { $method } lists no unverified payment that this shop does not know.
restored-no-list = ▫️ { $method } has no list of payments that we can ask for: look at its panel.
restored-no-answer = 🔴 { $method } does not answer. Refresh.
restored-rights = Roles, limits and API tokens are as they were then: what you took away since is there again. Look at staff and agents before you resume.
restored-verified = Payments that were verified after the backup are in no list: they stand in the panel of the provider.
key-compare = 🗄 Compare
backup-caption = 🗄 Backup of { $time }. Only the backup passphrase opens it. To restore: <code>npm run restore -- FILE</code>
backup-caption-part = 🗄 Backup of { $time }, part { $part } of { $parts }. Only the backup passphrase opens it. To restore: <code>npm run restore -- FILE FILE…</code>, with all parts in order.
health-backup = 🗄 Last backup: { $ago }
health-backup-old = 🔴 Last backup: { $ago }
health-backup-unsent = 🗄 Last backup: { $ago }, not sent yet
health-backup-problem = 🔴 The backup failed { $ago }: { $why }
health-backup-waiting = 🗄 No backup yet: one is being made
    .agent-shop = 🗄 No backup yet: the first comes in the night
health-backup-off = 🔴 The shop is not backed up.
desk-backup-off = ⚠️ Backups are off
key-backup = 🗄 Backups
backup-title = <b>🗄 Backups</b>
backup-who = Whoever installed the bot on the server turns them on: set BACKUP_PASSPHRASE and start the bot again. From then on an encrypted archive comes here every night.
desk-backup-old = 🔴 The last backup is older than two days
desk-backup-failed = 🔴 The last attempt at a backup failed
key-back-up = 🗄 Back up now
backup-asked = A backup is being made.
backup-writing-rows = 🗄 A backup is being written: { $rows } rows
backup-writing = 🗄 A backup is being written: { $percent }% ({ $rows } rows)
backup-checking = 🗄 The backup is being read back: { $percent }%
backup-sending = 🗄 The backup is made and is being sent
backup-done = ✅ Backup of { $time }: { $size }, { $rows } rows. It was read back and sent as a file.
alert-purchases-failing = 🔴 The gateway has stopped answering purchases. Orders wait with their money on hold and are asked again by themselves; new buyers are told before they confirm.
    .agent-shop = 🔴 The shop that yours buys from has stopped answering purchases. Orders wait with their money on hold and are asked again by themselves; new buyers are told before they confirm.
alert-purchases-answered = ✅ The gateway answers purchases again; it had stopped on { $since }. Waiting orders are being finished.
    .agent-shop = ✅ The shop that yours buys from answers purchases again; it had stopped on { $since }. Waiting orders are being finished.
alert-ledger = ⚠️ Ledger check: { $count ->
    [one] one sum is
   *[other] { $count } sums are
  } not what the entries add up to. Nothing was paused or changed; please look into it.
alert-low-balance = ⚠️ Our balance at the gateway is low: { $balance }, below { $threshold }. Please top it up before purchases are refused.
    .agent-shop = ⚠️ At the shop that yours buys from you can spend { $balance }, less than { $threshold }. Please add money in that shop's bot before purchases are refused.
alert-review = 🔎 Order { $code } got no definite answer for too long and is in review. Its money is on hold until you decide.
alert-unrecognised = 🔎 The gateway answered order { $code } in words that GATEWAY_SUCCESS_PATTERN does not know: { $message }
    The order is in review, and its money is on hold until you decide. If this means success, correct the pattern.
alert-agent-joined = 👋 { $name } accepted an invitation and is an agent now, with a credit limit of { $limit }.
alert-payment-waiting = ⏰ A payment of { $amount } ({ $method }) has been waiting for more than ten minutes.
alert-payment-mismatch = ⚠️ A payment of { $amount } ({ $method }) does not fit what the provider says: { $why } Nothing was credited. Please look and decide.
alert-payment-kept-person-paused = 💰 A payment of { $amount } has arrived from someone who is blocked. Its order was not bought; the money is in their wallet.
alert-payment-kept-selling-paused = 💰 A payment of { $amount } has arrived while selling is paused. Its order was not bought; the money is in the payer’s wallet.
alert-payment-unsettled = ⚠️ A payment of { $amount } was credited, but { $method } does not confirm it and may give the money back to the payer. Please look.
alert-payment-unknown = ⚠️ { $method } took a payment of { $amount } for this shop that we know nothing of. Reference: { $reference }. Nothing was credited.
alert-payment-misconfigured = ⚠️ { $method } refuses our requests, so payments there fail: { $why }
    .agent-shop = ⚠️ { $method } refuses our requests, so payments there fail: { $why } Check your merchant id under Money › Settings › Online payment.

# The bot’s own page
bot-description = Mobile data packages and top-ups for every operator. Send a number, choose, confirm: bought exactly once, and you always learn the outcome.
bot-short-description = Data packages and top-ups in a few taps.
command-start = Home
command-sell = Sell to a number
command-today = My sales today
command-balance = My balance
command-wallet = Wallet
command-support = Support
command-search = Find a package
command-orders = My orders
command-settings = Language and unit
command-help = Help
command-terms = Terms
command-cancel = Leave what you are doing

# Plans and reminders
command-plans = My plans
key-plans = 🔁 Plans
key-new-plan = ➕ New plan
key-make-plan = 🔁 Make a plan
key-make-plan-of = 🔁 Buy this regularly
key-plan-same = The same thing
key-plan-last = What I buy last
key-plan-ceiling = Up to { $ceiling }
key-plan-agree = ✅ Agree to { $price }
key-plan-schedule = 🗓 Other days
key-plan-limit = Another price limit
key-plan-item = 📦 Something else
key-plan-orders = 🧾 Past orders
key-skip-cycle = ⏭ Skip
key-change-plan = ✏️ Change
key-stop-plan = ⏹ Stop
key-resume-plan = ▶️ Resume
key-open-plan = 🔁 Open plan
key-add-money = ➕ Add money
key-pay-debt = Pay the debt: { $debt }
key-all-of-them = All { $count }
schedule-days = { $days ->
    [1] Once a day
    [7] Every week
   *[other] Every { $days } days
  }
schedule-persian = Day { $date } of the Iranian month
schedule-gregorian = Day { $date } of the Western month
plans-title = <b>Your plans</b>
plans-hint = Choose one to see or change it.
plans-none = You have none yet. A plan buys the same thing for a number again and again, from your wallet, and never above the price you agree to.
plans-of-day = <b>Planned for { $day }</b>
plan-row = { $sign } { $what } · { $whose }
plan-row-day = { $sign } { $what } · { $whose } · { $day }
plan-last = what you bought last
plan-last-now = What you buy last for it; now: <b>{ $what }</b>
plan-price = Last price { $price }, at most { $ceiling }
plan-title = 🔁 <b>Plan</b>
plan-stopped = ⏹ <b>This plan is stopped.</b>
plan-paused-skips = ⏸ <b>This plan is paused:</b> three times in a row it was skipped.
plan-paused-person = ⏸ <b>This plan is paused.</b>
plan-next = Next: { $day }
plan-waits-money = ⏳ It waits for money in your wallet.
plan-waits-limit = ⏳ It waits, because of your daily limit.
plan-waits-price = ⏳ It waits for your answer: the price is above your limit.
plan-waits-product = ⏳ It waits for your answer: this is not on sale any more.
plan-waits-selling = ⏳ It waits until the shop sells again.
plan-waits-gateway = ⏳ It waits for the operator's answer.
plan-orders-title = <b>What this plan did</b>
plan-orders-none = Nothing yet.
plan-cycle = { $day }: { $what }
cycle-waiting = not bought yet
cycle-ordered = ordered
cycle-money = skipped, too little money in the wallet
cycle-limit = skipped, above the daily limit
cycle-price = skipped, the price was above your limit
cycle-product = skipped, it was not on sale any more
cycle-selling = skipped, the shop did not sell
cycle-gateway = skipped, the operator did not answer
cycle-person = skipped by you
cycle-late = skipped, the shop was not running
cycle-restored = skipped; it may have been bought before the shop was restored. Please ask support
cycle-stopped = not bought, the plan was stopped
new-plan-title = <b>A new plan</b>
new-plan-hint = Choose one of your orders: the same will be bought for the same number.
new-plan-none = A plan is made of an order. Buy something first; then tap “Buy this regularly” under the receipt.
plan-when-title = <b>How often?</b>
plan-when-hint = The day before, you get a notice and can skip, change or stop it.
plan-when-last = Each time it buys what you bought last for this number. The day before, you get a notice.
plan-ceiling-title = <b>At most for how much?</b>
plan-price-now = The price now is { $price }.
plan-price-last = The last price was { $price }; it may have changed.
plan-ceiling-hint = Above your limit nothing is bought; you are asked first. You can also type an amount.
plan-limit-low = ⚠️ It costs { $price }, more than your limit: nothing is bought before you agree to more.
plan-made = ✅ Planned. The first time is { $day }; you get a notice the day before.
plan-skipped-note = ⏭ Skipped: nothing is bought on { $day }.
plan-changed = ✅ Changed.
plan-change-title = <b>Change the plan</b>
plan-items-hint = Choose something that you bought for this number. Anything else: buy it once, then come back.
notice-plan-tomorrow = 🔁 <b>{ $day }: your plan buys this.</b>
notice-plan-short = 👛 <b>Your plan for { $day } is short of { $missing }.</b>
    Add money and it is bought at once. Otherwise it is tried again tomorrow morning, and then skipped.
notice-plan-price = ❓ <b>The price is now { $price }, above your limit.</b>
    Nothing is bought unless you agree by tomorrow morning.
notice-plan-product = ❓ <b>What you planned for { $day } is not on sale any more.</b>
    Nothing is bought unless you choose something else by tomorrow morning.
notice-plan-limit = ⏳ <b>Your plan for { $day } is above your daily limit.</b>
    It is tried again tomorrow morning, and then skipped.
notice-plan-late = 🕰 <b>Bought late.</b> This was planned for { $day }; sorry for the delay. The receipt comes by itself.
notice-plan-missed = { $count ->
    [one] ⏭ <b>One time was missed:</b> the shop was not running on { $from }. It is not bought later.
   *[other] ⏭ <b>{ $count } times were missed:</b> the shop was not running from { $from } to { $to }. They are not bought later.
  }
notice-plan-paused = ⏸ <b>Your plan is paused.</b> Nothing is bought until you resume it.
notice-plan-skipped = ⏭ <b>{ $day }: { $why }.</b>
notice-plan-skips = That was the third time in a row, so the plan is paused.
notice-plans-tomorrow = { $count ->
    [one] 🔁 <b>{ $day }: one plan buys.</b>
   *[other] 🔁 <b>{ $day }: { $count } plans buy.</b>
  }
notice-plans-sum = Together about { $sum }.
failure-plan-unknown = There is no such plan.
failure-plan-not-open = That is not possible any more.
failure-plans-too-many = You have as many plans as there can be. Stop one first.
alert-gateway-elsewhere = ⚠️ Purchases wait: this process buys at { $own }. The process that started last buys at { $noted }, and seems to be gone. Restart the bot with the right GATEWAY_URL.
alert-plans-unfunded = ⚠️ Plans of the next 7 days need { $planned }, and our balance at the gateway is { $balance }. Please top it up.
    .agent-shop = ⚠️ Plans of the next 7 days need { $planned }, and you can spend { $balance } at the shop that yours buys from. Please add money in that shop's bot.
report-planned = { $count ->
    [one] 🔁 Planned for the next 7 days: { $count } sale, { $total }
   *[other] 🔁 Planned for the next 7 days: { $count } sales, { $total }
  }
report-planned-short = ⚠️ The balance at the gateway is { $missing } short of that.
    .agent-shop = ⚠️ What you can spend at the shop that yours buys from is { $missing } short of that.
periods-plans = <b>A file of plans</b>
file-plans = 📄 Plans, { $days }. Amounts are in { $unit }.
column-date = Date
column-schedule = How often
column-ceiling = At most ({ $unit })
key-reminders = 🔔 Reminders
key-reminders-on = 🔔 Turn reminders on
key-reminders-off = 🔕 Turn reminders off
key-mute-number = 🔕 Mute this number
key-unmute = 🔔 { $number }
key-same-again = ↻ Buy the same again
key-choose-another = Another one
reminders-title = <b>Reminders</b>
reminders-on = 🔔 The day before a package ends, you are reminded.
reminders-off = 🔕 You are not reminded of packages that end.
reminders-muted = These numbers are muted; a tap turns their reminders on again:
quiet-now = Quiet hours: { $hours }. Only receipts, results and answers come then.
quiet-off = No quiet hours: messages come at any hour.
quiet-never = any hour
quiet-hours = { $hours }
reminder-title = ⏳ <b>This package ends about { $day }.</b>
reminder-estimate = The day is an estimate, counted from the purchase.
reminder-muted = 🔕 No more reminders for { $number }.
digest-title = { $count ->
    [one] ⏳ <b>A package of one customer ends about { $day }.</b>
   *[other] ⏳ <b>{ $count } packages of your customers end about { $day }.</b>
  }
digest-hint = A tap sells the same again.
ending-title = <b>Packages that end</b>
ending-none = There are none here.

# Wallets and a seller's day
key-wallet = 👛 My wallet
key-statement = Statement
key-today = 📊 Today
key-sell = 🛒 Sell
key-pay = 💳 Pay { $amount }
confirm-smallest = The smallest payment is { $amount }; the rest stays in your wallet.
confirm-old-debt = { $debt } of it is owed from before.
key-pay-missing = 💳 Pay the missing { $amount }
key-pay-exactly = { $amount } with VAT in it
wallet-title = <b>My wallet</b>
wallet-balance = Balance: { $balance }
wallet-debt = You owe: { $debt }
wallet-held = On hold for open orders: { $held }
wallet-limit = Credit limit: { $limit }
wallet-available = <b>You can spend: { $available }</b>
wallet-unlimited = <b>You can spend without limit.</b>
wallet-today = Left of your limit for today: { $left } of { $limit }
their-debt = Owes: { $debt }
their-available = <b>Can spend: { $available }</b>
their-unlimited = <b>Can spend without limit.</b>
statement-title = <b>Statement</b>
statement-empty = Nothing has moved yet.
statement-line = { $time } · { $what }: { $amount } → { $after }
statement-line-note = { $time } · { $what }: { $amount } → { $after } ({ $note })
statement-order = { $what } · { $number } · { $code }
ledger-grant = Credit
ledger-take = Deducted
ledger-repayment = Repayment in cash
ledger-payment = Payment
ledger-hold = On hold
ledger-capture = Purchase
ledger-release = Given free
today-title = <b>Today</b>
today-none = Nothing sold yet.
today-sold = { $count ->
    [one] { $count } sale, { $total }
   *[other] { $count } sales, { $total }
  }
today-operator = { $operator }: { $count ->
    [one] { $count } sale
   *[other] { $count } sales
  } · { $total }
today-waiting = ⏳ Still being checked: { $count } · { $total }
today-api = 🔌 Of these by API: { $count } · { $total }
invoice-below = The invoice is below. The order is bought as soon as it is paid.
invoice-paid = The invoice is paid. Order { $code }
invoice-description = { $what } for { $number }, bought by itself after the payment. Order { $code }, { $amount }.
checkout-expired = The time for this price is over. Nothing was paid; please ask for the price again.
checkout-price-moved = The price has changed: it was { $was } and is now { $now }. Nothing was paid; please ask for the price again.
payment-kept = Your payment of { $amount } has arrived, but the order can no longer be bought at that price. The money is in your wallet; nothing is lost.
payment-kept-why = Your payment of { $amount } has arrived, but it could not buy the order: { $why } The money is in your wallet; nothing is lost.

# One payment, as the payer reads it
payment-line = { $sign } { $state } · { $amount }
payment-mark-asked = waiting for payment
payment-mark-submitted = being checked
payment-mark-paid = paid
payment-mark-expired = expired
payment-mark-refused = not accepted
payment-asked = Waiting for your payment of { $amount }.
payment-for = 🛒 { $what } for { $number }. It is bought by itself after the payment.
payment-purchase = 🛒 { $what } · { $number }
payment-description = { $what } for { $number }, bought by itself after the payment
payment-unpaid = ✖️ The bank says that nothing was paid. Pay again, or cancel.
payment-unpaid-here = ✖️ The bank says that nothing was paid on this page. Another page for this sum is still open: if you paid there, wait, the result comes here. Otherwise pay again, or cancel.
key-open-payments = 🕓 Open payments ({ $count })
open-payments-title = <b>Open payments</b>
open-payments-hint = Press one to continue it, to send its slip or to cancel it.
open-payments-none = No payment is open.
invoice-in-chat = Its invoice is in this chat: pay it there, or cancel it here.
payment-checking = 🔎 We are checking your payment of { $amount } with the bank. Please do not pay again; the result comes here.
payment-arrived = 🔎 Your { $amount } has arrived, and the shop is checking it. Please do not pay again; the result comes here.
payment-slip-sent = 🧾 Your slip for { $amount } has arrived and is being checked. The result comes here.
payment-one-at-a-time = ⏳ The slip of a transfer is still being checked. The next transfer can begin after that; the other ways to pay are open.
payment-paid = ✅ { $amount } was added to your wallet.
payment-bought = ✅ Your payment of { $amount } has arrived. It buys { $what } for { $number } by itself; the receipt comes here.
payment-other-amount = You were asked for { $asked }; what arrived is { $amount }.
payment-receipt = Bank reference: { $receipt }
payment-balance = Your balance now: { $balance }
payment-expired = ⌛️ The time for this payment of { $amount } is over. If you have paid nevertheless, it is booked by itself as soon as the bank confirms it.
payment-expired-card = ⌛️ The time for this transfer of { $amount } is over. If you have transferred it nevertheless, send the slip here.
payment-given-up = ✖️ You gave up the payment of { $amount }. If the bank takes it nevertheless, it is booked by itself.
payment-given-up-card = ✖️ The transfer of { $amount } was given up. If you have transferred it nevertheless, send the slip here.
payment-not-needed = ☑️ This payment of { $amount } is not needed any more: it was paid in another way, or its order is over. If the bank takes it nevertheless, it is booked into your wallet by itself.
payment-not-needed-card = ☑️ This transfer of { $amount } is not needed any more: it was paid in another way, or its order is over. If you have transferred it nevertheless, send the slip here.
payment-refused = ❌ The payment of { $amount } was not accepted. Nothing was added to your wallet.
payment-reason-unavailable = The payment page could not be opened. Nothing was paid.
payment-reason-misconfigured = The payment page could not be opened. Nothing was paid.
payment-reason-blocked = Your account is blocked, so the payment page was not opened. Nothing was paid.
payment-reason-reversed = The bank gave the money back to your card.
payment-reason-not-found = No such transfer has arrived on our card.
payment-reason-unreadable = The slip cannot be read. Please send it again.
payment-reason-wrong-amount = The amount does not match.
method-zarinpal = ZarinPal
method-zibal = Zibal
method-card = Card to card
method-invoice = Telegram invoice
method-wallet = From the wallet

# Adding money
wallet-add-money = <b>Add money:</b> choose an amount.
add-money-title = <b>Add money</b>
add-money-hint = How much do you want to add to your wallet?
ask-add-money = Send the amount, from { $min } to { $max }. Without a unit it is read as { $unit }.
no-method = You cannot pay here yet. Please ask the seller for credit.
no-method-owner = You cannot pay here yet. Please ask { $owner } for credit.
pay-title = <b>To pay: { $amount }</b>
pay-choose = How do you want to pay?
pay-online-hint = An online payment opens the bank's page. The result comes here by itself.
key-pay-online = 🌐 Pay online
key-pay-zarinpal = 🌐 Online: ZarinPal
key-pay-zibal = 🌐 Online: Zibal
key-pay-card = 💳 Card to card
key-pay-invoice = 🧾 Telegram invoice
key-pay-again = 💳 Pay again
invoice-below-wallet = The invoice is below. The money is in your wallet as soon as it is paid.
invoice-wallet = Add money
invoice-wallet-description = { $amount } for your wallet.
card-title = <b>Card to card</b>
card-amount = Amount: <b>{ $amount }</b>
card-number = Card: { $number }
card-holder = In the name of: { $holder }
card-hint = Please transfer exactly this amount: its last digits are how we recognise you. Then send a photo of the slip, a file, or the tracking code, right here.
key-copy-card = 📋 Card
key-copy-amount = 📋 Sum (rials)
key-tracking-code = ✏️ Send the tracking code
ask-tracking-code = Send the tracking code of your transfer, or a photo or file of the slip.
slip-wanted = The transfer of { $amount } is still open. Send a photo or a file of its slip, or the tracking code, right here: then the shop can find your money.
slip-question = 🧾 <b>Is this the slip of a transfer?</b>
slip-question-open = Of which transfer? If it was another amount, write it.
slip-question-amount = If so, write how much you transferred.
key-slip-of = ✅ Yes, { $amount }
key-not-slip = 🎧 No, for support
key-code-of = 🧾 Code of { $amount }
code-or-other = Is { $code } the tracking code of your transfer, or something else?
key-is-slip = 🧾 This is a transfer slip

# The payment desk
payment-desk-title = <b>Money</b>
payment-desk-none = Nothing is waiting.
payment-desk-waiting = { $count ->
    [one] 🔎 One payment is waiting.
   *[other] 🔎 { $count } payments are waiting.
  }
payment-desk-today = <b>Paid today</b>
payment-sum = { $method }: { $total } ({ $count })
payment-sum-none = Nothing yet.
key-payments-waiting = 🔎 Waiting ({ $count })
key-payments-day = 📅 By day
key-find-payment = 🔍 Find
key-cards = 💳 Cards
key-payment-settings = ⚙️ Settings
payments-waiting-title = <b>Waiting payments</b>
payments-waiting-hint = Those that have waited longest come first.
payments-day-title = <b>Paid on { $day }</b>
payments-found-title = <b>Payments for “{ $words }”</b>
payments-of = <b>Payments of { $name }</b>
payments-none = None found.
payments-found = The newest come first.
ask-find-payment = Send a bank reference, a tracking code, the provider's reference, the last four digits of the payer's card, or the payer's name or @username.
slip-title = 🧾 <b>Card transfer: has it arrived?</b>
slip-decided = { $sign } <b>{ $state }</b> · { $by }
slip-approved = approved
slip-payer = From: { $name }
slip-card = To the card ending in { $tail }, { $holder }
slip-unasked = ⚠️ The payer named this amount; no card was shown for it.
slip-code = Tracking code: { $code }
slip-credited = Credited: <b>{ $amount }</b>
beside-slip = ⚠️ The same slip came for another payment: { $name }, { $amount }, { $state }
beside-amount = ⚠️ The same amount was asked of { $name }: { $amount }, { $state }
beside-person = 🔁 This person was also asked for { $amount }: { $state }
key-approve = ✅ Approve { $amount }
key-approve-other = ✏️ Other sum
key-reject-other = ❌ My reason
key-reject-not-found = ❌ It has not arrived
key-reject-unreadable = ❌ The slip is unreadable
key-reject-wrong-amount = ❌ The amount is wrong
key-open-payment = Open payment
key-next-payment = ⏭ Next waiting one
toast-payment-paid = Approved
toast-payment-refused = Rejected
toast-payment-decided = This was decided already
ask-payment-amount = How much has really arrived, in { $unit }? That is what the wallet gets.
approve-amount-title = <b>Credit this to the wallet?</b>
approve-amount-asked = Asked for: { $amount }
approve-amount = Arrived: <b>{ $amount }</b>
approve-amount-far-more = 🔴 Much more than was asked for. Another unit, or a zero too many?
approve-amount-far-less = 🔴 Much less than was asked for. Another unit, or a zero too few?
approve-amount-order = If the order's price still stands, it is bought with this money at once.
ask-payment-reason = Why is it rejected? The payer reads these words.
payment-reference = Provider's reference: { $reference }
payment-payer-card = Payer's card: { $card }
payment-problem = ⚠️ { $problem }
payment-problem-other-amount = { $amount } was paid instead.
payment-problem-refused-but-paid = It was rejected, but the provider has the money.
payment-problem-restored = It was open when the shop was restored: the money may be credited already. Compare it with the provider's panel.
payment-paid-back = Paid back: { $amount }
payment-event = { $when } · { $who }: { $state } — { $why }
payment-step-asked = asked for
payment-step-slip-photo = photo of the slip sent
payment-step-slip-file = file of the slip sent
payment-step-slip-text = tracking code sent
payment-step-back = back from the bank
payment-step-approved = approved
payment-step-approved-with = approved with { $amount }
payment-step-paid-back = { $amount } paid back: { $note }
payment-step-provider = the provider says so
payment-step-messenger = the messenger says so
payment-step-unpaid = the provider says that it is not paid
payment-step-reversed = given back by the provider or the bank
payment-step-late = not paid in time
payment-step-cancelled = cancelled
payment-step-replaced = replaced by another request
payment-step-order-over = its order was over
payment-step-paid-elsewhere = paid in another way
payment-step-asked-again = the provider may have the money; asked again
payment-step-shown-again = the provider may have the money; shown to owners
payment-answer-code = the provider answers with code { $code }
payment-answer-refusal = the provider refused the request: code { $code }
payment-answer-blocked = the payer is blocked
payment-answer-contradiction = the provider's answers contradict each other
payment-answer-unreadable = the provider's answer cannot be read
payment-answer-silence = the provider did not answer
payment-answer-no-amount = the provider names no amount
payment-answer-other-amount = another amount was paid
payment-answer-other-payer = another person paid
payer-blocked = 🚫 Card to card is closed for this person after three rejected slips.
key-reopen-card = 🔓 Open card to card again
key-payer = 👤 The payer
key-their-payments = Their payments
key-pay-back = ↩️ Pay back
ask-pay-back = How much did you pay back outside the bot, in { $unit }, and how? For example: 500000 to their card on Monday
pay-back-title = <b>Take this from the wallet as paid back?</b>
pay-back-note = Note: { $note }
pay-back-balance = Balance: { $before }, then { $after }
key-yes-pay-back = ↩️ Take { $amount }
cards-title = <b>Cards for card to card</b>
cards-none = There is no card yet. Add one to take transfers.
card-facts = { $holder } · { $bank }
card-facts-off = { $holder } · { $bank } · off
key-remove-card = 🗑 Remove
key-add-card = ➕ Add a card
key-yes-remove-card = 🗑 Yes, remove it
remove-card-title = <b>Remove this card?</b> Transfers that are on their way can still be approved.
ask-card = Send the 16 digits of the card and the holder's name, like this: 6037 9911 1111 1112 Sara Ahmadi
ask-card-rename = To change the name of a holder, send the same number with the new name; the card is switched on too.
payment-settings-title = <b>Payment settings</b>
payment-settings-range = One payment: { $min } to { $max }
payment-settings-presets = Amounts on the buttons: { $amounts }
payment-settings-methods = Press a method to switch it on or off.
payment-settings-no-method = No method is set up yet. Add a card, or see the settings of the installation for online payments.
    .agent-shop = No method is set up yet. Add a card. Online payment appears here when the shop that yours buys from allows it.
key-smallest = Smallest
key-largest = Largest
key-presets = Amounts on buttons
ask-payment-smallest = The smallest amount of one payment, in { $unit }?
ask-payment-largest = The largest amount of one payment, in { $unit }?
ask-payment-presets = Up to six amounts for the buttons, in { $unit }, each on a line of its own.

# Files
key-file = 📄 CSV file
key-other-period = ✏️ Other dates
periods-orders = <b>A file of your orders</b>
periods-money = <b>A file of your wallet</b>
periods-shop = <b>A file of everyone's orders</b>
periods-payments = <b>A file of payments</b>
periods-wallet-of = <b>A file of the wallet of { $name }</b>
periods-hint = Of which days? It opens in Excel or any spreadsheet.
period-today = Today
period-week = This week
period-month = This month
period-last = Last month
ask-period = Send the first and the last day, for example:
    <code>{ $example }</code>
file-orders = 📄 Your orders, { $days }. Amounts are in { $unit }.
file-person = 📄 Orders of { $name }, { $days }. Amounts are in { $unit }.
file-money = 📄 Your wallet, { $days }. Amounts are in { $unit }.
file-shop = 📄 Everyone's orders, { $days }. Amounts are in { $unit }.
file-payments = 📄 Payments, { $days }. Amounts are in { $unit }.
file-wallet-of = 📄 Wallet of { $name }, { $days }. Amounts are in { $unit }.
file-empty = There is nothing for { $days }, so there is no file.
file-days = { $from } to { $to }
file-failed = The file could not be sent. Please try again in a minute.
file-interrupted = The bot was restarted before your file or picture was ready. Please ask for it again.
file-busy = Your earlier files are still on their way. Please wait for them first.
column-code = Code
column-time = Time
column-iso = Time (ISO)
column-number = Number
column-operator = Operator
column-sim = SIM type
column-what = Product
column-base = Price ({ $unit })
column-vat = VAT ({ $unit })
column-total = Total ({ $unit })
column-charge = Paid ({ $unit })
column-source = Source
column-cost = Cost ({ $unit })
column-profit = Profit ({ $unit })
column-own-profit = My profit ({ $unit })
column-state = State
column-message = Operator's message
column-seller = Buyer
column-seller-id = Buyer's id
column-kind = Type
column-amount = Change ({ $unit })
column-balance = Balance ({ $unit })
column-note = Note
column-method = Method
column-credited = Credited ({ $unit })
column-paid-back = Paid back ({ $unit })
column-reference = Provider's reference
column-receipt = Bank reference
column-card = Payer's card
column-payer = Payer
column-payer-id = Payer's id

# Reports
key-reports = 📈 Reports
span-day = Day
span-week = Week
span-month = Month
span-before-day = the day before
span-before-week = the week before
span-before-month = the month before
report-title = <b>Report · { $period }</b>
report-shop = The whole shop
key-report-parts = ☰ Details
report-none = Nothing was sold.
report-discounts = Discounts: { $discount }
report-after-discounts = After discounts: { $charged }
report-fees = Fees: { $fee }
report-after-fees = With fees: { $charged }
report-own-cost = What you pay: { $cost }
report-cost = Cost: { $cost }
report-profit = Profit: { $profit }
report-line-profit = { $line }, profit { $profit }
profit-unknown = unknown
profit-partly-short = { $profit } + unknown
profit-partly = { $count ->
    [one] { $profit } (one sale of unknown cost not counted)
   *[other] { $profit } ({ $count } sales of unknown cost not counted)
  }
report-vat = Without VAT: { $base }, VAT: { $vat }
report-more = { $percent }% more than { $than }
report-less = { $percent }% less than { $than }
report-same = About the same as { $than }
report-so-far = So far, { $percent }% of { $than }
report-operators = <b>By operator</b>
report-products = <b>What was sold</b>
report-sellers = <b>By seller</b>
report-methods = <b>Sales by way of paying</b>
report-api = <b>Of these by API</b>
source-api = By API
report-payments = <b>Money received by method (purchases and added money)</b>
report-line = { $what }: { $count ->
    [one] { $count } sale
   *[other] { $count } sales
  } · { $total }
report-product = { $what } ({ $operator }, { $sim })
report-offers = Personal offers ({ $sim })
report-others = All others
report-customers = Customers themselves
report-tehran = Tehran time. A sale counts on the day it was confirmed.

# Pictures
key-chart = 📊 Chart
key-picture = 🖼 Picture
chart-mine = My sales, last 30 days
chart-person = Sales of { $name }, last 30 days
chart-shop = All sales, last 30 days
chart-span = { $from } – { $to }
chart-count = { $count ->
    [one] One sale
   *[other] { $count } sales
  }
chart-average = On average { $amount } a day
chart-best = Best day: { $day }, { $amount }
chart-none = Nothing was sold in these days.
chart-legend = Sales of each day in { $unit }
chart-legend-counts = Sales of each day in { $unit }; above each bar, how many
receipt-delivered = Delivered
receipt-activated = Delivered
receipt-number = Number
receipt-operator = Operator
receipt-time = Time
receipt-code = Code
receipt-scan = Scan to check that this receipt is genuine

# Receipts for others
key-share = ↗ Send
key-send-on = ↗ Send to someone
share = Anyone with this link sees what was bought, the amount, the time and how it stands, with the number masked and without a word about you.
proof-title = 🧾 A receipt from <b>{ $shop }</b>
proof-open = ⏳ <b>On its way.</b> There is no answer from the operator yet.
proof-rejected = ❌ <b>Not bought.</b> Nothing was delivered.
proof-unknown = There is no such receipt. Please check that the link is complete.
proof-link = Check this receipt

# Lists of numbers
key-to-list = 📋 The list
key-drop-list = Drop list
key-include-bought = Include those who got it today
key-bulk-retry = ↻ Try the failed again ({ $count })
key-bulk-section = { $operator } ({ $count })
key-bulk-rows = ☰ Rows ({ $count })
key-bulk-row = { $row } · { $price }
key-bulk-row-wrong = ✖️ { $row }
key-bulk-correct = ✏️ Fix ({ $count })
key-bulk-change = ✏️ Change
key-bulk-without = { $count ->
    [one] Go on with the one chosen
   *[other] Go on with the { $count } chosen
  }
bulk-which-section = Whose choice shall be another one?
key-bulk-as-others = Same as the others
key-bulk-leave-out = Leave this row out
key-bulk-take-in = Take this row in
bulk-title = { $count ->
    [one] <b>A list with one number</b>
   *[other] <b>A list with { $count } numbers</b>
  }
bulk-list = { $count ->
    [one] A list with one number
   *[other] A list with { $count } numbers
  }
bulk-list-waits = { $count ->
    [one] 📋 A list with one number is waiting: what you choose is for it.
   *[other] 📋 A list with { $count } numbers is waiting: what you choose is for it.
  }
bulk-what = { $count ->
    [one] What should the one number of { $operator } get? Choose, or type an amount or a package.
   *[other] What should the { $count } numbers of { $operator } get? Choose, or type an amount or a package.
  }
bulk-nothing = There is no number on it that could be sold to.
bulk-too-long = ⚠️ A list holds { $most } numbers at most: the last { $count } are left out. Send them as a list of their own.
bulk-line-unclear = ⚠️ The amount or package beside several numbers in one line was not read. Write each number in a line of its own, or choose here.
bulk-operator-unknown = Unknown operator
bulk-section = <b>{ $operator }</b> ({ $count }) · { $total }
bulk-section-empty = <b>{ $operator }</b> ({ $count })
bulk-group = { $what } · { $count } × { $each }
bulk-unchosen = ❔ Nothing chosen yet ({ $count }):
bulk-row = · { $number }
bulk-row-item = · { $number } · { $what } · { $price }
bulk-chosen = { $count ->
    [one] To be bought for one number:
   *[other] To be bought for { $count } numbers:
  }
bulk-promo-rows = The code is for { $uses } of these numbers; { $others ->
    [one] the other one has
   *[other] the other { $others } have
  } the usual price: it does not fit, or there are no more uses.
bulk-promo-used = Some uses of the code were taken meanwhile. These are the prices now.
bulk-unit-which = The amounts of these { $count } rows name no unit. Which one is it?
bulk-more = … and { $count } more
bulk-more-file = … and { $count } more, in the CSV file
bulk-short = It is all or none: ask the owner for credit, or send a shorter list.
bulk-short-pay = Pay, then try again: it is all or none.
bulk-number-invalid = ✖️ Not a mobile number ({ $count }): { $which }
bulk-unclear = ✖️ Can mean several things ({ $count }): { $which }
bulk-not-found = ✖️ Not on sale like that ({ $count }): { $which }
bulk-twice = ✖️ Twice on the list ({ $count }): { $which }
bulk-other-operator = ✖️ Not for this operator ({ $count }): { $which }
bulk-not-for-number = ✖️ Not for this kind of number ({ $count }): { $which }
bulk-bought-today = ✖️ Got the same today already ({ $count }): { $which }
bulk-unavailable = ✖️ No longer on sale ({ $count }): { $which }
bulk-left-out = ✖️ Left out ({ $count }): { $which }
bulk-rows-title = { $count ->
    [one] <b>One row</b>
   *[other] <b>{ $count } rows</b>
  }
bulk-rows-hint = Choose one to change its number, its operator or what it gets.
bulk-row-written = { $number } “{ $words }”
bulk-row-short = { $number } ({ $missing ->
    [one] one digit missing
   *[other] { $missing } digits missing
})
bulk-row-long = { $number } ({ $extra ->
    [one] one digit too many
   *[other] { $extra } digits too many
})
bulk-row-words = Written: { $words }
bulk-row-gets = Gets: { $what } · { $price }
bulk-row-now = ✏️ Now: { $number } · { $what } · { $price }
bulk-fix-hint = Correct these rows and send all of them back in one message, each in a line. "-" leaves a row out. What you do not write stays.
key-bulk-one-by-one = ✏️ One by one
key-bulk-leave-all = Leave all out ({ $count })
key-copy = 📋 Copy
failure-list-lines = Send { $count } lines, in the same order, one for each row. "-" leaves a row out.
bulk-row-hint = To change this row, send it as it should be, for example: 09121234567 5000.
bulk-row-ported = If the number was ported, choose its operator.
bulk-row-number-invalid = ✖️ This is not a mobile number.
bulk-row-unclear = ✖️ It can mean several things. Which one?
bulk-row-not-found = ✖️ Nothing on sale fits these words.
bulk-row-twice = ✖️ This number is on the list twice, so this row is left out.
bulk-row-other-operator = ✖️ What was chosen is not for this operator.
bulk-row-not-for-number = ✖️ TD-LTE packages are for TD-LTE numbers (modems), and everything else is for phones.
bulk-row-bought-today = ✖️ This number got the same today already.
bulk-row-unavailable = ✖️ What was chosen is no longer on sale.
bulk-row-left-out = ✖️ This row is left out.
bulk-running = ⏳ <b>{ $what }</b>
    { $done } of { $count } finished. The rest follows here by itself.
bulk-over = <b>{ $what }</b>
    { $count ->
        [one] The one number is finished.
       *[other] All { $count } numbers are finished.
    }
bulk-delivered = ✅ Delivered: { $count } · { $total }
bulk-rejected = ❌ Not bought, money back in your wallet: { $count }
bulk-waiting = ⏳ Still being checked: { $count }
bulk-reversed = ↩️ Reversed, money back in your wallet: { $count }
bulk-row-reversed = ↩️ { $number } · { $code }
bulk-row-delivered = ✅ { $number } · { $code }
bulk-failed = ❌ { $number } · { $code }
bulk-failed-why = ❌ { $number }: { $reason } · { $code }
file-list = { $count ->
    [one] <b>The list</b>, one row
   *[other] <b>The list</b>, { $count } rows
  }
list-number-invalid = not a mobile number
list-unclear = several meanings
list-not-found = not on sale
list-twice = twice on the list
list-other-operator = another operator
list-bought-today = got it today
list-unavailable = no longer on sale
list-left-out = left out

# The shop's desk
key-desk = 🗝 Desk
key-reviews = 🔎 In review ({ $count })
key-open-order = 🔎 Open the order
key-open-agent = 👤 Their page
key-decide-delivered = ✅ It was delivered
key-decide-rejected = ❌ It was not
desk-reviews = 🔎 Orders that wait for your decision: { $count }
desk-orders-title = <b>Orders</b>
desk-orders-none = Nothing has been ordered yet.
desk-orders-hint = The latest orders, everyone's.
reviews-title = <b>Orders in review</b>
reviews-hint = They got no definite answer in time, or one in unknown words, and are not sent again. Ask the operator by the code, then record the outcome.
reviews-none = None. Every order has its answer.
review-buyer = Buyer: { $buyer }
review-title = { $sign } <b>{ $state }</b>
review-event = { $time } · { $state }
review-event-why = { $time } · { $state }: { $why }
key-find = 🔍 Find
key-buyer = 👤 The buyer
ask-find = Send the order's code, or the number it was for.
number-orders-title = <b>Orders for { $number }</b>, everyone's
number-orders-none = Nothing was ever bought for it here.
mark-quoted = Priced
mark-confirmed = Confirmed
mark-unsure = Unsure
mark-review = In review
mark-delivered = Delivered
mark-rejected = Not bought
mark-reversed = Reversed
mark-expired = Expired
mark-cancelled = Cancelled
ask-decide-delivered = How do you know that it was delivered? It is written down, and the held money is spent.
ask-decide-rejected = Why was it not bought? The buyer reads what you write, and their money is free again.
key-agents = 👥 Agents
key-owing = 💰 Who owes what
key-invite = + Invite an agent
key-copy-link = Copy the link
key-grant = + Credit
key-take = − Deduct
key-repayment = + Repayment
key-limit = Credit limit
key-remind = 🔔 Remind
key-remind-all = 🔔 Remind all
key-send-reminder = 🔔 Send
key-block = ⛔ Block
key-unblock = ▶️ Unblock
key-pause-selling = ⏸ Pause selling
key-resume-selling = ▶️ Resume selling
desk-title = <b>The shop's desk</b>
key-desk-orders = 🧾 Orders
key-desk-money = 💰 Money
key-desk-people = 👤 People
key-desk-shop = 🛠 Shop
desk-people-title = <b>People</b>
desk-people-hint = Those who sell, buy and work here, and a message to all of them.
desk-people-staff-hint = Those who sell and buy here.
desk-shop-title = <b>Shop</b>
payments-any-method = all methods
key-support-settings = ⚙️ Settings
support-settings = Questions under Help, ready answers, and when to alert.
desk-failing = 🔴 The gateway answers no purchase; this began { $ago }. Orders wait, and buyers are told before they confirm.
    .agent-shop = 🔴 The shop that yours buys from answers no purchase; this began { $ago }. Orders wait, and buyers are told before they confirm.
desk-owed = You owe the shop that yours buys from: { $debt }
desk-own-balance = Your balance at the shop that yours buys from: { $balance }
desk-balance = Balance at the gateway: { $balance } ({ $ago })
    .agent-shop = You can spend there: { $balance } ({ $ago })
desk-balance-low = ⚠️ Balance at the gateway is low: { $balance } ({ $ago })
    .agent-shop = ⚠️ You can spend little there: { $balance } ({ $ago })
desk-balance-unknown = The gateway has not told its balance yet.
    .agent-shop = The shop that yours buys from has not told your balance yet.
desk-selling = Selling is on.
desk-today-none = Today: nothing sold yet.
desk-today = { $count ->
    [one] Today: one sale, { $total }
   *[other] Today: { $count } sales, { $total }
  }
desk-paused-owner = ⏸ You paused selling: { $reason }
desk-paused-gateway = ⏸ Selling is paused: the gateway refuses our token.
    .agent-shop = ⏸ Selling is paused: the shop that yours buys from does not sell to you now.
desk-paused-clock = ⏸ Selling is paused: the clock of the server is wrong. It goes on by itself when the clock is right.
desk-paused-account = ⏸ Selling is paused: our account at the gateway is empty. It goes on by itself when the balance suffices.
    .agent-shop = ⏸ Selling is paused: your wallet at the shop that yours buys from is short. It goes on by itself when it suffices.
desk-paused-restore = ⏸ Selling is paused: the shop was restored from a backup, and what came after it is unknown here. Compare with the gateway and the payment providers, then resume.
    .agent-shop = ⏸ Selling is paused: the shop was restored from a backup, and what came after it is unknown here. Compare with the shop that yours buys from and the payment providers, then resume.
agents-title = <b>Agents</b>
agents-hint = With their balances; those who owe most come first.
agents-none = There are no agents yet. Invite the first one.
owing-title = <b>Who owes what</b>
owing-sum = Altogether: { $sum }
owing-hint = Choose someone, or remind them all.
owing-none = No one owes anything.
agent-paused = ⛔ Blocked: { $reason }
role-customer = Customer
role-agent = Agent
role-owner = Owner
ask-invite = What is the new agent's credit limit, in { $unit }? Send 0 for none.
ask-grant = How much credit, in { $unit }? You can add a note, for example: 500000 cash on Monday
ask-take = How much shall be deducted from the wallet, in { $unit }? You can add a note.
ask-repayment = How much was paid back in cash, in { $unit }? You can add a note, for example: 500000 on Monday
ask-limit = What is the new credit limit, in { $unit }? Send 0 for none. You can add a note.
ask-pause = Why is this person blocked? They will read it. They can buy nothing; their money stays theirs, and orders under way go on.
ask-pause-selling = Why is selling paused? Buyers will read it.
invited = This link makes one person an agent with a credit limit of { $limit }. It works once, until { $until }:
invite-own = This is one of your invitations. It is still good: pass it on to the new agent.
credit-grant = <b>Give this credit?</b>
credit-take = <b>Deduct this from the wallet?</b>
credit-repayment = <b>Book this repayment in cash?</b>
credit-limit = <b>Set this credit limit?</b>
credit-before = Balance before: { $balance }
credit-after = Balance after: <b>{ $balance }</b>
credit-limit-before = Limit before: { $balance }
credit-limit-after = Limit after: <b>{ $balance }</b>
key-yes-grant = ✅ Give { $amount }
key-yes-take = − Deduct { $amount }
key-yes-repayment = ✅ Book { $amount }
key-yes-limit = ✅ Set to { $amount }
joined = You are an agent now. Your credit limit is { $limit }. Send a number to sell, or a whole list of numbers.
done-grant = ✅ Credit given: { $amount }
done-take = ✅ Deducted: { $amount }
done-repayment = ✅ Repayment booked: { $amount }
done-limit = ✅ The credit limit is { $amount } now.
take-too-much = ⚠️ At most { $most } can be deducted: no more is there.
not-told = They could not be told: they have blocked the bot or never wrote.
notice-grant = 👛 You were given credit: { $amount }
notice-take = 👛 { $amount } was deducted from your wallet.
notice-repayment = 👛 Your repayment of { $amount } is booked. Thank you.
still-owed = You still owe { $debt }.
notice-limit = 👛 Your credit limit is { $amount } now.
notice-note = Note: { $note }
notice-unpaused = ▶️ Your account is open again.
reminded = { $count ->
    [one] One person was reminded.
   *[other] { $count } people were reminded.
  }
reminded-skipped = { $count ->
    [one] One was reminded within the last { $hours } hours already.
   *[other] { $count } were reminded within the last { $hours } hours already.
  }
reminded-unreached = { $count ->
    [one] One cannot be reached: they blocked the bot.
   *[other] { $count } cannot be reached: they blocked the bot.
  }
reminded-told = ✅ Reminded. In their quiet hours it comes when these are over.
reminded-recently = They were reminded within the last { $hours } hours already. Give them a little time.
reminded-gone = They cannot be reached: they have blocked the bot.
reminded-nothing = They owe nothing.
reminder = 🔔 A friendly reminder: you owe { $debt }.
reminder-preview = { $name } will read this:
reminders-preview = Each debtor will read this, with their own amount:
notice-api-day-rejected = 🔌 By API on { $day }: { $count } delivered, { $total } paid; { $rejected } not bought.
notice-api-day = 🔌 By API on { $day }: { $count } delivered, { $total } paid.
desk-announcing = 📣 An announcement is on its way: { $sent } of { $total }
key-announce = 📣 Announce
key-audit = 📜 Audit trail
key-ledger-check = 🧮 Check the ledger
ledger-title = <b>The ledger</b>
ledger-right = ✅ Every wallet is what its entries add up to.
ledger-mismatch-balance = { $person } · balance: kept { $kept }, summed { $summed }
ledger-mismatch-held = { $person } · on hold: kept { $kept }, summed { $summed }
ledger-more = … and { $count } more
key-health = 🩺 Gateway
    .agent-shop = 🩺 Supplier
key-person-audit = 📜 What was done

# One message for everyone
ask-announce = Send the text, picture or file. You will see it first.
announcement-preview = ⬆️ <b>This is how it will look.</b>
announcement-people = { $count ->
    [one] One person will get it.
   *[other] { $count } people will get it.
  }
announcement-no-recipients = There is no one to send it to yet.
announcement-left-out = { $count ->
    [one] One more has blocked the bot and is left out.
   *[other] { $count } more have blocked the bot and are left out.
  }
key-send-announcement = { $count ->
    [one] 📣 Send to one person
   *[other] 📣 Send to { $count } people
  }
key-change-announcement = ✏️ Change
key-stop-announcement = ⏹ Stop
announcement-draft = 📣 <b>Not sent yet</b>
announcement-cancelled = 📣 <b>Cancelled.</b> No one got it.
announcement-sending = 📣 <b>On its way…</b> You need not wait here.
announcement-stopping = ⏹ <b>Stopping…</b>
announcement-stopped = ⏹ <b>The announcement was stopped.</b>
announcement-done = ✅ <b>The announcement is out.</b>
announcement-progress = { $bar } { $percent }%
announcement-sent = Sent: { $sent } of { $total }
announcement-blocked = Blocked the bot: { $count }
announcement-failed = Not taken by Telegram: { $count }
announcement-unsent = Not sent any more: { $count }

# The gateway's health
health-title = <b>The gateway</b>
    .agent-shop = <b>The shop that yours buys from</b>
health-well = 🟢 It answers.
health-unknown = ⚪️ It has not been asked yet.
health-unwell = 🔴 Trouble began { $ago }: { $why }
trouble-unavailable = it cannot be reached, or takes too long to answer.
trouble-malformed = its answers are not what its API describes.
trouble-unauthorized = it refuses our access token.
trouble-rejected = it refuses to list its products.
trouble-unreadable = its list of products cannot be read.
trouble-empty = its list of products came empty; the last good one is still used.
trouble-shrunken = its list of products came much shorter than before; the last good one is still used.
health-answered = Last good answer: { $ago }
health-token-accepted = Access token: accepted
    .agent-shop = The shop that yours buys from sells to you.
health-token-refused = ⚠️ Access token: refused. Selling is paused until it works.
    .agent-shop = ⏸ The shop that yours buys from does not sell to you now. Selling is paused until it does.
health-catalogue = Catalogue: { $products } products, { $onSale } on sale ({ $ago })
health-catalogue-none = Catalogue: not loaded yet
health-dropped = Products that could not be read: { $count }
health-hour = Purchases in the last hour: ✅ { $delivered } delivered · ❌ { $rejected } refused
health-waiting = On their way now: { $count }, of which unsure: { $unsure }; the oldest from { $ago }
health-none-waiting = On their way: none
health-receipts = Receipts that have not reached their buyers yet: { $count }
health-failed = ⚠️ Messages or taps that could not be handled in the last 30 days: { $count }. The latest, as the log names them:
health-failed-one = · { $reference } ({ $ago })
health-polling = Telegram: long polling
health-webhook = Telegram: webhook
health-at = As of { $time }

# The audit trail
audit-title = <b>Audit trail</b>
audit-none = Nothing was done yet.
audit-numbered = { $number }. { $line }
audit-line = { $when } · { $what }
audit-line-why = { $when } · { $what } — { $why }
key-audit-entry = { $number } in full
audit-kind-all = All
audit-kind-money = Money
audit-kind-people = People
audit-kind-orders = Orders
audit-kind-selling = Selling
audit-kind-announcing = Announced
audit-entry-invite = { $who } made an invitation with a credit limit of { $amount }
audit-entry-join = { $who } became an agent with a credit limit of { $amount }
audit-entry-pause = { $who } blocked { $person }
audit-entry-unpause = { $who } unblocked { $person }
audit-entry-limit = { $who } set the credit limit of { $person } to { $amount }
audit-entry-grant = { $who } gave { $person } credit of { $amount }
audit-entry-take = { $who } deducted { $amount } from the wallet of { $person }
audit-entry-repayment = { $who } booked a repayment of { $amount } by { $person }
audit-entry-remind = { $who } reminded { $person } of a debt of { $amount }
audit-entry-remind-gone = { $who } could not remind { $person } of a debt of { $amount }
audit-entry-pause-selling = { $who } paused selling
audit-entry-resume-selling = { $who } resumed selling
audit-entry-decide-delivered = { $who } decided that order { $code } of { $person } was delivered
audit-entry-decide-rejected = { $who } decided that order { $code } of { $person } was not bought
audit-entry-bulk = { $count ->
    [one] { $who } sold to one number from a list, { $amount }
   *[other] { $who } sold to a list of { $count } numbers, { $amount }
  }
audit-entry-announce = { $count ->
    [one] { $who } announced to one person
   *[other] { $who } announced to { $count } people
  }
audit-entry-stop-announcing = { $count ->
    [one] { $who } stopped an announcement after one person
   *[other] { $who } stopped an announcement after { $count } people
  }
audit-entry-approve-payment = { $who } approved a payment of { $amount } by { $person }
audit-entry-reject-payment = { $who } rejected a payment of { $amount } by { $person }
audit-entry-pay-back = { $who } paid { $amount } back to { $person }
audit-entry-payment-settings = { $who } changed the payment settings
audit-entry-bank-card = { $who } changed the bank card ending in { $code }
audit-entry-reopen-card = { $who } let { $person } pay by card again

# Payment pages in a browser
payment-page-paid = Paid
payment-page-paid-text = Your payment has arrived. Everything else is in the chat.
payment-page-unpaid = Not paid
payment-page-unpaid-text = The bank says that nothing was paid. You can start again from the chat.
payment-page-expired = Not paid in time
payment-page-expired-text = The time for this payment is over. If the bank took your money all the same, it will reach your wallet, and the chat will tell you.
payment-page-refused = Not paid
payment-page-refused-text = This payment is closed and nothing was taken. You can start a new one in the chat.
payment-page-reversed = Given back
payment-page-reversed-text = The bank gave the money of this payment back to your card.
payment-page-checking = Checking your payment…
payment-page-checking-text = We are asking the bank. This takes a few seconds; you may also close this page, the chat will tell you.
payment-page-waiting = Still checking
payment-page-waiting-text = The bank has not given a definite answer yet. Your money is not lost: the chat will tell you as soon as we know.
payment-page-unavailable = The payment page cannot be opened
payment-page-unavailable-text = The payment provider does not answer right now. Nothing was taken. This page tries again by itself; you can also pay another way in the chat.
payment-page-unknown = Payment not found
payment-page-unknown-text = There is no payment under this address. Please open the link in the chat once more.
payment-page-busy = One moment please
payment-page-busy-text = We cannot show this page right now. It will load again by itself.
payment-page-purchase = { $what } for { $number }
payment-page-chat = Back to the chat

# A sale in one line
quick-sale-which = Which of these do you mean?
quick-sale-this = Do you mean this?
quick-sale-none = Nothing like “{ $words }” is sold for this number.
quick-sale-other-operator = This number is of { $operator }, and you wrote { $named }. If it was ported, change its operator here.
quick-sale-whose = You saved this name for several numbers. Which one do you mean?

# Prices
key-prices = 🏷 Prices
key-add-rule = ➕ Add a rule
key-tiers = 🏅 Levels
key-commission = 🏦 Commission
key-add-commission = ➕ Add a commission
key-end-rule = End this rule
key-discount = ▼ Discount
key-fee = ▲ Service fee
key-save-rule = ✅ Save, from now on
key-save-tomorrow = Save, from tomorrow on
key-add-tier = ➕ New level
key-turnover = ✏️ Turnover
key-rename-tier = ✏️ Rename
key-end-tier = 🗑 Delete
key-yes-end-tier = Yes, delete it
key-promo-for = 🎟 Promo code
key-no-tier = No level
key-agent-tier = 🏅 Level
key-person-prices = 🏷 Own prices
rules-title = <b>Prices</b>
rules-none = Everyone pays the gateway's price. Add a rule to give a discount or to charge a fee.
    .agent-shop = Everyone pays the list price. Add a rule to give a discount or to charge a fee.
rules-hint = Press a rule to see it or to end it. A person's own price comes first, then that of the level, then that of everyone.
rules-unknown-cost = ⚠️ The gateway's commission is not entered yet: profit is shown as unknown.
commission-title = <b>The gateway's commission</b>
    .agent-shop = <b>What the shop that yours buys from leaves you</b>
commission-none = Not entered yet. Without it the cost of a sale is unknown, and so is the profit.
    .agent-shop = The shop that yours buys from leaves you nothing: you pay the list price.
commission-hint = What the gateway takes off for you. Orders quoted from now on use it; older ones keep what they had.
    .agent-shop = What the shop that yours buys from leaves you. It tells this itself, and changes are here within a minute.
person-prices-title = <b>Prices of { $name }</b>
person-prices-none = No rules of their own: they pay what their level or their role pays.
price-for-customer = Customers
price-for-agent = Agents
price-for-gateway = The gateway
    .agent-shop = The shop that yours buys from
price-type-data = Data
price-type-topup = Top-up
price-type-tdlte = TD-LTE
price-everything = Everything
price-every-operator = Every operator
price-every-type = Every type
price-discount = Discount of { $percent }
price-fee = Service fee of { $percent }
price-commission = Commission of { $percent }
rule-for = For: { $audience }
rule-what = Of: { $what }
rule-name = Shown as: { $name }
rule-since = Since { $when }
rule-from = Starts on { $when }
rule-always = Since the shop began
rule-saved = ✅ Saved.
rule-audience = <b>Who is the rule for?</b>
rule-audience-hint = A rule for one person is added on that person's page.
rule-which-operator = For which operator?
rule-which-type = For which type of product?
rule-which-kind = A discount, or a service fee on top?
ask-percent-discount = How many percent off? Type it, for example: 2.5
    A name may follow, which buyers see: 2.5 Spring discount
ask-percent-fee = How many percent on top? Type it, for example: 1.5
    A name may follow, which buyers see: 1.5 Service fee
ask-percent-commission = How many percent does the gateway take off for you? Type it, for example: 3
preview-title = <b>Best sellers, before → after</b>
preview-cost = <b>What best sellers cost you, before → after</b>
preview-none = Nothing of it was sold in the last 30 days, so there is nothing to compare.
preview-line = { $what }: { $before } → { $after }
preview-quotes = Prices that were already quoted stay as they are.
loss-below = 🔴 <b>This sells below cost.</b>
loss-free = 🔴 <b>This sells for nothing.</b>
loss-example = { $what } for { $total }: you get { $charge }, and it costs you { $cost }. Loss on each: { $loss }.
loss-example-unknown = { $what } for { $total }: you get { $charge }, and the gateway's commission is not entered. Loss on each: up to { $loss }.
loss-with = With the code { $code } on top of: { $rule }
loss-unknown = ⚠️ The gateway's commission for this is not entered: whether it sells below cost is unknown.
loss-once-more = Sell at a loss all the same?
key-sell-at-loss = 🔴 Yes, sell at a loss
losses-in-force = { $count ->
    [one] 🔴 One price or code sells at a loss
   *[other] 🔴 { $count } prices and codes sell at a loss
}
tiers-title = <b>Levels of agents</b>
tiers-none = There are no levels yet. A level has prices of its own; agents get it from you, or by their turnover.
tiers-hint = The turnover beside a level is that of the last 30 days at which an agent rises to it.
tier-title = <b>Level { $name }</b>
tier-agents = { $count ->
    [one] One agent
   *[other] { $count } agents
  }
tier-by-owner = You assign it on an agent's page.
tier-by-turnover = Agents rise to it at { $turnover } in 30 days.
tier-no-rules = It has no prices of its own yet.
ask-tier = What is the new level called?
ask-rename-tier = What is the level called from now on?
end-tier-title = <b>Delete level { $name }?</b>
end-tier-agents = { $count ->
    [one] One agent has it. They have no level then, pay the prices of all agents, and are told.
   *[other] { $count } agents have it. They have no level then, pay the prices of all agents, and are told.
  }
end-tier-rules = { $count ->
    [one] One rule ends, and so do its promo codes. Quoted prices stay.
   *[other] Its { $count } rules end, and so do its promo codes. Quoted prices stay.
  }
ask-turnover = At which turnover of the last 30 days does an agent rise to it, in { $unit }? 0: only you assign it.
agent-tier = Level: { $tier }
agent-tier-title = <b>Level of { $name }</b>
agent-tier-hint = Which level? The agent is told.
notice-tier = 🏅 You are at level <b>{ $tier }</b> now. Your prices are those of this level.
notice-tier-rise = 🎉 By your sales of the last 30 days you rose to level <b>{ $tier }</b>. Your prices are those of this level now.
notice-no-tier = You have no level any more. Your prices are those of all agents.
failure-percent-invalid = Please type a percentage between 0.01 and 100, for example: 2.5
failure-price-rule-unknown = This rule has ended.
failure-tier-unknown = There is no such level.
failure-tier-taken = Another level has this name.
audit-kind-prices = Prices
audit-entry-price = { $who } set a price: { $rule }
audit-entry-end-price = { $who } ended a price: { $rule }
audit-entry-tier = { $who } made a level of agents
audit-entry-tier-turnover = { $who } set the turnover of a level to { $amount }
audit-entry-rename-tier = { $who } renamed a level
audit-entry-end-tier = { $who } deleted a level
audit-entry-assign-tier = { $who } set the level of { $person }
audit-entry-rise = { $person } rose by turnover
seller-today = { $count ->
    [one] Today: one sale, your profit { $profit }
   *[other] Today: { $count } sales, your profit { $profit }
}
seller-hint = Send a number, a line (09123456789 5000) or several numbers.

# Promo codes
key-promos = 🎟 Promo codes
key-promo = 🎟 Promo code
key-add-promo = ➕ New code
key-promo-line = ✏️ All in one line
key-no-limit = No limit
key-make-promo = ✅ Make this code
key-drop-promo = ✖️ No code
key-end-promo = End this code
promos-title = <b>Promo codes</b>
promos-none = There are no codes. A code takes a percentage or an amount off one order.
promos-hint = Press a code to see its use or to end it.
promo-row = { $code } · { $value } · { $used }×
promo-title = <b>{ $code }</b> · { $value } off
promo-preview = It does not exist yet. If all is right, make it.
promo-for-everyone = Everyone
promo-for-customer = Customers
promo-for-agent = Agents
promo-audience = <b>Who is the code for?</b>
promo-audience-person = For one person, open that person's page, then Terms, then Own prices.
promo-value = <b>How much off?</b>
promo-uses = <b>How often in all?</b>
    Each person once.
promo-days = <b>For how many days?</b>
ask-promo-code = Type the code: 3 to 20 English letters or digits, like NOWRUZ
promo-times = { $count ->
    [1] 1 time
   *[other] { $count } times
  }
promo-any-uses = Any number of uses
promo-most-uses = { $count ->
    [one] In all: one time
   *[other] In all: { $count } times
  }
promo-most-each = { $count ->
    [one] Each person: one time
   *[other] Each person: { $count } times
  }
promo-until = Until { $when }
promo-used = Used so far: { $count }
promo-report = { $people ->
    [one] By one person.
   *[other] By { $people } people.
  } Taken off: { $discount }; paid with it: { $charged }.
promo-remembered = 🎟 The code { $code } will be taken off your next purchase that it fits.
ask-promo = Please type your promo code.
ask-promo-terms = Type the code, what it takes off (a percentage, or an amount in { $unit }), how often in all, how often each, for how many days. 0 is no limit. For example:
    NOWRUZ 10% 100 1 30
confirm-promo = Promo code { $code }: { $amount } off
failure-promo-unknown = There is no such code, or it has ended.
failure-promo-unfit = This code is not for this purchase.
failure-promo-used-up = This code is used up, by you or by others. The price without it:
failure-promo-invalid = Please type it like this (code, discount, uses in all, uses each, days): NOWRUZ 10% 100 1 30
failure-promo-spelling = The code must be 3 to 20 English letters or digits, like NOWRUZ
failure-promo-taken = This code exists already. Please choose another one.
audit-entry-promo = { $who } made a promo code
audit-entry-end-promo = { $who } ended a promo code

## Staff

key-staff = 👔 Staff
staff-title = <b>Staff</b>
staff-hint = People who work for the shop, and links that are still open. Choose one to change it.
staff-none = The shop has no staff yet. Invite a cashier, support or a reporter with a link.
staff-cashier = Cashier
staff-support = Support
staff-reporter = Reporter
staff-may-cashier = Decides payments that wait, gives credit up to a daily limit, sees people and payments.
staff-may-support = Finds orders, answers people, writes notes, sees people and payments.
staff-may-reporter = Reads reports, orders, payments, people, health and the audit trail.
staff-credit = Credit a day: { $limit }
staff-decides = Decides orders in review.
staff-decides-not = Does not decide orders in review.
staff-invite-row = 🔗 { $role } · until { $until }
key-invite-staff = + Invite someone
staff-which-role = <b>What should they do?</b>
ask-staff-credit = How much may the cashier credit in a day, in { $unit }? 0: nothing.
staff-invited = This link makes one person of the staff: <b>{ $role }</b>. It works once, until { $until }.
key-revoke = ✖️ Revoke this link
key-staff-credit = Credit a day
key-decides-on = Let them decide reviews
key-decides-off = Reviews: the owner only
key-person = 👤 Their page
key-remove-staff = ✖️ Take the role away
staff-remove = { $name } will not be { $role } any more, from this moment on. They stay a customer or an agent.
key-yes-remove-staff = Yes, take it away
staff-invite-own = This is one of your links. It is still good: pass it on to the new colleague.
staff-joined = You work for the shop now: <b>{ $role }</b>. The Desk is on your home screen.
owner-joined = You are an owner of this shop now. The Desk is on your home screen.
owner-link-own = You are an owner of this shop already; the link was not used.
notice-staff-removed = You do not work for the shop any more. Your orders and your wallet stay as they are.
alert-staff-joined = 👋 { $name } opened your link and works for the shop now: { $role }.
alert-owner-joined = 🗝 { $name } opened a link that was made on the server and is an owner of the shop now (id { $id }). If you do not know of it, type on the server: <code>sharj owner --remove</code> and the id.
desk-credit-left = Your credit today: { $left } of { $limit } left
command-desk = Desk
failure-own-wallet = Your own wallet, payments and orders are decided by someone else.
failure-staff-limit = This is over what you may credit in a day: { $limit }. Left today: { $left }. The next day begins on { $anew }.
audit-entry-invite-staff = { $who } made a link for the staff
audit-entry-join-staff = { $who } opened a link and works for the shop
audit-entry-become-owner = { $who } opened the server's link and became an owner
audit-entry-remove-owner = { $person } was removed as an owner, on the server
audit-entry-allow-api = { $who } allowed { $person } the API
audit-entry-forbid-api = { $who } ended the API of { $person }
audit-entry-api-limit = { $who } changed the API's daily limit of { $person }
audit-entry-api-token = { $who } made the API token { $code }
audit-entry-replace-api-token = { $who } replaced the API token { $code }
audit-entry-change-api-token = { $who } changed the API token { $code }
audit-entry-revoke-api-token = { $who } revoked the API token { $code } of { $person }
audit-entry-api-settings = { $who } changed their API settings
audit-entry-change-staff = { $who } changed what { $person } may do
audit-entry-remove-staff = { $who } took the role of { $person } away
audit-entry-revoke-invite = { $who } revoked a link

## API

key-api = 🔌 API
api-title = <b>API</b>
api-open = Your site, till or bot buys here at your expense, with a token.
api-url = Address: { $address }
api-url-unknown = Ask the owner for the address of the API.
api-limit = Daily limit: { $limit }
api-tokens-sum = Tokens: { $tokens } · calls today: { $calls }
api-receipts-on = Receipts of these orders come to this chat.
api-receipts-off = Receipts of these orders do not come to this chat.
api-hook-told = When such an order ends, we tell: { $address }
api-closed = The API is not open to you. The owner opens it for agents.
key-api-tokens = 🔑 Tokens
key-new-api-token = + New token
key-api-receipts-on = 🧾 Send receipts here
key-api-receipts-off = 🧾 Send no receipts here
key-api-hook = 📮 Notices to your server
api-tokens-title = <b>Tokens</b>
api-tokens-title-of = <b>Tokens of { $name }</b>
api-tokens-hint = Anyone with a token buys at your expense. Make one for each site or till.
api-tokens-none = There is no token yet.
api-token-line = <b>{ $name }</b> · { $start }
api-token-used = Last use: { $when } · calls today: { $calls }
api-token-unused = Not used yet.
api-token-since = Made: { $when }
api-token-addresses = Taken only from: { $addresses }
api-token-any-address = Taken from any address.
ask-api-token-name = What is the token for? Send a name, such as “Site” or “Till 1”.
ask-api-token-rename = Send the token's new name.
api-token-issued = <b>The token { $name }</b>
api-token-once = It is not shown again. Store it now in your site or till, then erase it here.
key-copy-api-token = 📋 Copy the token
key-erase-api-token = ✓ Stored, erase it here
key-rename-api-token = ✏️ Name
key-api-addresses = 🌐 Addresses
key-replace-api-token = 🔄 Replace
key-revoke-api-token = ✖️ Revoke
ask-api-addresses = From which addresses is the token taken? Send addresses such as 203.0.113.7 or networks such as 203.0.113.0/24, separated by spaces, or “any”.
key-api-any-address = From any address
api-token-replace = A new token takes the place of { $name } and is shown once. The present one ends at once: until your site or till has the new one, it cannot buy.
key-yes-replace-api-token = Yes, replace it
api-token-revoke = The token { $name } ends at once and for ever.
key-yes-revoke-api-token = Yes, revoke it
api-hook-title = <b>Notices to your server</b>
api-hook-hint = When an order by the API ends, we send a signed notice to this address. Your server checks it with the secret.
api-hook-none = No address is set.
api-hook-address = Address: { $address }
key-api-hook-set = ✏️ Address
key-api-hook-secret = 🔑 Secret
key-api-hook-test = 📤 Test
key-api-hook-remove = ✖️ Remove
ask-api-hook = Send the address that we are to tell. It begins with https:// and can be reached from the internet. A new address gets a new secret.
api-hook-secret = <b>The secret of our notices</b>
api-hook-secret-hint = A notice is ours if it is signed with this. Keep it to yourself.
key-copy-api-secret = 📋 Copy the secret
api-deliveries = <b>Last notices</b>
api-delivery = { $when } · { $what } · { $state }
api-delivery-test = test
api-delivery-waiting = waiting
api-delivery-delivered = delivered
api-delivery-given-up = given up
api-delivery-with-result = { $state } ({ $result })
person-api-title = <b>API of { $name }</b>
person-api-allowed = Allowed: a site or till of theirs buys at their expense.
person-api-forbidden = Not allowed.
person-api-no-limit = There is no daily limit of its own for the API.
person-api-off = The API is off in the server's settings.
key-allow-api = Allow
key-forbid-api = ✖️ End
person-api-forbid = { $name } cannot buy by the API from this moment on. Tokens and settings stay for when you allow it again. We tell them.
key-yes-forbid-api = Yes, end it
key-api-limit = Daily limit
ask-api-limit = How much may { $name } buy by the API in a day, in { $unit }? Other limits hold beside it.
key-api-no-limit = No limit
notice-api-allowed = 🔌 The shop has opened the API for you: your site or till can buy here. Make a token under <b>Settings › API</b>.
notice-api-ended = 🔌 The shop has ended your access to the API. Your tokens do not work any more.

## Customers

key-customers = 🧾 Customers
customers-title = <b>Customers</b>
customers-hint = With what they have bought. Choose one, or find someone.
customers-none = No one has written to the bot yet.
customers-newest = Newest
customers-best = Most bought
key-find-customer = 🔎 Find someone
ask-find-customer = Send a name, a mobile number, the code of an order, a @username or the id. The beginning of a word is enough.
customers-found = <b>People found for { $words }</b>
customers-found-none = No one was found. Send another name, number or code.
customer-id = Id: { $id }
customer-username = Username: { $username }
customer-since = Since { $since }, last seen { $seen }
customer-unreachable = 🚫 They have blocked the bot, or left Telegram.
customer-bought = { $count ->
    [one] Bought: one order, { $sum }, on { $last }
   *[other] Bought: { $count } orders, { $sum }; the last on { $last }
  }
customer-bought-none = Has bought nothing yet.
customer-plans = Active plans: { $count }
customer-plan = • { $what } · { $number } · next { $day }
person-staff = Works for the shop: { $role }
key-person-orders = 🧾 Orders
key-person-records = 🗂 Records
key-person-terms = ⚙️ Terms
person-records = What the shop has about this person.
person-terms = On what terms this person buys.
person-orders-title = <b>Orders of { $name }</b>
key-notes = 📝 Notes
notes-title = <b>Notes about { $name }</b>
notes-none = There are no notes. Customers never see them.
note-line = { $when } · { $who }: { $text }
key-add-note = + Write a note
key-remove-note = Remove note { $number }
ask-note = Write the note. Only the owner and the staff read it.
key-message = ✉️ Message
ask-message = What should { $name } read? They see that it is from the shop, not from you.
message-sent = The message is on its way. If they cannot be reached, their page says so.
notice-shop-message = ✉️ <b>A message from the shop</b>
failure-person-unreachable = This person cannot be reached: they have blocked the bot, or left Telegram.
failure-message-too-long = This is too long: a message has at most 1,000 characters.
key-invites = Open links
invites-title = <b>Open invitations</b>
invites-hint = Links that have not been opened yet. Choose one to copy or revoke it.
invites-none = There is no open invitation.
invite-row = { $limit } · until { $until }
key-demote = Make a customer again
demote-title = <b>{ $name } becomes a customer again</b>
demote-debt = They owe { $debt }. The debt stays in their wallet and in the list of debts until it is paid.
demote-balance = The balance of { $balance } stays theirs.
demote-limit = The credit limit of { $limit } ends now.
demote-held = { $held } is held for orders under way, which go on.
demote-rest = Their level ends; from the next price on they pay what customers pay. They are told.
key-yes-demote = Yes, make a customer
notice-demoted = You are a customer of the shop again. Your balance and your orders stay; a debt stays to be paid.
audit-entry-demote = { $who } made { $person } a customer again, with a debt of { $amount }
audit-entry-note = { $who } wrote a note about { $person }
audit-entry-remove-note = { $who } removed a note about { $person }
audit-entry-message = { $who } wrote to { $person }

## Sharing in other chats

inline-receipt = 🧾 A receipt of { $shop }
inline-receipt-title = 🧾 Send this receipt
inline-operator = 📦 Packages of { $operator }
inline-any-amount = any amount
inline-open = Open the shop
inline-none = Nothing found: open the shop
key-buy-here = 🛒 Buy
key-buy-too = 🛒 Buy this too
key-show-receipt = 🔎 Check the receipt
key-send-card = 📨 Send as a card
key-share-product = 📨 Tell someone about it
key-link = 🔗 Link to this page
link-title =
    🔗 { $what }
    This link opens the bot here.
link-offers = Offers for { $number }
link-shows-number = The link contains this number: anyone who opens it sees it.
# Support
key-support = 🎧 Support
key-ask-order = 🎧 Ask
key-buy-for = 🛒 Buy for { $number }
key-support-reply = ✍️ Write back
key-support-answer = ↩️ Answer
key-support-open = Conversation
key-support-desk = 🎧 Support
key-support-desk-page = Open at the desk
key-ready-answers = Ready answers
key-close-support = ✅ Close
key-reopen-support = Reopen
key-open-person = Their page
key-faq = FAQ
key-support-alert = ⏰ Alert when unanswered
key-add-text = ➕ Add
key-change-text = ✏️ Change
key-move-text = ⬆️ Move up
key-remove-text = Delete
talk-greeting = Hello! 👋 How can I help? Send a mobile number to buy, or choose below.
talk-thanks = You are welcome! 🌱
talk-goodbye = Goodbye! 👋
one-at-a-time = One after the other: after the first one, write “again”.
numbers-ending = Which number? All of these end with { $digits }.
numbers-ending-none = None of your purchases is for a number that ends with { $digits }.
not-understood-again = I still do not understand. What would you like?
key-where-order = 🧾 Where is my order?
key-a-person = 🎧 Talk to a person
about-help =
    1. Write a number and a package: 09123456789 10gb monthly
    2. You see the price and confirm it.
    3. The receipt comes here; if it fails, the money is back in your wallet.
about-safe =
    You see the price before each purchase and confirm it yourself.
    Each purchase has a tracking code and stays in My orders.
    If a purchase fails, the money is back in your wallet. Try a small top-up first.
promo-help = If you have a promo code, write it here: your next purchase gets the discount.
no-transfer-open = No transfer of yours is open. To pay, choose Add money; if you have sent money already, write to support.
search-cheapest = cheapest
order-in-line = { $what } · { $number } · { $when }
no-order-lately = You have bought nothing in the last two days.
wish-rejected = The money of this purchase is back in your wallet.
wish-wrong-number = What has reached a number usually cannot be taken back. Write here what happened, and support will look into it.
wish-refund-open = If it fails, the money returns to your wallet by itself. You can write to support right here.
wish-refund-delivered = This purchase was delivered. Write here what happened, and support will look into it.
wish-cancel-order-open = This purchase is with the operator and cannot be cancelled any more. If it fails, your money returns.
wish-cancel-order-delivered = This purchase was delivered and cannot be cancelled. Write here what happened, and support will look into it.
help-faq = <b>Frequently asked</b>
support-title = <b>🎧 Support</b>
support-about = 🧾 About order { $code }
support-write = Write your question here: text, a photo, a voice message or a file. A person of the shop reads it, and the answer comes to this chat.
support-sent = ✅ Your message has reached support. The answer comes here. You can go on writing if something is missing.
key-support-settled = ✅ Settled, close this
support-settled = ✅ The conversation with support is closed. Write again at any time: /support
support-added = ✅ Sent to support.
support-closed = Support has closed this conversation. If anything is left, write again at any time.
support-from = 🎧 Support
support-from-order = 🎧 Support · order { $code }
support-of = 👤 { $name }
support-of-order = 👤 { $name } · order { $code }
support-answered-by = ↩️ { $who } to { $name }
support-edited = ✏️ Edited
support-blocked = ⚠️ Not delivered: { $name } has blocked the bot or deleted the account.
support-refused = ⚠️ This message could not be delivered: Telegram refused it.
support-gone = ⚠️ This message was deleted before it could be delivered.
support-deleted = 🗑 Taken back: { $name } does not see this answer any more.
support-not-deleted = ⚠️ It could not be taken back: Telegram allows that for 48 hours only.
support-answer-to = ✅ It goes to { $name }.
support-answer-taken = ✅ Your answer is on its way.
support-ask-answer = What shall { $name } read? Text, a photo, a voice message or a file. It is shown as from the shop.
support-card-id = { $role } · { $id }
support-card-order = { $order } · { $code }
support-card-no-orders = No orders yet.
support-topic-hint = What you write here goes to this person as the shop’s answer; what begins with / stays among you. Reply /delete to an answer to take it back, /close closes, /answers shows ready answers.
support-unknown-topic = ⚠️ This topic belongs to no conversation: what is written here reaches no one. Look for another topic of this person, or delete this one.
support-attachment = (photo, voice or file)
support-line = { $sign } { $time } { $text }
support-is-open = 💬 Open, nothing waits.
support-is-waiting = 🔴 Not answered yet: { $ago }
support-is-closed = Closed.
support-desk-title = <b>🎧 Support</b>
support-desk-none = No open conversations.
support-desk-counts = Open: { $open } · waiting for an answer: { $waiting }
support-desk-trouble = ⚠️ The support group cannot be used, so staff get messages in private: { $why }
desk-support = 🎧 Waiting for support: { $count }
ready-none = There are no ready answers yet. The owner writes them at the desk, under Support.
ready-choose = Which answer shall be sent?
texts-faq = <b>Frequently asked</b>
texts-answer = <b>Ready answers</b>
texts-none = There are none yet.
texts-hint = Choose one to change, move or delete it.
ask-text-faq = Send the question in the first line and its answer below it.
ask-text-answer = Send a short name in the first line and the answer below it.
support-alert-title = <b>⏰ Alert when unanswered</b>
support-alert-on = Staff are alerted once when a conversation has waited for { $minutes ->
    [one] a minute
   *[other] { $minutes } minutes
  }.
support-alert-off = There is no alert now.
alert-never = Never
alert-minutes = { $minutes } min
alert-support-unanswered = ⏰ { $name } has waited for an answer since { $since }.
alert-support-group-failed = ⚠️ The support group cannot be used: { $why }. Until it works, conversations come to you in private. The bot must be an administrator with the right to manage topics, in a group with topics.
alert-support-group-moved = The support group has a new id: { $chat }. Put it into SUPPORT_CHAT_ID; until then the bot remembers it.
failure-support-text-gone = This text is no longer there.
failure-support-text-invalid = I need two parts: the first line, and the text below it.
failure-support-text-full = There are 24 already. Delete one first.
audit-entry-close-support = { $who } closed the support conversation of { $person }
audit-entry-edit-answer = { $who } edited an answer of support to { $person }
audit-entry-take-back-answer = { $who } took back an answer of support to { $person }
audit-entry-support-text = { $who } changed a text of support
audit-entry-support-alert = { $who } changed when support alerts
report-support = 🎧 Support: { $asked ->
    [one] one question
   *[other] { $asked } questions
  }, answered: { $answered }
report-support-time = Usually { $time } to the first answer
time-minutes = { $minutes } min
time-hours = { $hours } h { $minutes } min


## Broadcasts to some people, at a time

announcement-audience = For: { $audience }
announcement-button = Button: { $label }
announcement-planned = 🕒 <b>Planned for { $when }</b>, Tehran time
audience-everyone = Everyone
audience-customers = Customers
audience-agents = Agents
audience-buyers = Bought in { $days } days
audience-language = { $language }
audience-tier = Level { $tier }
key-audience = 👥 Who it is for
key-broadcast-button = 🔘 Button
key-plan = 🕒 Send later
key-send-now = Send now
key-cancel-planned = ✖️ Cancel it
key-planned = 🕒 Planned ({ $count })
planned-title = <b>Planned announcements</b>
planned-hint = The next one first. Choose one to send it now or to cancel it.
planned-none = Nothing is planned.
which-audience = <b>Who should get it?</b>
which-button = <b>Where should the button lead?</b>
key-button-product = A product or a category
key-use-promo = 🎁 Use { $code }
key-no-button = No button
ask-broadcast-product = Which product or category? Send words of its name, as in the search.
search-targets = Choose a product, or a category (📁).
search-targets-none = Nothing was found. Go back and try other words.
ask-broadcast-time = <b>When should it be sent?</b> Choose, or type a time in Tehran: 18:30, tomorrow 9:00, { $date } 18:30.
failure-time-invalid = This is not a time to come within 60 days. For example: 18:30, tomorrow 9:00.
failure-time-unclear = I did not understand this time. Please type the hour, with the date in figures for another day: 18:30, tomorrow at 9.
audit-entry-plan-announcement = { $who } planned an announcement
audit-entry-cancel-announcement = { $who } cancelled a planned announcement

# Referral
key-referral = 🎁 Invite friends
key-referral-desk = 🎁 Referral
key-referral-on = ✅ Switch on
key-referral-off = ⏸ Switch off
key-referral-terms = ✏️ Change
referral-title = <b>Invite friends</b>
referral-terms = Send your link to people who are new here. For { $days } days you get { $percent } of what they pay, as credit in your wallet.
referral-off = Invitations earn nothing at the moment.
referral-summary = { $people ->
    [one] One person came · earned: { $earned }
   *[other] { $people } people came · earned: { $earned }
  }
referral-desk-title = <b>Referral</b>
referral-is-on = ✅ On: everyone finds their own link in the wallet.
referral-is-off = Off: no one earns anything by inviting others.
referral-desk-terms = { $percent } of what the invited person pays, for { $days } days after they came.
referral-report = <b>The last { $days } days</b>
referral-line = { $name }: { $people } · { $earned }
referral-line-void = { $name }: { $people } · { $earned } · { $void } with the same phone or card
ask-referral = Send the percentage and for how many days, for example: 1.5 90
failure-days-invalid = This number of days is not possible.
audit-entry-referral-settings = { $who } changed the referral
ledger-referral = Referral

# Reversed deliveries
key-reverse = ↩️ Reverse it
key-yes-reverse = Yes, give { $amount } back
reverse-title = <b>Reverse this delivery?</b>
reverse-hint = Do this when the operator took it back. The buyer gets the money and is told; a referral credit is taken back; the sale leaves the reports.
order-reversed-on = ↩️ Reversed on { $when }.
order-reversed = ↩️ Reversed on { $when }: { $amount } is back in the wallet.
notice-reversed = ↩️ Order { $code } was reversed. { $amount } is back in your wallet.
audit-entry-reverse = { $who } reversed an order of { $person }: { $amount } ({ $code })
ledger-reversal = Reversed purchase

# Settlement
key-settlement = 🗓 Settlement
key-settlement-weekly = Every week
key-settlement-monthly = Every month
key-settlement-never = Never
key-settlement-grace = Grace period
key-settlement-as-all = As all agents
settlement-title = <b>Settlement with agents</b>
settlement-title-of = <b>Settlement with { $name }</b>
settlement-as-all = As all agents:
settlement-never = No fixed day.
settlement-weekly = Every week on { $day }, at nine in the morning, agents who owe something get a statement.
settlement-monthly = Every month on day { $day } of the Persian calendar, at nine in the morning, agents who owe something get a statement.
settlement-grace = { $days ->
    [one] If it is not paid one day after they got it, selling pauses; it continues by itself when the statement is paid.
   *[other] If it is not paid { $days } days after they got it, selling pauses; it continues by itself when the statement is paid.
  }
settlement-no-grace = Selling pauses at once and continues by itself when the statement is paid.
settlement-open = <b>Not paid yet</b>
settlement-row = { $name }: { $left } · until { $until }
settlement-row-paused = ⏸ { $name }: { $left } · since { $until }
settlement-row-waiting = { $name }: { $left } · statement not delivered yet
settlement-more = … and { $count } more
settlement-which-weekly = On which day of the week?
settlement-which-monthly = On which day of the Persian month? In shorter months it is the last day.
settlement-which-grace = After how many days does selling pause?
settlement-pause = a statement that is not paid
notice-statement = 🧾 <b>Statement</b> { $from } – { $to }
statement-before = Owed before: { $amount }
statement-bought = Bought: { $amount }
statement-paid = Paid in: { $amount }
statement-owed = <b>You owe: { $amount }</b>
statement-until = Please pay by { $when }. After that selling pauses until it is paid.
statement-at-once = Selling is paused until it is paid.
notice-settlement-reopened = 🧾 <b>Your statement of { $day } is open again.</b> Of it, { $left } is not paid.
notice-own-settlement-pause = ⏸ Your statement of { $owed } is not paid. Selling is paused; it continues by itself as soon as it is paid.
notice-own-settlement-resume = ▶️ Your statement of { $owed } is paid. You can sell again.
alert-settlement-pause = ⏸ { $name } has not paid the statement of { $owed }: selling is paused for them.
alert-settlement-resume = ▶️ { $name } has paid the statement of { $owed } and can sell again.
failure-settlement-paused = ⏸ Your last statement is not paid, so selling is paused. Pay it in your wallet; then it continues by itself.
audit-entry-settlement = { $who } set a day of settlement
audit-entry-settlement-pause = The statement of { $person } was not paid ({ $amount }): paused
audit-entry-settlement-resume = The statement of { $person } was paid ({ $amount }): continued

## Privacy

key-privacy = 🔒 My data
privacy-title = <b>What is kept about you</b>
privacy-kept =
    <b>What we keep</b>
    From Telegram: your id, name and username, your language, and when you first and last wrote.
    From you: numbers that you use or save with their labels, lists of numbers, orders, plans and reminders, what you write to support, promo codes that you used.
    About money: your wallet with every movement, payments with their slips, tracking codes and the end of the card number, your credit and level if you are an agent.
    From the shop: notes about you, a block with its reason, and who decided what about your orders and payments.
privacy-shared = The operator's gateway gets the number and what is bought for it; a payment provider gets the amount, and what is bought with it for which number.
    .agent-shop = The shop that this one buys from keeps the number and what is bought for it, and the operator's gateway gets them; a payment provider gets the amount, and what is bought with it for which number.
privacy-rights = You can have all of it as a file, or have it deleted.
key-my-data = 📄 Get it as a file
key-delete-data = 🗑 Delete my data
data-title = All that the shop keeps about you
data-caption = All that is kept about you: for programs (JSON) and to read. Keep these files to yourself.
deletion-title = <b>Delete your data?</b>
deletion-goes = Deleted: your name and username, saved numbers, plans and reminders, what you wrote to support, the shop's notes, slips and card endings, and all but the first digits of the numbers in your orders.
deletion-stays = What stays, because the law and the accounts need it: orders and payments with their sums, times and codes under your Telegram id, without your name; and a block, if there is one. What was sent to the shop's own chats stays there. This cannot be undone, and the owner is told.
key-yes-delete = Yes, delete my data
deletion-done = Your data is deleted. If you write again, you start anew.
deletion-blocked = <b>Your data cannot be deleted yet:</b>
deletion-blocker-orders = { $count ->
    [one] • One order is under way. Its result comes to this chat.
   *[other] • { $count } orders are under way. Their results come to this chat.
  }
deletion-blocker-payments = { $count ->
    [one] • One payment is open. Finish or cancel it, or wait until it is decided.
   *[other] • { $count } payments are open. Finish or cancel them, or wait until they are decided.
  }
deletion-blocker-plans = { $count ->
    [one] • One plan is running. Stop it first: /plans
   *[other] • { $count } plans are running. Stop them first: /plans
  }
deletion-blocker-bot = • Your own bot runs, and its customers have money there. Settle with them and remove it first: Settings › My bot
deletion-blocker-debt = • You owe { $debt }. Please pay it first.
deletion-blocker-balance = • { $balance } is in your wallet. Spend it, or ask the shop to pay it back: /support
failure-deletion-blocked = Your data cannot be deleted yet.
failure-owner-stays = An owner's data is part of the installation: take your id out of the settings first.
alert-person-deleted = 🗑 The person with the id { $id } had their data deleted. Orders and payments stay without the name.
command-privacy = My data
audit-entry-delete-person = { $who } had their data deleted
data-people = You
data-person_notes = Notes of the shop
data-numbers = Numbers
data-wallets = Wallet
data-ledger = Movements of the wallet
data-orders = Orders
data-batches = Lists
data-plans = Plans
data-plan_cycles = Purchases of plans
data-reminders = Reminders
data-payments = Payments
data-payment_blocks = Ways of paying that are closed for you
data-payment_slips = Slips that you sent
data-promo_uses = Promo codes that you used
data-buyer_totals = What you bought in all
data-daily_sales = Sums of your days
data-audit = What the shop did about you
data-alerts = Messages of the shop to you
data-support_conversations = Conversation with support
data-support_messages = What was written to and by support
data-support_copies = Where that was delivered
data-support_waits = How long support took
data-referral_links = Code of your own link
data-referrals = By whose link you came
data-settlement_terms = When you settle, as an agent
data-settlements = Statements of your debt
data-invites = Invitation that you opened
data-staff_invites = Invitation to the staff that you opened
data-value-active = runs
data-value-paused = paused
data-value-stopped = stopped
data-value-draft = not confirmed
data-value-running = being bought
data-value-done = finished
data-value-cancelled = cancelled
data-value-open = open
data-value-closed = closed
data-value-paid = paid
data-value-message = message
data-value-edit = changed message
data-value-delete = message taken back
data-value-close = conversation closed
data-value-reopen = conversation opened again
data-value-in = from you
data-value-out = from the shop
data-value-text = text
data-value-caption = file with a text
data-value-plain = file
data-value-photo = photo
data-value-file = file
data-value-product = package or top-up
data-value-offer = personal offer
data-value-last = what you bought last
data-value-operator = operator
data-value-method = way of paying
data-value-source = by API
data-value-never = no fixed day
data-value-weekly = every week
data-value-monthly = every month
data-value-phone = the same mobile number
data-value-card = the same bank card
data-value-deleted = data deleted
data-value-sent = sent
data-value-delivered = sent
data-value-digest = sent with others
data-value-off = reminders were off
data-value-late = too late
data-value-restored = possibly bought before a restore
data-value-muted = this number had no reminders
data-value-reversed = the purchase was reversed
data-value-renewed = bought again before
data-value-not-for-number = not sold to such a number
data-value-planned = a plan buys it
data-value-blocked = you blocked the bot
data-value-unreachable = you blocked the bot
data-value-refused = Telegram refused it
data-value-gone = deleted before it was sent
data-value-skips = skipped three times in a row
data-value-person = by you or the shop
data-value-given-up = given up
data-value-removed = removed
data-value-paid-elsewhere = paid in another way
data-value-you = you
data-value-shop = the shop
field-action = What was done
field-album = Album
field-alert = Message
field-amount = Amount
field-anchor = Counted from
field-answered_at = Answered at
field-at = Time
field-balance = Balance
field-balance_after = Balance afterwards
field-balance_delta = Change of the balance
field-base = Price before tax
field-batch_id = List
field-began_at = Asked at
field-blocked_at = Closed at
field-bought = The order was bought with it (1: yes)
field-card_id = Card of the shop
field-ceiling = Highest price
field-charge = Paid from the wallet
field-charged = Sum
field-confirmed_at = Confirmed at
field-content = Content
field-count = Number of orders
field-created_at = Created at
field-credit = Credit
field-credit_limit = Credit limit
field-credited = Credited
field-cycle = How often
field-day = Day
field-days = Days
field-decides = May decide reviews (1: yes)
field-deleted_at = Deleted at
field-details = Details
field-direction = Who wrote
field-discount = Discount
field-done_at = Done at
field-done_how = Result
field-due_at = Due at
field-ended_at = Ended at
field-ends_on = Ends on
field-expires_at = Valid until
field-form = Kind of message
field-from_day = From day
field-grace_days = Days to pay
field-grace_ends_at = To be paid by
field-header = Line above the message
field-held = Held for orders
field-held_delta = Change of what is held
field-hold_until = Price held until
field-id = Id
field-kept_why = Why it stayed in the wallet
field-kind = Kind
field-label = Saved name
field-language = Language
field-last_at = Last time
field-ledger_id = Last movement
field-method = Way of paying
field-mobile = Number
field-muted = No reminders (1: yes)
field-name = Name
field-named_amount = Amount that you named
field-named_credit = Credit that you named
field-next_day = Next day
field-note = Note
field-of_id = Changed message
field-offer_code = Code of the offer
field-offer_type = Type of the offer
field-opened_at = Opened at
field-operator_id = Operator
field-order_id = Order
field-orders = Orders
field-outcome = Answer of the operator
field-owed = Owed
field-paid_back = Paid back
field-paid_by = Paid by
field-part = Part of the sum
field-part_id = Number of the part
field-paused_why = Why you are blocked
field-payer_card = Your card, masked
field-payer_tail = Last digits of your card
field-payment_id = Payment
field-paying_until = Price held for a payment until
field-plan_id = Plan
field-price_name = Price rule
field-problem = Problem
field-product_id = Product number
field-product_type = Type of product
field-profile_id = Profile at the operator
field-promo_code = Promo code
field-promo_discount = Discount of the code
field-promo_id = Number of the code
field-quiet_from = Quiet from (hour)
field-quiet_to = Quiet until (hour)
field-quoted_at = Price told at
field-reason = Reason
field-receipt = Number of the bank
field-reference = Number at the provider
field-reminders = Reminders
field-reopened_at = Opened again at
field-reply_to = Reply to message
field-reversed_at = Reversed at
field-role = Role
field-schedule = When
field-seen_at = Last seen at
field-sim_type = SIM type
field-skips = Left out days
field-slip = Slip that you sent
field-slip_kind = Kind of slip
field-staff_credit = Credit that you may give in a day
field-staff_decides = You may decide reviews (1: yes)
field-staff_role = Role in the staff
field-state = State
field-text = Text
field-tier_id = Level
field-title = Name of the product
field-title_en = English name
field-total = Price with tax
field-unit = Unit of money
field-unreachable_at = Bot blocked at
field-updated_at = Changed at
field-used_at = Used at
field-username = Username
field-vat = Tax
field-void_why = Why it does not count
field-waiting_since = Waiting since
field-webservice_code = Code of the operator
field-what = What is bought
field-why = Why
field-with_bought = With those who got it (1: yes)
field-written_at = Last written at

api-bought = Bought.
api-rejected = This could not be bought. Nothing was charged.
api-pending = It is not known yet whether this was bought. Ask again with the same key: it is never bought twice.
api-unauthenticated = The token is missing, wrong or revoked, or this address is not allowed.
api-not-found = Not found.
api-key-required = The header Idempotency-Key is required, with at most 255 characters and no spaces. Nothing was bought.
api-key-reused = This Idempotency-Key was used for another request. Nothing was bought.
api-key-in-doubt = This shop was restored from a backup. Compare this purchase with it before you take a new key.
api-invalid = The request cannot be read. Nothing was bought.
api-too-many = Too many requests. Try again soon.
api-busy = The shop cannot answer right now. Ask again with the same key.

# Agents' own bots
key-own-bot = 🤖 My bot
key-agent-bot = 🤖 Own bot
key-agent-bots = 🤖 Agents' bots
own-bot-name = { $name } Shop
own-bot-title = <b>Your own bot</b>
own-bot-title-named = <b>Your own bot</b> { $bot }
own-bot-hint = A whole shop under your name: your prices, your cards, your customers. They pay you; each purchase is paid from your wallet here at your price.
own-bot-make = Press the button and confirm the name. Or make a bot at {"@BotFather"} and send its token here.
own-bot-token = Make a bot at {"@BotFather"} and send its token here.
own-bot-owner = You are its owner: open it, send /start and press Desk.
own-bot-another = To connect another bot to the same shop, send its token here.
own-bot-other = { $made } does not run here: { $bot } is connected. To use it instead, send its token, which {"@BotFather"} shows.
own-bot-closed = A bot of your own is not open to you. The owner opens it for agents.
key-make-bot = 🤖 Make my bot
key-open-bot = ↗️ Open the bot
key-bot-passphrase = 🔑 Backup passphrase
key-remove-bot = ✖️ Remove the bot
remove-bot = { $bot } of { $name } stops at once and its token is deleted here.
remove-own-bot = Your bot { $bot } stops at once and its token is deleted here.
remove-bot-hint = What its shop stored stays: with a new token it goes on where it stopped. Before it moves to another server, take a backup at its desk.
key-yes-remove-bot = Yes, remove it
bot-none = There is no bot yet.
bot-running = ✅ It runs.
bot-paused = ⏸ Paused by the shop: it answers and does not sell.
bot-forbidden = ⏸ Not allowed any more: it answers and does not sell.
bot-not-selling = ⏸ It answers and does not sell: its agent may not buy here now.
bot-problem-token-refused = ⚠️ Telegram refuses its token. Send a new one.
bot-problem-conflict = ⚠️ Another program uses its token. Stop that one, or make a new token at {"@BotFather"} and send it here.
bot-problem-database = ⚠️ Its data cannot be opened. The server's log says why; nothing was deleted.
bot-problem-sealed = ⚠️ Its token cannot be read on this server any more. Send it again.
bot-problem-limit = ⚠️ The server runs fewer bots than there are. The owner can raise AGENT_BOTS.
bot-problem-start = ⚠️ It could not start. It is tried again by itself.
payment-merchants-title = <b>Online payment</b>
payment-merchants-hint = With a merchant of your own, customers pay you in the browser. Choose a provider.
key-merchants = 🏦 Online payment
ask-merchant = Send your merchant id at { $method }. The message is deleted at once.
merchant-saved = ✅ Saved. Customers can pay by it within a minute.
merchant-removed = ✅ Removed.
key-remove-merchant = ✖️ Remove
merchant-remove = Remove your merchant at { $method }? Customers can no longer pay by it, and payments that have begun wait until you enter it again. To stop it for a while, switch the method off in the settings.
key-yes-remove-merchant = Yes, remove it
own-bot-passphrase-title = <b>The passphrase of your shop’s backups</b>
bot-passphrase-hint = Keep it in a safe place: without it no backup can be read.
key-copy-passphrase = 📋 Copy
agent-bots-title = <b>Agents' bots</b>
agent-bots-none = No agent has a bot yet; there may be { $most }. Allow it on an agent's page, under Terms.
agent-bots-count = { $count } of at most { $most }
agent-bots-off = Bots of agents are switched off on this server.
agent-bot-title = <b>Own bot of { $name }</b>
agent-bot-allowed = A bot of their own is allowed.
agent-bot-not-allowed = A bot of their own is not allowed.
agent-bot-payments-on = Online payment to a merchant of the agent's own is allowed.
agent-bot-payments-off = Online payment is not allowed; card to card always is.
key-allow-bot = ✅ Allow a bot
key-forbid-bot = ✖️ Do not allow
key-pause-bot = ⏸ Pause
key-resume-bot = ▶️ Resume
key-bot-payments-on = 💳 Allow online payment
key-bot-payments-off = 💳 End online payment
agent-bot-forbid = The bot of { $name } goes on answering and does not sell any more. Nothing is deleted.
key-yes-forbid-bot = Yes, do not allow
notice-bot-allowed = 🤖 The shop allows you a bot of your own: <b>Settings › My bot</b>.
notice-bot-forbidden = ⏸ The shop does not allow your bot any more: it answers and does not sell. Your data stays.
notice-bot-paused = ⏸ The shop has paused your bot: it answers and does not sell.
notice-bot-resumed = ▶️ Your bot may sell again.
notice-bot-payments = 💳 Your bot may take online payments: enter your merchant at its desk, under <b>Money › Settings</b>.
notice-bot-payments-off = 💳 The shop has ended online payment in your bot. Card to card goes on.
notice-bot-removed = ✖️ The shop has removed your bot. Your data stays.
notice-bot-made = 🤖 Your bot is ready: open it and send /start. You are its owner.
notice-bot-stopped = ⚠️ Your bot { $bot } has stopped.
notice-bot-runs = ✅ Your bot { $bot } runs again.
alert-bot-stopped = ⚠️ The bot { $bot } of { $name } has stopped.
alert-bot-runs = ✅ The bot { $bot } of { $name } runs again.
order-by-bot = 🤖 Bought by the agent's bot
failure-bot-token-refused = Telegram does not accept this token. Copy it whole from {"@BotFather"} and send it again.
failure-bot-unreachable = Telegram does not answer now. Send the token again in a moment.
failure-bot-taken = This bot is already in use here.
failure-bots-too-many = There are { $most } bots already, which is all that this server runs. Ask the owner.
failure-merchant-invalid = This merchant id is not right. Copy it whole and send it again.
audit-entry-allow-bot = { $who } allowed { $person } a bot
audit-entry-forbid-bot = { $who } no longer allows { $person } a bot
audit-entry-pause-bot = { $who } paused the bot of { $person }
audit-entry-resume-bot = { $who } resumed the bot of { $person }
audit-entry-allow-bot-payments = { $who } allowed online payment in the bot of { $person }
audit-entry-end-bot-payments = { $who } ended online payment in the bot of { $person }
audit-entry-connect-bot = { $who } connected a bot
audit-entry-remove-bot = { $who } removed the bot of { $person }
audit-entry-bot-merchant = { $who } changed the merchant of their bot
# The shop's own name, welcome and picture
home-shop = 🏪 <b>{ $shop }</b>
receipt-shop = 🏪 { $shop }
key-shop-profile = 🏪 Name, welcome, picture
shop-profile-title = <b>How people see the shop</b>
shop-has-name = Name: <b>{ $name }</b>
shop-no-name = Name: { $name } (the bot’s own)
shop-has-welcome = Welcome ({ $readers }): { $text }
shop-no-welcome = Welcome: the usual greeting
shop-has-picture = Picture: yes
shop-no-picture = Picture: none
key-shop-name = ✏️ Name
key-shop-welcome = 💬 Welcome
key-shop-picture = 🖼 Picture
key-preview-shop = 👁 What new people see
welcome-for-all = Everyone
shop-welcome-title = <b>Welcome text</b>
shop-welcome-hint = New people read it once. Where the messenger allows it, it also stands there before they press Start. One text for everyone is enough; a language may have its own.
shop-part-now = Now:
ask-shop-name = What is the shop called? At most { $most } characters. The name stands on the home page, on receipts, pictures and payment pages, and becomes the bot’s name where the messenger allows it.
ask-shop-welcome = What do new people read? { $readers }, at most { $most } characters, plain text.
ask-shop-picture = Send the shop’s picture as a photo, not as a file. A square one, such as a logo, is best: receipts and payment pages show its middle as a circle.
shop-draft-title = <b>Not saved yet. This is what people will see:</b>
shop-draft-name = It will also be the bot’s name, where the messenger allows that.
shop-draft-welcome = For new people: { $readers }
shop-draft-picture = The picture above: in the welcome of new people and, as a circle, on pictures of receipts and on payment pages.
key-save-shop = ✅ Save
shop-saved = ✅ Saved.
shop-removed = Removed.
shop-not-published = ✅ Saved. Telegram does not take the change for the bot’s own profile now; it is sent again at the next start.
failure-shop-name-invalid = I need a name of one line, with letters or digits, of at most { $most } characters.
failure-welcome-invalid = I need a text of at most { $most } characters.
failure-picture-unfit = This picture could not be taken. Please send it as a photo, not as a file; a smaller one if it is large.
audit-entry-shop-name = { $who } changed the shop’s name
audit-entry-shop-name-removed = { $who } removed the shop’s name
audit-entry-shop-welcome = { $who } changed the welcome text
audit-entry-shop-welcome-removed = { $who } removed a welcome text
audit-entry-shop-picture = { $who } changed the shop’s picture
audit-entry-shop-picture-removed = { $who } removed the shop’s picture
