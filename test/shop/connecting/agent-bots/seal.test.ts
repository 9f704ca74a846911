import { expect, test } from 'vitest';
import { withoutBotTokens } from '#bot/telegram/bot-tokens.ts';
import { createSeal, sealedIn } from '#shop/base/seal.ts';

const seal = createSeal('123456:the installation');
const token = `7000000001:${'aB3_-'.repeat(7)}`;

test.each([
  ['alone', token],
  ['in the message of BotFather', `Use this token to access the HTTP API:\n${token}\nKeep your token secure.`],
  ['after a tab', `token:\t${token}`],
  ['in an address', `https://api.telegram.org/bot${token}/getMe`],
  ['as of Bale, which is longer', `${token}abcde`],
])('a token %s is sealed before it is stored, or masked where no one can use it', (_, text) => {
  const sealed = withoutBotTokens(JSON.stringify({ text }), seal);
  expect(sealed).not.toContain(token);
  const { text: read } = JSON.parse(sealed) as { text: string };
  expect(text).toContain(seal.open(sealedIn(read) ?? ''));
  expect(withoutBotTokens(JSON.stringify({ text }), null)).not.toContain(token);
});

test('what another installation sealed cannot be read', () => {
  expect(createSeal('another').open(seal.close(token))).toBeNull();
  expect(seal.open(seal.close(token).slice(0, -2))).toBeNull();
});
