/** A PNG of one transparent pixel. */
export const SAMPLE_PHOTO: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export const SAMPLE_STICKER: Uint8Array = Buffer.from('RIFF....WEBP');

export const SAMPLE_VOICE: Uint8Array = Buffer.from('OggS....');
