import type { Action } from './action.ts';

/** Raised when the meaning of a field changes; buttons of an older version get a helpful answer. */
const version = '1';
/** Follows the version: the reply is a new message. */
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
  /** The message of the button stays as it is. */
  readonly inNewMessage: boolean;
}

/** Null: another version. Whether there is such an action is for the dispatcher to say. */
export function decodeAction(data: string): DecodedButton | null {
  if (!data.startsWith(version)) return null;
  const inNewMessage = data.startsWith(newMessageMark, version.length);
  const [tag = '', ...values] = data.slice(version.length + (inNewMessage ? newMessageMark.length : 0)).split(':');
  return { action: { tag, values }, inNewMessage };
}
