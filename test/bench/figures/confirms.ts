import type { DatabaseSync } from 'node:sqlite';
import type { Order } from '#shop/buying/orders/order.ts';
import { openSqlite } from '#storage/sqlite.ts';
import { inFlight, openBenchShop } from '#test/bench/bench-shop.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { against, measured, timed } from '#test/bench/statistics.ts';

/** The rows of a confirmation, written by prepared statements of `node:sqlite` alone. */
function bareConfirm(sqlite: DatabaseSync): (order: Order) => void {
  const begin = sqlite.prepare('begin immediate');
  const commit = sqlite.prepare('commit');
  const move = sqlite.prepare(
    "update orders set state = 'confirmed', confirmed_at = ?, next_attempt_at = ?, message_id = 1 where id = ? and state = 'quoted'",
  );
  const event = sqlite.prepare(
    "insert into order_events (order_id, at, actor, from_state, to_state, why) values (?, ?, ?, 'quoted', 'confirmed', 'confirmed')",
  );
  const entry = sqlite.prepare(
    "insert into ledger (key, person_id, kind, balance_delta, held_delta, balance_after, order_id, actor, note, at) values (?, ?, 'hold', 0, ?, (select balance from wallets where person_id = ?), ?, ?, null, ?)",
  );
  const wallet = sqlite.prepare('update wallets set held = held + ? where person_id = ?');
  return ({ id, buyerId, total }) => {
    const at = Date.now();
    const actor = `person:${buyerId}`;
    begin.run();
    move.run(at, at, id);
    event.run(id, at, actor);
    entry.run(`hold:${id}`, buyerId, total, buyerId, id, actor, at);
    wallet.run(total, buyerId);
    commit.run();
  };
}

/** Confirmations, with price check and commit on disk, against the bare writes of the same rows. */
export const figure: Figure = async function* ({ quick }) {
  const [rounds, taps] = quick ? [5, 100] : [9, 600];
  const benchShop = await openBenchShop();
  try {
    const orders = await benchShop.quotes((rounds + 1) * taps);
    const copy = `${benchShop.file}.copy`;
    const copying = openSqlite(benchShop.file);
    copying.exec(`vacuum into '${copy}'`);
    copying.close();
    const sqlite = openSqlite(copy);
    sqlite.exec('pragma synchronous = full');
    const write = bareConfirm(sqlite);
    const ours: number[] = [];
    const peers: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const some = orders.slice(round * taps, (round + 1) * taps);
      const tapped = await timed(() => inFlight(some, 50, benchShop.confirm));
      const written = await timed(() => some.forEach(write));
      if (round === 0) continue;
      ours.push((taps * 1_000) / tapped.ms);
      peers.push((taps * 1_000) / written.ms);
    }
    sqlite.close();
    const peer = 'the same rows committed by bare node:sqlite, WAL and synchronous=FULL, on the same disk';
    yield line('durable confirms a second', measured(ours), '/s');
    yield line('bare SQLite commits a second', measured(peers), '/s');
    yield line('confirms against bare SQLite commits', against(ours, peers), 'x', { atLeast: 0.5, peer });
  } finally {
    await benchShop.close();
  }
};
