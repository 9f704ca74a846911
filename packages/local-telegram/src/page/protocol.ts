/** The protocol between the playground's server and its page: types only. */

export type Language = 'fa' | 'en';
export type Part = 'customer' | 'agent' | 'owner';

export interface PersonCard {
  readonly id: number;
  readonly name: string;
  readonly language: Language;
  readonly part: Part;
  readonly phone: string;
}

export interface Entity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
}

export type Media =
  | { readonly kind: 'photo'; readonly url: string; readonly width: number; readonly height: number }
  | { readonly kind: 'document'; readonly url: string; readonly name: string; readonly size: number }
  | { readonly kind: 'sticker'; readonly emoji: string }
  | { readonly kind: 'voice'; readonly seconds: number }
  | { readonly kind: 'location'; readonly latitude: number; readonly longitude: number }
  | { readonly kind: 'contact'; readonly name: string; readonly phone: string };

export type ButtonKind = 'callback' | 'copy' | 'url' | 'pay' | 'other';

export interface Button {
  readonly text: string;
  readonly kind: ButtonKind;
  readonly style?: 'success' | 'danger' | 'primary';
  /** The address that the page shows before following a link. */
  readonly url?: string;
}

export interface ChatMessage {
  readonly id: number;
  /** Unix seconds. */
  readonly date: number;
  readonly mine: boolean;
  readonly edited: boolean;
  readonly text: string;
  readonly entities: readonly Entity[];
  readonly media: Media | null;
  readonly invoice: {
    readonly title: string;
    readonly description: string;
    readonly amount: number;
    readonly currency: string;
    readonly paid: boolean;
  } | null;
  readonly payment: { readonly amount: number; readonly currency: string } | null;
  /** The bot that the person made. */
  readonly created: BotNames | null;
  readonly forwardedFrom: string | null;
  readonly reply: { readonly from: string; readonly text: string } | null;
  readonly buttons: readonly (readonly Button[])[];
}

export interface BotNames {
  readonly name: string;
  readonly username: string;
}

export interface KeyboardKey {
  readonly text: string;
  readonly asks: 'contact' | 'location' | 'bot' | null;
  /** Suggested names for a new bot. */
  readonly suggested?: BotNames;
}

export interface Command {
  readonly command: string;
  readonly description: string;
}

/** A person and the username of a bot. */
export interface ChatPlace {
  readonly person: number;
  readonly bot: string;
}

/** One person's chat with one bot. */
export interface Chat extends ChatPlace {
  readonly messages: readonly ChatMessage[];
  /** The reply keyboard under the input field. */
  readonly keyboard: readonly (readonly KeyboardKey[])[];
  readonly placeholder: string | null;
  readonly commands: readonly Command[];
}

export interface GatewayCall {
  readonly number: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly fault: string | null;
  /** Null if the connection was cut. */
  readonly status: number | null;
  readonly outcome: 'bought' | 'rejected' | 'replayed' | null;
  readonly ms: number;
}

export type Endpoint = 'purchase' | 'offers' | 'products' | 'filter';

export interface Fault {
  readonly endpoint: Endpoint;
  readonly fault: string;
  /** Null keeps it until it is switched off. */
  readonly times: number | null;
}

export interface OrderStory {
  readonly id: string;
  readonly code: string;
  readonly key: string;
  readonly state: string;
  readonly title: string;
  readonly titleEn: string | null;
  readonly mobile: string;
  readonly total: number;
  readonly attempts: number;
  /** What the gateway really sold under this key. */
  readonly sold: number;
  readonly nextAttemptAt: number | null;
  readonly events: readonly {
    readonly at: number;
    readonly from: string | null;
    readonly to: string;
    readonly why: string;
  }[];
}

export interface PersonStory {
  /** Their current role. */
  readonly part: Part;
  readonly wallet: {
    readonly balance: number;
    readonly held: number;
    readonly creditLimit: number;
    /** Null without a limit. */
    readonly available: number | null;
  };
  readonly order: OrderStory | null;
}

export type BotState = 'starting' | 'running' | 'stopping' | 'stopped' | 'killed' | 'crashed';

/** The backup of the shop. */
export interface ArchiveCard {
  readonly at: number;
  readonly bytes: number;
}

/** A purchase through the shop's own API, with the agent's token. */
export interface ApiCard {
  readonly line: string;
  /** The answer to the last run; null before it. The status is null if no answer came. */
  readonly answer: { readonly status: number | null; readonly body: string } | null;
}

export interface Panel {
  readonly bot: BotState;
  readonly sold: number;
  readonly calls: readonly GatewayCall[];
  readonly faults: readonly Fault[];
  /** The bank's fault, if one is set. */
  readonly bankFault: string | null;
  readonly archive: ArchiveCard | null;
  /** Null before the first token. */
  readonly api: ApiCard | null;
  readonly stories: Readonly<Record<number, PersonStory>>;
}

export interface BotCard extends BotNames {
  /** Shown before the person starts the bot. */
  readonly descriptions: Readonly<Record<Language, string>>;
}

export interface Snapshot {
  /** The bots, the shop's own first. */
  readonly bots: readonly BotCard[];
  readonly people: readonly PersonCard[];
  readonly chats: readonly Chat[];
  /** Null if the page shows only chats. */
  readonly panel: Panel | null;
}

/** The result of a press; everything else is an event. */
export interface ActionResult {
  readonly copied: string | null;
  readonly opened: string | null;
  readonly payment: 'approved' | 'declined' | 'expired' | null;
  readonly problem: string | null;
}

/** An event in one chat. */
export type ChatEvent = ChatPlace &
  (
    | { readonly type: 'message' | 'edited'; readonly message: ChatMessage }
    | { readonly type: 'deleted'; readonly id: number }
    | { readonly type: 'keyboard'; readonly keyboard: Chat['keyboard']; readonly placeholder: string | null }
    | { readonly type: 'commands'; readonly commands: readonly Command[] }
    | { readonly type: 'action'; readonly action: string }
    | { readonly type: 'answered'; readonly text: string | null; readonly alert: boolean; readonly url: string | null }
  );

export type PageEvent =
  | { readonly type: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly type: 'bots'; readonly bots: readonly BotCard[] }
  | { readonly type: 'panel'; readonly panel: Panel }
  | ChatEvent;
