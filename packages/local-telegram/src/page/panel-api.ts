import { h } from './dom.ts';
import { makeToken, runLine } from './link.ts';
import { copy } from './notice.ts';
import { redraw, workButton } from './panel-switches.ts';
import type { ApiCard } from './protocol.ts';
import { words } from './store.ts';

/** The shop's own API: a token of the agent, and a line that buys with it. */
export function drawApi(box: HTMLElement, api: ApiCard | null): void {
  const say = words().api;
  const answer = api?.answer ?? null;
  const code = (name: string, text: string): HTMLElement => h('pre', { class: name, dir: 'ltr', tabIndex: 0 }, text);
  redraw(
    box,
    h('h3', {}, say.title),
    api && code('api-line', api.line),
    h(
      'div',
      { class: 'controls' },
      workButton('make-token', say.make, makeToken),
      api && workButton('copy-line', say.copy, () => copy(api.line)),
      api && workButton('run-line', say.run, runLine),
    ),
    answer &&
      (answer.status === null ? h('p', {}, say.noAnswer) : code('api-answer', `${answer.status} ${answer.body}`)),
    h('p', {}, say.hint),
  );
}
