import type { BotNames } from '#telegram/managed-bots.ts';

/** Where a link leads: to a bot, or to a new bot that `username` will manage. */
export interface BotLink {
  readonly username: string;
  readonly start: string;
  readonly newBot: BotNames | undefined;
}

export function readBotLink(link: string): BotLink | undefined {
  const plain = link.replaceAll('%5F', '_');
  const created = /^(?:https?:\/\/)?t\.me\/newbot\/(\w+)\/(\w+)(?:\?(.*))?$/i.exec(plain);
  if (created?.[1] !== undefined && created[2] !== undefined) {
    const name = new URLSearchParams(created[3]).get('name') ?? created[2];
    return { username: created[1], start: '', newBot: { name, username: created[2] } };
  }
  const match = /^(?:https?:\/\/)?(?:t\.me|ble\.ir)\/(\w+)(?:\?start=([\w-]*))?$/i.exec(plain);
  return match?.[1] === undefined ? undefined : { username: match[1], start: match[2] ?? '', newBot: undefined };
}
