import fc from 'fast-check';
import { inject } from 'vitest';

fc.configureGlobal({ seed: inject('seed') });

/** fast-check with the seed of the run. */
export default fc;
