/** Start links that make an owner begin with it. */
export const ownerLinkPrefix = 'o_';
