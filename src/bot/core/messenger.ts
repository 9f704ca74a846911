/** What a messenger's Bot API can do. Screens ask for a capability, never for a name. */
export interface Messenger {
  readonly apiRoot: string;
  /** Of links to people and bots. */
  readonly linkRoot: string;
  /** Opens a list of chats to pass a link on to; null: there is none. */
  readonly shareUrl: string | null;
  /** Bots answer `@bot words` in any chat. */
  readonly inlineMode: boolean;
}

export const telegram: Messenger = {
  apiRoot: 'https://api.telegram.org',
  linkRoot: 'https://t.me',
  shareUrl: 'https://t.me/share/url?url=',
  inlineMode: true,
};
