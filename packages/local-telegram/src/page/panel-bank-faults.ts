import { h } from './dom.ts';
import { setBankFault } from './link.ts';
import { choice, redraw, switchButton } from './panel-switches.ts';
import { say, sayIf } from './store.ts';

/** Faults shown at first; the others appear after one more tap. */
const usual = ['verify-fails', 'callback-twice', 'callback-forged', 'amount-differs', 'down', 'slow'];
const others = ['cut', 'garbage', 'too-many', 'refused'];

/** Switches for faults of the bank, one fault at a time at every endpoint that it affects. */
export function createBankFaultSwitches() {
  const element = h('section', { class: 'card-box faults-box' });
  let times: number | null = 1;
  let latest: string | null = null;
  let isOpen = false;

  function draw(on: string | null): void {
    latest = on;
    const switchOf = (name: string): HTMLElement => {
      const isOn = on === name;
      const label = sayIf(`bank-fault-${name}`, name);
      const flip = () => void setBankFault(isOn ? null : name, times);
      return switchButton({ name, label, isOn, data: { bankFault: name }, flip });
    };
    const lengths = [
      [1, say('next-only')],
      [null, say('until-off')],
    ] as const;
    const more = h(
      'details',
      {},
      h('summary', { data: { focus: 'more' } }, say('more-faults')),
      ...others.map(switchOf),
    );
    more.open = isOpen || others.includes(on ?? '');
    more.addEventListener('toggle', () => {
      isOpen = more.open;
    });
    redraw(
      element,
      h('h3', {}, say('bank-faults'), ' · ', say('bank-hint')),
      choice<number | null>(say('how-long'), lengths, times, (value) => {
        times = value;
        if (on !== null) void setBankFault(on, value);
        draw(latest);
      }),
      h('div', { class: 'switches' }, ...usual.map(switchOf), more),
    );
  }

  return { element, draw };
}
