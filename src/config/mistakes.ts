import type { z } from 'zod';

/** A setting's name and what was expected. Never its value, which may be a secret. */
export interface Mistake {
  readonly setting: string;
  readonly expected: string;
}

export function mistakesOf(error: z.ZodError): Mistake[] {
  const bySetting = new Map<string, string>();
  for (const issue of error.issues) {
    const setting = String(issue.path[0]);
    if (!bySetting.has(setting)) bySetting.set(setting, issue.message);
  }
  return [...bySetting].map(([setting, expected]) => ({ setting, expected }));
}
