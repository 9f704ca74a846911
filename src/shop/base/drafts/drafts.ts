import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { idFrom } from '#storage/derived-id.ts';
import type { KeyValue } from '#storage/key-value.ts';

/** A change that someone is asked about before it happens. */
export interface Draft {
  readonly id: string;
  readonly by: number;
  /** True if a newer draft replaced this one, which is not carried out. */
  readonly replaced?: boolean;
}

const draftMs = 30 * 60_000;

export function createDrafts<D extends Draft>(stored: KeyValue<D>) {
  const write = (draft: D): Promise<void> => stored.set(draft.id, draft, draftMs);

  /** `source` identifies the update, so that a repeated one finds its first draft and what happened since. */
  async function add(source: string, make: (id: string) => D): Promise<D> {
    const id = idFrom(source);
    const before = await stored.get(id);
    if (before) return before;
    const draft = make(id);
    await write(draft);
    return draft;
  }

  async function find(id: string, by: number): Promise<Result<D, Failure>> {
    const draft = await stored.get(id);
    if (!draft) return err({ code: 'question-expired' });
    return draft.by === by ? ok(draft) : err({ code: 'not-allowed' });
  }

  /** Keeps the draft, because the update that replaced it may be handled again. */
  const replace = (draft: D): Promise<void> => write({ ...draft, replaced: true });

  return { add, find, replace, update: write };
}
