/** What is wrong with an archive or with its use, as a sentence for the operator. */
export class ArchiveError extends Error {}
