import type { Audit } from '#shop/base/audit/audit.ts';
import type { Database } from '#storage/database.ts';
import type { SupportTextRow } from '#storage/tables/support.ts';

export type SupportTextKind = SupportTextRow['kind'];

/** A ready-made answer, or a frequently asked question with its answer. */
export interface SupportText {
  readonly id: number;
  readonly kind: SupportTextKind;
  readonly title: string;
  readonly body: string;
}

interface TextsDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly now: () => number;
}

/** As many as fit on one screen of buttons. */
const mostTexts = 24;

/** Texts that the owner writes and orders at the desk. */
export function createSupportTexts({ database, audit, now }: TextsDeps) {
  const { db } = database;

  async function list(kind: SupportTextKind): Promise<SupportText[]> {
    const rows = await db
      .selectFrom('support_texts')
      .selectAll()
      .where('kind', '=', kind)
      .orderBy('position')
      .orderBy('id')
      .execute();
    return rows.map(textOf);
  }

  async function find(id: number): Promise<SupportText | null> {
    const row = await db.selectFrom('support_texts').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? textOf(row) : null;
  }

  /** Saves a text; without an id, adds it at the end. False if there are too many, or the text is gone. */
  function save(by: number, { id, kind, title, body }: Omit<SupportText, 'id'> & { readonly id: number | null }) {
    return database.transaction(async (tx): Promise<boolean> => {
      const columns = { title, body, changed_by: by, changed_at: now() };
      const rows = await tx
        .selectFrom('support_texts')
        .select(['id', 'position', 'title', 'body'])
        .where('kind', '=', kind)
        .execute();
      if (id === null) {
        // An update may arrive twice, so an equal text counts as saved.
        if (rows.some((row) => row.title === title && row.body === body)) return true;
        if (rows.length >= mostTexts) return false;
        const position = Math.max(0, ...rows.map((row) => row.position)) + 1;
        await tx
          .insertInto('support_texts')
          .values({ kind, position, ...columns })
          .execute();
      } else {
        if (!rows.some((row) => row.id === id)) return false;
        await tx.updateTable('support_texts').set(columns).where('id', '=', id).execute();
      }
      await audit.write(tx, { actorId: by, action: 'support-text', personId: null, details: { text: title } });
      return true;
    });
  }

  function remove(by: number, id: number): Promise<void> {
    return database.transaction(async (tx) => {
      const gone = await tx.deleteFrom('support_texts').where('id', '=', id).returning('title').executeTakeFirst();
      if (gone)
        await audit.write(tx, { actorId: by, action: 'support-text', personId: null, details: { text: gone.title } });
    });
  }

  function moveUp(id: number): Promise<void> {
    return database.transaction(async (tx) => {
      const row = await tx.selectFrom('support_texts').selectAll().where('id', '=', id).executeTakeFirst();
      const before =
        row &&
        (await tx
          .selectFrom('support_texts')
          .selectAll()
          .where('kind', '=', row.kind)
          .where('position', '<', row.position)
          .orderBy('position', 'desc')
          .limit(1)
          .executeTakeFirst());
      if (!row || !before) return;
      await tx.updateTable('support_texts').set({ position: before.position }).where('id', '=', row.id).execute();
      await tx.updateTable('support_texts').set({ position: row.position }).where('id', '=', before.id).execute();
    });
  }

  return { list, find, save, remove, moveUp };
}

const textOf = ({ id, kind, title, body }: SupportTextRow): SupportText => ({ id, kind, title, body });
