/** For anyone and anything, as often as anyone likes. */
export const withoutLimits = {
  target: null,
  targetId: null,
  operatorId: null,
  productType: null,
  mostUses: null,
  mostEach: null,
  endsAt: null,
} as const;
