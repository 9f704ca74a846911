import type { ApiCard, ArchiveCard, BotState, Endpoint, Fault, GatewayCall, PersonStory } from './page/protocol.ts';

/**
 * Data and controls for the panel. The app supplies them, so that the playground does not depend on gateways, orders or
 * processes.
 */
export interface DevPanel {
  /** The latest calls to the gateway, oldest first. */
  calls(): readonly GatewayCall[];
  faults(): Promise<readonly Fault[]>;
  setFault(change: FaultChange): Promise<void>;
  bankFault(): Promise<string | null>;
  setBankFault(change: Omit<FaultChange, 'endpoint'>): Promise<void>;
  /** Number of purchases that the gateway has sold. */
  sold(): Promise<number>;
  story(personId: number): Promise<PersonStory>;
  /** Makes the next step of the person's plans and reminders happen now. */
  bringForward(personId: number): Promise<void>;
  readonly bot: BotControl;
  /** Stops everything, deletes all pretend data, and starts again at the same address. Returns at once. */
  startOver(): void;
  /** Null before the first backup. */
  archive(): ArchiveCard | null;
  /** Makes a backup of the shop, which replaces the previous one. */
  backUp(): Promise<void>;
  /** Restores the shop from its backup; chats, gateway and bank stay unchanged. Returns at once. */
  restore(): void;
  /** Null before the first token. */
  api(): ApiCard | null;
  /** Makes a token for the agent, which replaces the previous one, and a line that buys with it. */
  makeToken(): Promise<void>;
  /** Runs the line. */
  runLine(): Promise<void>;
  /** Called when something may have changed; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

export interface FaultChange {
  readonly endpoint: Endpoint;
  /** Null switches faults off. */
  readonly fault: string | null;
  /** Null keeps it until it is switched off. */
  readonly times: number | null;
}

export interface BotControl {
  state(): BotState;
  start(): Promise<void>;
  /** Stops gracefully. */
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}
