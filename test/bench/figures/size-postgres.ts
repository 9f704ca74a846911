import { makePostgres } from '../../support/databases.ts';
import { createPostgresServer } from '../../support/postgres-server.ts';
import type { Figure } from '../figure.ts';
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
