/** Why an agent's own bot does not run. Stored. */
export const botProblems = ['token-refused', 'conflict', 'database', 'sealed', 'start', 'limit'] as const;
export type BotProblem = (typeof botProblems)[number];
