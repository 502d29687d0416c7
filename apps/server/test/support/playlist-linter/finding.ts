/** A violation of a rule by a playlist. */
export interface Finding {
  /** A short and stable name, such as `part-too-long`. */
  readonly rule: string;
  /** The section of draft-pantos-hls-rfc8216bis, unless another document is named. */
  readonly section: string;
  /** The violation with its values. */
  readonly message: string;
}

/** Collects findings. */
export class Report {
  readonly findings: Finding[] = [];

  add(rule: string, section: string, message: string): void {
    this.findings.push({ rule, section, message });
  }

  /** Adds the finding unless `holds`. */
  expect(holds: boolean, rule: string, section: string, message: string): void {
    if (!holds) this.add(rule, section, message);
  }
}

/** Findings as lines of text, for a failing test's message. */
export function describeFindings(findings: readonly Finding[]): string {
  return findings.map(({ rule, section, message }) => `${rule} (${section}): ${message}`).join('\n');
}
