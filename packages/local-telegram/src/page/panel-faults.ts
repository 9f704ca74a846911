import { h } from './dom.ts';
import { setFault } from './link.ts';
import { choice, redraw, switchButton } from './panel-switches.ts';
import type { Endpoint, Fault } from './protocol.ts';
import { say, sayIf } from './store.ts';

/** Faults shown at first; the others appear after one more tap. */
const usual = ['cut-after', 'rejected', 'account-empty', 'slow', '503', 'cut-before'];
const others = ['500', '429', 'broken-json', 'html', 'empty', '401'];

/** Switches for faults of the gateway. */
export function createFaultSwitches() {
  const element = h('section', { class: 'card-box faults-box' });
  let endpoint: Endpoint = 'purchase';
  let times: number | null = 1;
  let latest: readonly Fault[] = [];
  let isOpen = false;

  function draw(faults: readonly Fault[]): void {
    latest = faults;
    const endpoints = [
      ['purchase', say('of-purchase')],
      ['offers', say('of-offers')],
      ['filter', say('of-filter')],
    ] as const;
    const lengths = [
      [1, say('next-only')],
      [null, say('until-off')],
    ] as const;
    const on = faults.find((fault) => fault.endpoint === endpoint);
    const switchOf = (name: string): HTMLElement => {
      const isOn = on?.fault === name;
      const label = sayIf(`fault-${name}`, name);
      const flip = () => void setFault(endpoint, isOn ? null : name, times);
      return switchButton({ name, label, isOn, data: { fault: name }, flip });
    };
    const which = choice<Endpoint>(say('fault-of'), endpoints, endpoint, (value) => {
      endpoint = value;
      draw(latest);
    });
    const more = h(
      'details',
      {},
      h('summary', { data: { focus: 'more' } }, say('more-faults')),
      which,
      ...others.map(switchOf),
    );
    more.open = isOpen || others.includes(on?.fault ?? '') || endpoint !== 'purchase';
    more.addEventListener('toggle', () => {
      isOpen = more.open;
    });
    redraw(
      element,
      h('h3', {}, say('faults'), ' · ', say('faults-hint')),
      choice<number | null>(say('how-long'), lengths, times, (value) => {
        times = value;
        if (on) void setFault(endpoint, on.fault, value);
        draw(latest);
      }),
      h('div', { class: 'switches' }, ...usual.map(switchOf), more),
    );
  }

  return { element, draw };
}
