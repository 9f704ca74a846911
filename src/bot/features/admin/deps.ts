import type { Formatter } from '../../core/formatter.ts';
import type { Ask, BotRequest, Reply, Services } from '../../core/request.ts';

/** What the owner may be asked to type. */
export type OwnerAsk = Extract<Ask, { for: 'invite' | 'credit' | 'pause' | 'pauseSelling' | 'decide' }>;

export interface DeskDeps {
  readonly services: Services;
  /** Writes to someone who did not ask, in their own language; false when they cannot be reached. */
  readonly notify: (personId: number, text: (format: Formatter) => string) => Promise<boolean>;
  readonly inviteLink: (code: string) => string;
  /** Puts a copy of a message into the same chat: its id, or null where Telegram does not copy such a thing. */
  readonly copy: (chatId: number, messageId: number) => Promise<number | null>;
}

/** The owner's pages, shown after something was done. */
export interface DeskPages {
  desk(request: BotRequest): Promise<Reply>;
  agent(request: BotRequest, personId: number, note?: string | null): Promise<Reply>;
}
