import type { PhotoSize } from 'grammy/types';
import type { Renderer } from '#bot/pictures/renderer.ts';
import { iconPicture } from '#bot/pictures/svg.ts';
import type { ShopPicture } from '#shop/running/shop-profile/shop-profile.ts';

/** The picture is kept in the database, and archives carry it. */
export const mostPictureBytes = 400_000;
const mostPixels = 1_600;
const iconSize = 128;

/** The messenger makes several sizes of a photo: the largest that is kept. Undefined: all are too large. */
export const bestSize = (sizes: readonly PhotoSize[]): PhotoSize | undefined =>
  sizes
    .filter(
      ({ width, height, file_size = 0 }) => Math.max(width, height) <= mostPixels && file_size <= mostPictureBytes,
    )
    .toSorted((one, other) => other.width * other.height - one.width * one.height)[0];

/** JPEG or PNG, by its first bytes. */
const isPicture = (bytes: Uint8Array): boolean =>
  /^(ffd8ff|89504e470d0a1a0a)/.test(Buffer.from(bytes.subarray(0, 8)).toString('hex'));

/** Null: it is no picture. */
export async function shopPictureOf(
  photo: Uint8Array,
  renderer: Pick<Renderer, 'render'>,
): Promise<ShopPicture | null> {
  if (!isPicture(photo)) return null;
  return { photo, icon: await renderer.render(iconPicture(photo, iconSize)) };
}
