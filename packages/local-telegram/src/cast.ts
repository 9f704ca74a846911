import type { PersonCard } from './page/protocol.ts';
import type { PersonRecord } from './telegram/model.ts';

/** Simulated people, with numbers from ranges of every operator. */
export interface Actor extends PersonCard {
  readonly record: PersonRecord;
}

const actor = (
  part: Actor['part'],
  language: Actor['language'],
  record: Omit<PersonRecord, 'language_code'>,
): Actor => ({
  id: record.id,
  name: [record.first_name, record.last_name].filter(Boolean).join(' '),
  language,
  part,
  phone: record.phone,
  record: { ...record, language_code: language },
});

export const cast: readonly Actor[] = [
  actor('customer', 'fa', {
    id: 410_000_001,
    first_name: 'سارا',
    last_name: 'احمدی',
    username: 'sara_ahmadi',
    phone: '989351234567',
  }),
  actor('customer', 'en', {
    id: 410_000_002,
    first_name: 'Emma',
    last_name: 'Clarke',
    username: 'emma_clarke',
    phone: '989121234568',
  }),
  actor('agent', 'fa', {
    id: 410_000_003,
    first_name: 'رضا',
    last_name: 'کریمی',
    username: 'reza_karimi',
    phone: '989301234569',
  }),
  actor('owner', 'fa', {
    id: 410_000_005,
    first_name: 'مریم',
    last_name: 'راد',
    username: 'maryam_rad',
    phone: '989331234571',
  }),
  actor('owner', 'en', {
    id: 410_000_004,
    first_name: 'Nima',
    last_name: 'Rad',
    username: 'nima_rad',
    phone: '989191234570',
  }),
];
