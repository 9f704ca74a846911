import { closeSync, existsSync, openSync, readSync } from 'node:fs';

/** How far the write-ahead log goes. A log that begins again has another salt. */
export interface LogPosition {
  readonly salt: string;
  readonly end: number;
}

export const nothingSynced: LogPosition = { salt: '', end: 0 };

const headerBytes = 32;
const frameHeaderBytes = 24;

/** Reads on from a position that is known. */
export function logPosition(wal: string, from: LogPosition): LogPosition {
  if (!existsSync(wal)) return nothingSynced;
  const file = openSync(wal, 'r');
  try {
    const header = Buffer.alloc(headerBytes);
    if (readSync(file, header, 0, headerBytes, 0) < headerBytes) return nothingSynced;
    const salt = header.toString('hex', 16, 24);
    const frameBytes = frameHeaderBytes + (header.readUInt32BE(8) || 65_536);
    const frame = Buffer.alloc(frameHeaderBytes);
    let end = from.salt === salt ? from.end : headerBytes;
    const isFrame = () =>
      readSync(file, frame, 0, frameHeaderBytes, end) === frameHeaderBytes && frame.toString('hex', 8, 16) === salt;
    while (isFrame()) end += frameBytes;
    return { salt, end };
  } finally {
    closeSync(file);
  }
}
