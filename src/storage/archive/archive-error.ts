/** What is wrong with an archive or with its use, as a sentence for the operator. */
export class ArchiveError extends Error {}

/** Or damaged in its first bytes, which cannot be told apart. */
export class WrongPassphrase extends ArchiveError {}
