/** Versions in CHANGELOG.md. */

/**
 * Gives what is unreleased a version and a date, and begins a new section.
 * @throws Error where nothing has changed, or the version exists
 */
export function releaseChangelog(text: string, version: string, date: string): string {
  if (text.includes(`\n## ${version}`)) throw new Error(`CHANGELOG.md has the version ${version} already.`);
  const [before, after] = text.split('\n## Unreleased\n');
  if (before === undefined || after === undefined)
    throw new Error('CHANGELOG.md has no section "Unreleased".');
  const changes = after.split('\n## ', 1)[0]?.trim();
  if (!changes) throw new Error('CHANGELOG.md lists no changes since the last version.');
  return `${before}\n## Unreleased\n\n## ${version}: ${date}\n${after}`;
}
