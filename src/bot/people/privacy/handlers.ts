import { privacyActions } from '#bot/actions/privacy.ts';
import { failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Parts } from '#bot/parts.ts';
import { deletedScreen, deletionScreen, privacyScreen } from './screens.ts';

/** What is kept about a person: to read, and to have deleted. */
export function createPrivacyFeature({ deletion, forgetCommands }: Parts): Feature {
  async function ask({ person, format }: BotRequest): Promise<Reply> {
    if (person.role === 'owner') return failureReply(format, { code: 'owner-stays' }, privacyActions.privacy());
    return { screen: deletionScreen(format, await deletion.blockers(person.id)) };
  }

  return defineFeature(privacyActions, {
    privacy: async ({ format }) => ({ screen: privacyScreen(format) }),
    myData: async () => ({ screen: null, files: [{ kind: 'my-data' }] }),
    askDeletion: (request) => ask(request),
    deleteMyData: async (request) => {
      const { person, format } = request;
      const deletionResult = await deletion.run(person.id);
      // Something was bought or paid since the question.
      if (!deletionResult.ok) return ask(request);
      await forgetCommands(person.id).catch(() => undefined);
      return { screen: deletedScreen(format) };
    },
  });
}
