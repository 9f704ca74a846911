import type { Action } from './action.ts';

/** Increase it when the meaning of a field changes; older buttons then get a helpful answer. */
const version = '1';
/** Mark after the version: the reply is a new message. */
const newMessageMark = '+';
/** Telegram's limit on `callback_data`. */
const maxBytes = 64;

/** `callback_data` of a button: version, mark, tag and fields, joined by colons. */
export function encodeAction({ tag, values }: Action, inNewMessage = false): string {
  const data = [version + (inNewMessage ? newMessageMark : '') + tag, ...values].join(':');
  if (Buffer.byteLength(data) > maxBytes) throw new RangeError(`A "${tag}" button does not fit in ${maxBytes} bytes.`);
  return data;
}

export interface DecodedButton {
  readonly action: Action;
  /** True if the button's message stays unchanged. */
  readonly inNewMessage: boolean;
}

/** Null for another version. The dispatcher decides whether the action exists. */
export function decodeAction(data: string): DecodedButton | null {
  if (!data.startsWith(version)) return null;
  const inNewMessage = data.startsWith(newMessageMark, version.length);
  const [tag = '', ...values] = data.slice(version.length + (inNewMessage ? newMessageMark.length : 0)).split(':');
  return { action: { tag, values }, inNewMessage };
}
