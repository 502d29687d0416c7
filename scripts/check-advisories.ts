/**
 * Names the installed packages with security advisories, without those that only developers use. Exit code 1: there are
 * some; 2: the registry does not tell. It needs the network, so `npm run check` does not include it.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readAudit } from './advisories/audit-report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const lockfile = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) });
const { packages } = lockfile.parse(JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')));

// npm exits with 1 where it finds something, so that the output decides.
const output = await new Promise<string>((resolve) => {
  const args = ['audit', '--omit=dev', '--json'];
  execFile('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => resolve(stdout));
});
const outcome = readAudit(output, (place) => packages[place]?.version);
if (outcome.kind === 'clean') {
  process.stdout.write('No installed package has an advisory.\n');
} else if (outcome.kind === 'advisories') {
  for (const line of outcome.lines) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
} else {
  process.stderr.write(
    `The registry does not answer audit queries: ${outcome.reason}\nSet npm_config_registry to one that does, and run this again.\n`,
  );
  process.exitCode = 2;
}
