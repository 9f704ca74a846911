import { spawn } from 'node:child_process';
import { once } from 'node:events';

// Side by side: each leaves a core idle for much of its time.
const codes = await Promise.all(
  ['lint', 'types'].map(async (script) => {
    const [code] = await once(spawn(`npm run -s ${script}`, { shell: true, stdio: 'inherit' }), 'close');
    return code;
  }),
);
if (codes.some((code) => code !== 0)) process.exit(1);
