import type { Message } from 'grammy/types';
import { paymentActions } from '#bot/actions/payments.ts';
import type { BotRequest } from '#bot/kit/request.ts';
import { type Button, button } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import { isAskedForSlips, sentFileIn } from '#bot/words/sent-file.ts';

export type SlipButton = (
  request: Pick<BotRequest, 'person' | 'format'>,
  message: Message | undefined,
) => Promise<Button | null>;

/** Below a photo or a file that support gets: it may be the slip of a transfer. */
export const createSlipButton =
  ({ payments }: Pick<Services, 'payments'>): SlipButton =>
  async ({ person, format }, message) => {
    const file = isAskedForSlips(person) ? sentFileIn(message) : null;
    if (!file || (await payments.sentFiles.keep(person.id, file)) === 'refused') return null;
    return button(format.plain('key-is-slip'), paymentActions.askSlip({ file: file.messageId }));
  };
