import type { Checkouts } from '#playground/telegram/checkouts.ts';
import type { Clock } from '#playground/telegram/clock.ts';
import type { Events } from '#playground/telegram/events.ts';
import type { Files } from '#playground/telegram/files.ts';
import type { InlineQueries } from '#playground/telegram/inline-queries.ts';
import type { ManagedBots } from '#playground/telegram/managed-bots.ts';
import type { Presses } from '#playground/telegram/presses.ts';
import type { Updates } from '#playground/telegram/updates.ts';
import type { WebhookDelivery } from '#playground/telegram/webhook.ts';
import type { TelegramWorld } from '#playground/telegram/world.ts';

export interface MethodDeps {
  readonly clock: Clock;
  readonly events: Events;
  readonly files: Files;
  readonly world: TelegramWorld;
  readonly updates: Updates;
  readonly webhook: WebhookDelivery;
  readonly presses: Presses;
  readonly checkouts: Checkouts;
  readonly inlineQueries: InlineQueries;
  readonly managedBots: ManagedBots;
}
