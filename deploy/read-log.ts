import { createInterface } from 'node:readline';
import { isAtLeast, type LogLineLevel, logLevels, readableLine } from '#log-lines.ts';

// Prints the log that comes on standard input, from a level on: for people in a terminal, as it is in a pipe.
const least = logLevels.find((level) => level === process.argv[2]) ?? (logLevels[0] satisfies LogLineLevel);
process.stdout.on('error', () => process.exit(0));
// Ctrl-C ends what writes the lines, and then this.
process.on('SIGINT', () => undefined);
for await (const line of createInterface({ input: process.stdin }))
  if (isAtLeast(line, least)) process.stdout.write(`${process.stdout.isTTY ? readableLine(line) : line}\n`);
