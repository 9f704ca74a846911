import type { Figure } from '#test/bench/figure.ts';
import { makePostgres } from '#test/support/databases.ts';
import { createPostgresServer } from '#test/support/postgres-server.ts';
import { growthOf } from './size.ts';

/** The same as `size`, on PostgreSQL, with one and three processes. */
export const figure: Figure = async function* ({ quick }) {
  const server = await createPostgresServer();
  try {
    yield* growthOf(quick, async () => (await makePostgres(server.url)).settings, 3);
  } finally {
    await server.remove();
  }
};
