import {
  copyFileSync,
  fstatSync,
  ftruncateSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';

const mostBytes = 10_000_000;
/** Older parts next to the log; `.1` is the newest. */
const mostParts = 5;
const appends = 0o2000;

/**
 * Limits the size of a log that a shell appends to a file (`>> sharj.log`). Other logs are rotated by their own tools.
 * Returns a function to call with the bytes of each write.
 */
export function createRotation(fd: number): (written: number) => void {
  const file = appendedFile(fd);
  let unseen = mostBytes;
  return (written) => {
    unseen += written;
    // Checks the size, because other processes may append to the same file.
    if (file === null || unseen < mostBytes / 20) return;
    unseen = 0;
    try {
      if (fstatSync(fd).size >= mostBytes && fstatSync(fd).ino === statSync(file).ino) rotate(fd, file);
    } catch {
      // The log continues in the same file.
    }
  };
}

/** Copies the file, because other processes write to it too. */
function rotate(fd: number, file: string): void {
  const next = `${file}.next`;
  try {
    copyFileSync(file, next);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
  for (let part = mostParts - 1; part > 0; part -= 1) {
    try {
      renameSync(`${file}.${part}`, `${file}.${part + 1}`);
    } catch {
      // There are fewer parts so far.
    }
  }
  renameSync(next, `${file}.1`);
  ftruncateSync(fd);
}

/** The path of a file that is appended to. Null for anything else, and outside Linux. */
function appendedFile(fd: number): string | null {
  try {
    const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0';
    const isAppended = (Number.parseInt(flags, 8) & appends) !== 0 && fstatSync(fd).isFile();
    return isAppended ? readlinkSync(`/proc/self/fd/${fd}`) : null;
  } catch {
    return null;
  }
}
