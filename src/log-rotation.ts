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
/** Older parts beside the log: `.1` is the newest. */
const mostParts = 5;
const appends = 0o2000;

/**
 * Keeps a log short that a shell appends to a file (`>> sharj.log`). Everywhere else somebody rotates it already. Returns what to
 * call with the bytes of each write.
 */
export function createRotation(fd: number): (written: number) => void {
  const file = appendedFile(fd);
  let unseen = mostBytes;
  return (written) => {
    unseen += written;
    // Other processes may append to the same file, so its size is looked at.
    if (file === null || unseen < mostBytes / 20) return;
    unseen = 0;
    try {
      if (fstatSync(fd).size >= mostBytes && fstatSync(fd).ino === statSync(file).ino) rotate(fd, file);
    } catch {
      // The log goes on in the same file.
    }
  };
}

/** Copies, because other processes write to the file too. */
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
      // There are not as many yet.
    }
  }
  renameSync(next, `${file}.1`);
  ftruncateSync(fd);
}

/** Null: it is something else than a file that is appended to, or this is not Linux. */
function appendedFile(fd: number): string | null {
  try {
    const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0';
    const isAppended = (Number.parseInt(flags, 8) & appends) !== 0 && fstatSync(fd).isFile();
    return isAppended ? readlinkSync(`/proc/self/fd/${fd}`) : null;
  } catch {
    return null;
  }
}
