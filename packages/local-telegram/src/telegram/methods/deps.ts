import type { Checkouts } from '#telegram/checkouts.ts';
import type { Clock } from '#telegram/clock.ts';
import type { Events } from '#telegram/events.ts';
import type { Files } from '#telegram/files.ts';
import type { InlineQueries } from '#telegram/inline-queries.ts';
import type { ManagedBots } from '#telegram/managed-bots.ts';
import type { Presses } from '#telegram/presses.ts';
import type { Updates } from '#telegram/updates.ts';
import type { WebhookDelivery } from '#telegram/webhook.ts';
import type { TelegramWorld } from '#telegram/world.ts';

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
