/** What `npm audit --json` says: packages with advisories, or why the registry does not tell. */
import { z } from 'zod';

const advisory = z.object({
  title: z.string(),
  url: z.string(),
  severity: z.string(),
  range: z.string(),
});

/** Version 2 of npm's report, of npm 7 and later. */
const report = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      name: z.string(),
      /** An advisory about this package, or the name of a dependency that has one. */
      via: z.array(z.union([z.string(), advisory])),
      /** Where it is installed. */
      nodes: z.array(z.string()),
      fixAvailable: z.union([z.boolean(), z.object({ name: z.string(), version: z.string() })]),
    }),
  ),
});

/** The registry refused the request, or did not answer it. */
const failure = z.union([
  z.object({ message: z.string(), statusCode: z.number().optional() }),
  z
    .object({ error: z.object({ summary: z.string(), detail: z.string().optional() }) })
    .transform(({ error }) => ({ message: error.summary || error.detail || 'no reason given' })),
]);

export type AuditOutcome =
  | { readonly kind: 'clean' }
  /** A line for each advisory of an installed package. */
  | { readonly kind: 'advisories'; readonly lines: readonly string[] }
  | { readonly kind: 'unanswered'; readonly reason: string };

/**
 * @param output of `npm audit --json`
 * @param versionAt the installed version, by its place such as `node_modules/zod`
 */
export function readAudit(output: string, versionAt: (place: string) => string | undefined): AuditOutcome {
  const json = parse(output);
  const read = report.safeParse(json);
  if (!read.success) {
    const reason = failure.safeParse(json).data?.message ?? `unexpected output: ${output.slice(0, 200)}`;
    return { kind: 'unanswered', reason };
  }
  // Packages that only depend on another one with an advisory are not named: that one is, too.
  const lines = Object.values(read.data.vulnerabilities).flatMap(({ name, via, nodes, fixAvailable }) =>
    via.flatMap((cause) => {
      if (typeof cause === 'string') return [];
      const versions = [...new Set(nodes.map((place) => versionAt(place) ?? 'unknown version'))];
      const fix =
        typeof fixAvailable === 'object'
          ? `Install ${fixAvailable.name} ${fixAvailable.version}.`
          : fixAvailable
            ? 'Run npm update.'
            : 'There is no fixed release yet.';
      return `${name} ${versions.join(', ')} (${cause.severity}): ${cause.title}, in ${cause.range}. ${fix} ${cause.url}`;
    }),
  );
  return lines.length === 0 ? { kind: 'clean' } : { kind: 'advisories', lines: lines.toSorted() };
}

function parse(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}
