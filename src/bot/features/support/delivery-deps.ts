import type { Api } from 'grammy';
import type { Services } from '#bot/core/services.ts';
import type { Log } from '#log.ts';

export interface SupportDeliveryDeps
  extends Pick<Services, 'people' | 'orders' | 'wallet' | 'support' | 'formatterFor' | 'ownerIds'> {
  readonly api: Api;
  readonly log: Log;
  /** The bot's own name; null: not known yet. */
  readonly username: () => string | null;
}
