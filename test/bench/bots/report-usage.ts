import { reportUsage } from './process.ts';

// Loaded before the main file of a whole version, which knows nothing of the benchmark.

reportUsage();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
