/** Any UUID is a merchant here. */
export const SANDBOX_MERCHANT_ID = '11111111-1111-4111-8111-111111111111';

/** What a person reads on starting the bank. */
export const writeBankBanner = (url: string): string =>
  [
    `Sandbox bank on ${url}: ZarinPal and Zibal with pretend money.`,
    '',
    'Settings with which the bot takes payments here:',
    '',
    'PUBLIC_URL=http://127.0.0.1:8080',
    `ZARINPAL_MERCHANT_ID=${SANDBOX_MERCHANT_ID}`,
    `ZARINPAL_URL=${url}`,
    'ZIBAL_MERCHANT=zibal',
    `ZIBAL_URL=${url}`,
    '',
    'The money that was really taken, and a fault (here: the bank is down until "fault": null):',
    '',
    `curl -sS ${url}/bank/payments`,
    `curl -sS -X PUT -d '{"fault":"down"}' ${url}/bank/faults`,
    '',
  ].join('\n');
