/** Start links of a person's invitation begin with it. */
export const referralPrefix = 'f_';

const opening = new RegExp(`^/start(?:@\\w+)?\\s+${referralPrefix}([\\w-]{1,60})$`);

/** The code of the invitation that a message opens. Newcomers are greeted like everyone. */
export const referralCodeIn = (text: string): string | undefined => opening.exec(text)?.[1];
