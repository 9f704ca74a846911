import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The disk of a process: in memory where the machine has such a file system, whose speed is that of the simulation. */
export const folderOf = (pid: number): string =>
  join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `sharj-simulation-${pid}`);
