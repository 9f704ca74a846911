import type { People } from '#shop/people/people/people.ts';

export type SupportStaff = ReturnType<typeof createSupportStaff>;

/** Who answers support. Every message checks this, so a removed person is out at once. */
export const createSupportStaff = ({
  people,
}: {
  readonly people: Pick<People, 'hasPermission' | 'withPermission'>;
}) => ({
  mayAnswer: (personId: number): Promise<boolean> => people.hasPermission(personId, 'answer'),
  /** Without a group, these people get the conversations privately. */
  list: (): Promise<readonly number[]> => people.withPermission('answer'),
});
