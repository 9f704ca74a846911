import { expect, test } from 'vitest';
import { runSweep } from './processes.ts';

test.each(['kill', 'power-cut'] as const)(
  'each story of buying survives a %s at each of its gates',
  { timeout: 7_200_000 },
  async (death) => {
    const wrong: string[] = [];
    let runs = 0;
    for await (const { story, gate, secondGate, violations } of runSweep({ death, every: 1 })) {
      runs += 1;
      for (const one of violations) wrong.push(`${story}, gate ${gate} and ${secondGate ?? 'none'}: ${one}`);
    }
    expect(wrong).toEqual([]);
    expect(runs).toBeGreaterThan(500);
  },
);
