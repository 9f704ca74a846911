import { h } from './dom.ts';
import { makeToken, runLine } from './link.ts';
import { copy } from './notice.ts';
import { redraw, workButton } from './panel-switches.ts';
import type { ApiCard } from './protocol.ts';
import { say } from './store.ts';

/** The shop's own API: a token of the agent, and a line that buys with it. */
export function drawApi(box: HTMLElement, api: ApiCard | null): void {
  const answer = api?.answer ?? null;
  const code = (name: string, text: string): HTMLElement => h('pre', { class: name, dir: 'ltr', tabIndex: 0 }, text);
  redraw(
    box,
    h('h3', {}, say('api-title')),
    api && code('api-line', api.line),
    h(
      'div',
      { class: 'controls' },
      workButton('make-token', say('api-make'), makeToken),
      api && workButton('copy-line', say('api-copy'), () => copy(api.line)),
      api && workButton('run-line', say('api-run'), runLine),
    ),
    answer &&
      (answer.status === null
        ? h('p', {}, say('api-no-answer'))
        : code('api-answer', `${answer.status} ${answer.body}`)),
    h('p', {}, say('api-hint')),
  );
}
