import { expect, test } from 'vitest';
import { shelfTop } from '#bot/actions/shelf-address.ts';
import { offersPayload, productPayload, readStartLink, shelfPayload } from '#bot/buying/sharing/start-links.ts';

/** Links in other people's chats: extend, never change. */
test.each([
  [productPayload(37), 'g1_11', { tag: 'p', values: ['11', ''] }],
  [
    shelfPayload(shelfTop('data', 2, 'prepaid', null)),
    'c1_020',
    { tag: 's', values: ['0', '2', '0', '', '', '0', '1', '0', ''] },
  ],
  [
    shelfPayload({ ...shelfTop('tdlte', 2, 'postpaid', null), category: 40, sub: 7 }),
    'c1_221_14_7',
    { tag: 's', values: ['2', '2', '1', '14', '7', '0', '1', '0', ''] },
  ],
  [offersPayload('989351234567'), 'n1_9351234567', { tag: 'f', values: ['9351234567', '1'] }],
])('%s', (made, payload, action) => {
  expect(made).toBe(payload);
  expect(payload).toMatch(/^[\w-]{1,64}$/);
  expect(readStartLink(payload)).toEqual(action);
});

test.each([
  '',
  'g1_',
  'g1_-1',
  'g2_11',
  'c1_',
  'c1_9',
  'c1_920',
  'c1_060',
  'c1_023',
  'c1_020_x_y_z',
  'c1_020_!',
  'n1_',
  'n1_123',
  'n1_989351234567',
  'r_ABC',
  'inline',
])('%j is no link of ours', (payload) => {
  expect(readStartLink(payload)).toBeNull();
});
