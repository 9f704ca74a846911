import type { Queries } from '../../storage/database.ts';
import { messageOf, type SupportMessage } from './conversation.ts';

/** All that a person wrote to support and was answered, oldest first. */
export async function supportMessagesOf(on: Queries, personId: number): Promise<SupportMessage[]> {
  const rows = await on
    .selectFrom('support_messages')
    .selectAll()
    .where('person_id', '=', personId)
    .where('kind', 'in', ['message', 'edit'])
    .orderBy('id')
    .execute();
  return rows.map(messageOf);
}

/** Forgets the conversation; how long the person waited stays in the reports, without them. */
export async function forgetSupport(tx: Queries, personId: number): Promise<void> {
  await tx.deleteFrom('support_copies').where('person_id', '=', personId).execute();
  await tx.deleteFrom('support_messages').where('person_id', '=', personId).execute();
  await tx.deleteFrom('support_conversations').where('person_id', '=', personId).execute();
}
