import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { journeyLanguages } from '#test/support/length.ts';
import { addMoney, type Play, personOf, type Stage, setStage, wordsIn } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

describe.each(journeyLanguages)('a payer by card who reads %s', (language) => {
  const t = wordsIn(language);
  const owners = wordsIn('en');

  async function ask(play: Play): Promise<void> {
    await addMoney(play, t);
    await play.newest.getByRole('button', { name: t('key-pay-card') }).click();
    // The playground's shop has this card.
    await play.sees('6037 9911 1111 1112');
  }

  const verdicts = [
    ['approved', /✅ Approve/, 'payment-balance'],
    ['rejected', /has not arrived/, 'payment-reason-not-found'],
  ] as const;
  test.each(verdicts)(
    'sends a tracking code, which the owner has %s with one tap, and both chats say so',
    async (_, button, outcome) => {
      const payer = await stage.open(personOf('customer', language).id);
      await payer.start();
      await payer.sees(t('home-title'));
      const owner = await stage.open(personOf('owner', 'en').id);
      await owner.start();
      await owner.sees(owners('home-hint'));

      await ask(payer);
      for (const key of ['key-copy-card', 'key-copy-amount'])
        expect(await payer.newest.getByRole('button', { name: t(key) }).count()).toBe(1);
      await payer.type('12345678');
      await payer.sees(/🧾/);
      await owner.sees(owners('slip-title'));
      await owner.tap(button);
      await payer.sees(t(outcome, { balance: '' }).trim());
      await owner.newest.getByRole('button', { name: owners('key-open-payment') }).waitFor();
      await payer.page.close();
      await owner.page.close();
    },
  );
});
