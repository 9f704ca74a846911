import type { Person } from '@sharj/local-telegram';
import type { Language } from '#domain/language.ts';
import type { StaffRole } from '#domain/role.ts';
import { linkIn } from './agents.ts';
import { forge, greet, tap } from './buyer.ts';
import type { World } from './world.ts';

export interface NewStaff {
  readonly language?: Language;
  /** A cashier's credit a day, in rials. */
  readonly credit?: number;
  /** Support that decides orders in review. */
  readonly decides?: boolean;
}

/** The link of a new invitation for the staff. */
export async function inviteStaff(owner: Person, role: StaffRole, credit = 1_000_000): Promise<string> {
  const asked = await forge(owner, { to: 'inviteStaff', role });
  const { messages } = role === 'cashier' ? await owner.type(String(credit)) : asked;
  return linkIn(messages);
}

/** A customer who is now a member of the staff; uses rials. */
export async function makeStaff(
  world: World,
  owner: Person,
  role: StaffRole,
  { language = 'en', credit, decides = false }: NewStaff = {},
): Promise<Person> {
  const person = await greet(world, { language, wallet: 0 });
  await person.open(await inviteStaff(owner, role, credit));
  await owner.sees(({ text }) => text.includes(person.first_name));
  await forge(person, { to: 'unit', unit: 'rial' });
  if (!decides) return person;
  await forge(owner, { to: 'staffMember', person: person.id });
  await tap(owner, { to: 'switchDecides' });
  return person;
}
