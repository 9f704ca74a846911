import type { Counter, Routes } from '../../core/request.ts';
import { helpScreen, homeScreen, settingsScreen, termsScreen } from './screens.ts';

export function createSettings({
  people,
  viewOf,
}: Counter): Routes<'home' | 'help' | 'terms' | 'settings' | 'language' | 'unit'> {
  return {
    home: async ({ person, view }) => ({ screen: homeScreen(view, person.role) }),
    help: async ({ view }) => ({ screen: helpScreen(view) }),
    terms: async ({ view }) => ({ screen: termsScreen(view) }),
    settings: async ({ view }) => ({ screen: settingsScreen(view) }),
    language: async ({ person }, { language }) => {
      await people.prefer(person.id, { language });
      return { screen: settingsScreen(viewOf(language, person.unit)) };
    },
    unit: async ({ person }, { unit }) => {
      await people.prefer(person.id, { unit });
      return { screen: settingsScreen(viewOf(person.language, unit)) };
    },
  };
}
