import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets so that only this installation can read them, not someone with the database or a backup. */
export interface Seal {
  close(text: string): string;
  /** Null if another installation sealed it, or if it is damaged. */
  open(text: string): string | null;
}

const prefix = 'sealed:';
const nonceBytes = 12;
const tagBytes = 16;
const sealedText = /sealed:[A-Za-z0-9_-]{40,}/;

/** `secret` is known to every process of the installation and never stored in a database. */
export function createSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'secrets of agents', 32));
  return {
    close: (text) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final()];
      return prefix + Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64url');
    },
    open: (text) => {
      if (!text.startsWith(prefix)) return null;
      const sealed = Buffer.from(text.slice(prefix.length), 'base64url');
      const end = sealed.length - tagBytes;
      if (end < nonceBytes) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes));
        decipher.setAuthTag(sealed.subarray(end));
        return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, end)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/** Finds a sealed token in a text; null if there is none. */
export const sealedIn = (text: string): string | null => sealedText.exec(text)?.[0] ?? null;
