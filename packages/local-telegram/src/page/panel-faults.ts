import { h } from './dom.ts';
import { setFault } from './link.ts';
import { choice, redraw, switchButton } from './panel-switches.ts';
import type { Endpoint, Fault } from './protocol.ts';
import { words } from './store.ts';

/** Shown first; the others after one more tap. */
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
    const say = words();
    const endpoints = [
      ['purchase', say.ofPurchase],
      ['offers', say.ofOffers],
      ['filter', say.ofFilter],
    ] as const;
    const lengths = [
      [1, say.nextOnly],
      [null, say.untilOff],
    ] as const;
    const on = faults.find((fault) => fault.endpoint === endpoint);
    const switchOf = (name: string): HTMLElement => {
      const isOn = on?.fault === name;
      const label = say.faultNames[name] ?? name;
      const flip = () => void setFault(endpoint, isOn ? null : name, times);
      return switchButton({ name, label, isOn, data: { fault: name }, flip });
    };
    const which = choice<Endpoint>(say.faultOf, endpoints, endpoint, (value) => {
      endpoint = value;
      draw(latest);
    });
    const more = h(
      'details',
      {},
      h('summary', { data: { focus: 'more' } }, say.moreFaults),
      which,
      ...others.map(switchOf),
    );
    more.open = isOpen || others.includes(on?.fault ?? '') || endpoint !== 'purchase';
    more.addEventListener('toggle', () => {
      isOpen = more.open;
    });
    redraw(
      element,
      h('h3', {}, say.faults, ' · ', say.faultsHint),
      choice<number | null>(say.howLong, lengths, times, (value) => {
        times = value;
        if (on) void setFault(endpoint, on.fault, value);
        draw(latest);
      }),
      h('div', { class: 'switches' }, ...usual.map(switchOf), more),
    );
  }

  return { element, draw };
}
