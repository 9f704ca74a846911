/** Explains to the operator, in one sentence, what is wrong with an archive or its use. */
export class ArchiveError extends Error {}

/** A wrong passphrase and damage in the first bytes look the same. */
export class WrongPassphrase extends ArchiveError {}
