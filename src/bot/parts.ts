import type { Log } from '#log.ts';
import type { Notify } from './kit/feature.ts';
import type { Links } from './kit/links.ts';
import type { Services } from './kit/services.ts';
import type { Texts } from './kit/texts.ts';
import type { Messenger } from './telegram/messenger.ts';

/** What every feature is given: the parts of the shop, and the bot's own. A feature destructures what it uses. */
export interface Parts extends Services {
  readonly links: Links;
  readonly log: Log;
  readonly messenger: Messenger;
  readonly texts: Texts;
  readonly notify: Notify;
  /** Best effort: the command menu of a person who lost a role. */
  readonly forgetCommands: (personId: number) => Promise<unknown>;
  /** Best effort: deletes a message that holds a secret. */
  readonly forgetMessage: (chatId: number, messageId: number) => Promise<void>;
}
