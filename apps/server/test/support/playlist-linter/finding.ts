/** One way in which a playlist breaks a rule. */
export interface Finding {
  /** Short and stable: `part-too-long`. */
  readonly rule: string;
  /** Of draft-pantos-hls-rfc8216bis, unless it names another document. */
  readonly section: string;
  /** A sentence that says what is wrong, with the values. */
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
