import { planOf } from './plan.ts';
import { disk } from './disk.ts';
import { simulate } from './world.ts';

const [from = '1', to = from] = (process.argv[2] ?? '1').split('-');
const trace = process.argv.includes('--trace') ? (line: string) => void process.stdout.write(`${line}\n`) : null;
const real = process.hrtime.bigint;
for (let seed = Number(from); seed <= Number(to); seed += 1) {
  const began = real();
  const result = await simulate(planOf(seed), trace);
  const used = process.cpuUsage();
  process.stdout.write(`${JSON.stringify(result)}\n${Number(real() - began) / 1e6} ms, ${(used.user + used.system) / 1e6} s CPU in all\n`);
}
disk.remove();
process.exit(0);
