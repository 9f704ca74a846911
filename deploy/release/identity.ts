import { createHash } from 'node:crypto';

export interface Identity {
  /** As in the file's name. It ends with the commit unless the commit is that of the version's tag. */
  readonly version: string;
  readonly commit: string;
}

/** What git says about the tree that a release is made of. */
export interface Tree {
  readonly commit: string;
  readonly tags: readonly string[];
  /** As a patch; empty: everything is committed. */
  readonly changes: string;
}

/** Two builds with different contents have different versions, so a server can tell them apart. */
export function identify(version: string, { commit, tags, changes }: Tree): Identity {
  const isTagged = tags.includes(`v${version}`) && changes === '';
  const change = changes === '' ? '' : `.changed.${createHash('sha256').update(changes).digest('hex').slice(0, 7)}`;
  return { version: isTagged ? version : `${version}+${commit.slice(0, 7)}${change}`, commit };
}

export interface Names {
  readonly manifest: string;
  readonly lock: string;
  readonly changelog: string;
  readonly built: string;
}

/** The notes of a version that is about to be published; throws where its names disagree. */
export function notesFor(tag: string, { manifest, lock, changelog, built }: Names): string {
  const version = tag.replace(/^v/, '');
  const notes = sectionOf(changelog, version);
  const problems = [
    tag === `v${version}` ? null : `The tag is ${tag}: it must begin with v.`,
    manifest === version ? null : `package.json says ${manifest}.`,
    lock === version ? null : `package-lock.json says ${lock}.`,
    built === version ? null : `The file would be of ${built}: the commit has no tag ${tag}, or not all is committed.`,
    notes ? null : `CHANGELOG.md has no section ## ${version}.`,
  ].filter((problem) => problem !== null);
  if (problems.length > 0) throw new Error(`This is not ${tag}. ${problems.join(' ')}`);
  return `${notes}\n`;
}

/** What stands below the heading of a version. */
function sectionOf(changelog: string, version: string): string {
  const [section = ''] = changelog.split(/^## /m).filter((one) => /^\S+/.exec(one)?.[0] === version);
  return section.replace(/^.*\n/, '').trim();
}
