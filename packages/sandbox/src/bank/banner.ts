import { allBankProviders } from './providers.ts';

const names = new Intl.ListFormat('en').format(allBankProviders.map(({ name }) => name));

/** The text that starting the bank prints. `settings` are those of a bot that uses it. */
export const writeBankBanner = (url: string, settings?: Readonly<Record<string, string>>): string =>
  [
    `Sandbox bank on ${url}: ${names} with pretend money.`,
    '',
    ...(settings ? settingLines(settings) : merchantLines),
    '',
    'Shows the money that was really taken, and sets a fault (the bank is down until "fault": null):',
    '',
    `curl -sS ${url}/bank/payments`,
    `curl -sS -X PUT -d '{"fault":"down"}' ${url}/bank/faults`,
    '',
  ].join('\n');

const merchantLines = allBankProviders.map(({ name, merchant }) => `A merchant of ${name}: ${merchant}`);

const settingLines = (settings: Readonly<Record<string, string>>): string[] => [
  'Settings for a bot that takes payments here:',
  '',
  'PUBLIC_URL=http://127.0.0.1:8080',
  ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
];
