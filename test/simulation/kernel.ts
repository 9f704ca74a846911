import { syncBuiltinESMExports } from 'node:module';
import { plant } from './bugs/plant.ts';
import { replaceDisk } from './disk.ts';
import { replaceNetwork } from './dispatcher.ts';
import { replaceRandomness } from './kernel/randomness.ts';
import { replaceTimers } from './kernel/timers.ts';

// Loaded before everything else (`--import`): from here on there is no time, chance, disk or network but the simulated one.
replaceTimers();
replaceRandomness();
replaceDisk();
replaceNetwork();
syncBuiltinESMExports();

const { SIMULATED_BUG: bug } = process.env;
if (bug) plant(bug);
