import { showChat } from './chat.ts';
import { watchDemo } from './demo.ts';
import { byId } from './dom.ts';
import { connect } from './link.ts';
import { showPanel } from './panel.ts';
import { isDark, showPeople } from './people.ts';
import { botNamed, chosenPerson, language, listen, mainBot, say, state, tell, type View } from './store.ts';

/** The address holds the person, the bot and the view, so that Back and reload work. The shop's own bot is left out. */
function readAddress(): void {
  const [key = '', part = ''] = location.hash.slice(1).split('/');
  const [id = '', bot = ''] = key.split('@');
  const person = state.people.find((one) => String(one.id) === id);
  const view: View = !person ? 'list' : part === 'panel' ? 'panel' : 'chat';
  state.view = view;
  // The list keeps the open chat.
  if (person) state.bot = (botNamed(bot) ?? mainBot()).username;
  state.chosen = person?.id ?? (state.chosen || firstToPlay());
}

/** The first person with the browser's language; customers come first. */
function firstToPlay(): number {
  const [first] = state.people;
  return (state.people.find(({ language: one }) => navigator.language.startsWith(one)) ?? first)?.id ?? 0;
}

function setPageLook(): void {
  const root = document.documentElement;
  root.lang = language();
  root.dir = language() === 'fa' ? 'rtl' : 'ltr';
  root.dataset.theme = isDark() ? 'dark' : 'light';
  const app = byId('app');
  app.dataset.view = state.view;
  app.dataset.panel = state.panel ? 'on' : 'off';
  document.title = `${chosenPerson()?.name ?? ''} · ${state.panel ? 'Sharj' : mainBot().name} ${say('title')}`;
}

listen((topic) => {
  if (topic === 'everything' || topic === 'bots') readAddress();
  if (topic === 'everything' || topic === 'person') setPageLook();
});
showPeople();
showChat();
showPanel();
watchDemo();

window.addEventListener('hashchange', () => {
  readAddress();
  tell('person');
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => tell('person'));
connect();
