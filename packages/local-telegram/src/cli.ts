#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { parseArgs } from 'node:util';
import { PortTaken, startPlaygroundServer } from './playground.ts';
import { createTelegram } from './telegram/telegram.ts';

const usage = `Usage: local-telegram [options]

A Telegram on this machine: the Bot API for your bot, and a page on which five people chat with it.

  --port NUMBER     port of the page and the Bot API (default 8081; 0 takes a free one)
  --token TOKEN     your bot's token, for example 123:abc
  --username NAME   your bot's username
  --name NAME       your bot's name
  --file FILE       keep chats in this SQLite file (default: in memory)
  --bale            speak Bale's dialect of the Bot API
  --help
`;

try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8081' },
      token: { type: 'string', default: '7000000001:local-telegram' },
      username: { type: 'string', default: 'local_bot' },
      name: { type: 'string', default: 'Local bot' },
      file: { type: 'string' },
      bale: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) process.stdout.write(usage);
  else await run(values);
} catch (error) {
  const words = error instanceof PortTaken ? 'The port is taken. Choose another one with --port.' : error;
  process.stderr.write(`${words instanceof Error ? words.message : words}\n\n${usage}`);
  process.exitCode = 1;
}

interface Options {
  readonly port: string;
  readonly token: string;
  readonly username: string;
  readonly name: string;
  readonly file?: string;
  readonly bale: boolean;
}

async function run({ port, bale, file, ...bot }: Options): Promise<void> {
  if (!/^\d+$/.test(port) || Number(port) > 65_535) throw new Error('--port expects a number from 0 to 65535.');
  if (!/^[1-9]\d*:.+$/.test(bot.token)) throw new Error('--token expects digits, a colon and a secret: 123:abc');
  const telegram = createTelegram({
    bot,
    dialect: bale ? 'bale' : 'telegram',
    ...(file === undefined ? {} : { file }),
  });
  const server = await startPlaygroundServer({ telegram, host: '127.0.0.1', port: Number(port) });
  server.show();
  const lines = [
    `Local Telegram for @${telegram.bot.user.username}`,
    `Page:     ${server.url}`,
    `API root: ${server.url}`,
    `Token:    ${telegram.token}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void server.close().then(() => telegram.close()));
}
