import type { BotState, Endpoint, Fault, GatewayCall, PersonStory } from './page/protocol.ts';

/**
 * What goes on underneath, for the panel beside the chat. The playground knows nothing of gateways, orders or processes:
 * whoever starts it brings this.
 */
export interface Backstage {
  /** The latest calls of the gateway, oldest first. */
  calls(): readonly GatewayCall[];
  faults(): Promise<readonly Fault[]>;
  setFault(change: FaultChange): Promise<void>;
  /** How many purchases the gateway really made, ever. */
  sold(): Promise<number>;
  story(personId: number): Promise<PersonStory>;
  readonly bot: BotControl;
  /** Calls when something may have changed. Returns the way to stop listening. */
  subscribe(listener: () => void): () => void;
}

export interface FaultChange {
  readonly endpoint: Endpoint;
  /** null: none from now on. */
  readonly fault: string | null;
  /** null: until switched off. */
  readonly times: number | null;
}

export interface BotControl {
  state(): BotState;
  start(): Promise<void>;
  /** As Ctrl-C would: it finishes what it has in hand. */
  stop(): Promise<void>;
  /** As a power cut would. */
  kill(): Promise<void>;
}
