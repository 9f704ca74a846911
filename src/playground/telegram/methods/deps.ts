import type { Checkouts } from '../checkouts.ts';
import type { Clock } from '../clock.ts';
import type { Events } from '../events.ts';
import type { Files } from '../files.ts';
import type { InlineQueries } from '../inline-queries.ts';
import type { Presses } from '../presses.ts';
import type { Updates } from '../updates.ts';
import type { WebhookDelivery } from '../webhook.ts';
import type { World } from '../world.ts';

export interface MethodDeps {
  readonly clock: Clock;
  readonly events: Events;
  readonly files: Files;
  readonly world: World;
  readonly updates: Updates;
  readonly webhook: WebhookDelivery;
  readonly presses: Presses;
  readonly checkouts: Checkouts;
  readonly inlineQueries: InlineQueries;
}
