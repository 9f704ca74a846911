/** Reads the size from the header of a PNG, GIF, JPEG or WebP. Undefined for other formats. */
export function imageSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = (...head: number[]): boolean => head.every((byte, index) => bytes[index] === byte);
  if (bytes.length >= 24 && starts(0x89, 0x50, 0x4e, 0x47))
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (bytes.length >= 10 && starts(0x47, 0x49, 0x46))
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (bytes.length >= 30 && starts(0x52, 0x49, 0x46, 0x46) && view.getUint32(12) === 0x56503858) {
    return {
      width: (view.getUint32(24, true) & 0xffffff) + 1,
      height: ((view.getUint32(26, true) >> 8) & 0xffffff) + 1,
    };
  }
  return starts(0xff, 0xd8) ? jpegSize(view) : undefined;
}

function jpegSize(view: DataView): { width: number; height: number } | undefined {
  let at = 2;
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
