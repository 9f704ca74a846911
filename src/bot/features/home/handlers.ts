import type { Routes, Services } from '../../core/request.ts';
import { helpScreen, homeScreen, settingsScreen, termsScreen } from './screens.ts';

export function createSettings({
  people,
  formatterFor,
}: Services): Routes<'home' | 'help' | 'terms' | 'settings' | 'language' | 'unit'> {
  return {
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
  };
}
