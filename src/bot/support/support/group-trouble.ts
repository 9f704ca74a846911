import { GrammyError } from 'grammy';

const says = (error: unknown, pattern: RegExp): error is GrammyError =>
  error instanceof GrammyError && pattern.test(error.description);

/** Telegram tells bots of a deleted topic only by this. */
export const isTopicGone = (error: unknown): boolean =>
  says(error, /message thread not found|TOPIC_DELETED|TOPIC_ID_INVALID/i);

export const isTopicClosed = (error: unknown): boolean => says(error, /TOPIC_CLOSED/i);

/** The topic is open, or closed, already. */
export const isTopicUnchanged = (error: unknown): boolean => says(error, /TOPIC_NOT_MODIFIED/i);

/** The id of the supergroup that the group became. */
export const movedTo = (error: unknown): number | null =>
  error instanceof GrammyError ? (error.parameters.migrate_to_chat_id ?? null) : null;

/** The group cannot be used: it is no forum, the bot is not in it, or lacks the rights. */
export const isGroupTrouble = (error: unknown): error is GrammyError =>
  error instanceof GrammyError &&
  (error.error_code === 403 ||
    (error.error_code === 400 &&
      /not a forum|not enough rights|chat not found|ADMIN_REQUIRED|RIGHT_FORBIDDEN|have no rights|need administrator|CHAT_WRITE_FORBIDDEN|CHAT_RESTRICTED|upgraded to a supergroup/i.test(
        error.description,
      )));
