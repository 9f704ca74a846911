import { defineFeature, type Feature } from '../../core/feature.ts';
import type { Services } from '../../core/services.ts';
import { homeActions } from './actions.ts';
import { helpScreen, homeScreen, settingsScreen, termsScreen } from './screens.ts';

export function createHomeFeature({ people, formatterFor }: Pick<Services, 'people' | 'formatterFor'>): Feature {
  return defineFeature(homeActions, {
    home: async ({ person, format }) => ({ screen: homeScreen(format, person.role) }),
    help: async ({ format }) => ({ screen: helpScreen(format) }),
    terms: async ({ format }) => ({ screen: termsScreen(format) }),
    settings: async ({ format }) => ({ screen: settingsScreen(format) }),
    language: async ({ person }, { language }) => {
      await people.prefer(person.id, { language });
      return { screen: settingsScreen(formatterFor(language, person.unit)) };
    },
    unit: async ({ person }, { unit }) => {
      await people.prefer(person.id, { unit });
      return { screen: settingsScreen(formatterFor(person.language, unit)) };
    },
  });
}
