import { namedPage } from '#bot/actions/commands.ts';
import type { BotRequest, HandlerResult } from '#bot/kit/request.ts';
import type { TextReader } from '#bot/kit/text-reader.ts';
import { homeScreen } from '#bot/words/home-screens.ts';
import { smallTalk } from '#domain/small-talk.ts';

/** "Cancel" in words; `repliedTo`: the message that they reply to. */
type Leave = (request: BotRequest, repliedTo: number | null) => Promise<HandlerResult>;

/** A greeting or thanks within a conversation is for the person at its other end. */
export const createSmallTalkReader =
  (readForSupport: TextReader, leave: Leave): TextReader =>
  async (request, input) => {
    const { person, format } = request;
    const talk = smallTalk(input.text ?? '');
    if (talk === null) return null;
    if (talk === 'menu') return { screen: homeScreen(format, person, format.html('left')) };
    if (talk === 'cancel') return leave(request, input.message?.reply_to_message?.message_id ?? null);
    if (talk !== 'greeting' && talk !== 'thanks') {
      const page = namedPage(person, input.text ?? '');
      return page && { redirect: page.action };
    }
    const inConversation = await readForSupport(request, input);
    return inConversation ?? { screen: homeScreen(format, person, format.html(`talk-${talk}`)) };
  };
