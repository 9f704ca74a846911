import manifest from '#package.json' with { type: 'json' };

export interface Build {
  readonly version: string;
  /** Null in a checkout, because only a release names its commit in its `package.json`. */
  readonly commit: string | null;
}

const { version, commit }: { readonly version: string; readonly commit?: string } = manifest;

export const build: Build = { version, commit: commit ?? null };
