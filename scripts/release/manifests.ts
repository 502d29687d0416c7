/** The version in the manifests of all workspaces, and in the lock file. */
import semver from 'semver';
import { z } from 'zod';

const manifest = z.looseObject({ name: z.string(), version: z.string() });
/** Records keep the order of their keys, which objects of zod do not. */
const fields = z.record(z.string(), z.unknown());
const packages = z.record(z.string(), fields);

/** Sets the version of a workspace, and those of the workspaces that it depends on. */
export function releaseManifest(text: string, version: string): string {
  const { version: current } = manifest.parse(JSON.parse(text));
  if (!semver.gt(version, current)) throw new Error(`${version} does not follow ${current}.`);
  return text
    .replace(`"version": "${current}"`, `"version": "${version}"`)
    .replaceAll(/("@tributary\/[\w-]+": )"[^"]+"/g, `$1"${version}"`);
}

/** @param workspaces their folders, with '' for the root */
export function releaseLock(text: string, version: string, workspaces: readonly string[]): string {
  const lock = fields.parse(JSON.parse(text));
  const entries = packages.parse(lock.packages);
  for (const folder of workspaces) {
    const entry = entries[folder];
    if (entry === undefined) throw new Error(`package-lock.json has no package ${folder || 'at its root'}.`);
    const written = JSON.stringify({ ...entry, version });
    entries[folder] = fields.parse(
      JSON.parse(written.replaceAll(/("@tributary\/[\w-]+":)"[^"]+"/g, `$1"${version}"`)),
    );
  }
  return `${JSON.stringify({ ...lock, version, packages: entries }, null, 2)}\n`;
}
