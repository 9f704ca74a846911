import type { ApiCard, ArchiveCard, BotState, Endpoint, Fault, GatewayCall, PersonStory } from './page/protocol.ts';

/** Data for the panel, supplied by the app: the playground knows nothing of gateways, orders or processes. */
export interface DevPanel {
  /** The latest calls of the gateway, oldest first. */
  calls(): readonly GatewayCall[];
  faults(): Promise<readonly Fault[]>;
  setFault(change: FaultChange): Promise<void>;
  bankFault(): Promise<string | null>;
  setBankFault(change: Omit<FaultChange, 'endpoint'>): Promise<void>;
  /** All purchases of the gateway. */
  sold(): Promise<number>;
  story(personId: number): Promise<PersonStory>;
  /** The next step of their plans and reminders comes now instead of on its day. */
  bringForward(personId: number): Promise<void>;
  readonly bot: BotControl;
  /** Ends everything, forgets all pretend data, and starts again at the same address. Returns at once. */
  startOver(): void;
  /** Null: no backup was made yet. */
  archive(): ArchiveCard | null;
  /** Makes a backup of the shop, in the place of the one before. */
  backUp(): Promise<void>;
  /** Puts the shop back to its backup; chats, gateway and bank stay as they are. Returns at once. */
  restore(): void;
  /** Null: no token was made yet. */
  api(): ApiCard | null;
  /** Makes a token of the agent, in the place of the one before, and a line that buys with it. */
  makeToken(): Promise<void>;
  /** Does what the line says. */
  runLine(): Promise<void>;
  /** Called when something may have changed; returns the unsubscribe function. */
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
  /** Graceful. */
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
}
