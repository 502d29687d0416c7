/** A strict parser of Prometheus's text format, version 0.0.4. */

export interface MetricFamily {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const HELP = new RegExp(`^# HELP (${NAME}) (.+)$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary|untyped)$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (NaN|[+-]Inf|[-+0-9.eE]+)$`);
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** @throws Error for what Prometheus refuses, for families that are split, and for values that are listed twice */
export function parseExposition(text: string): ReadonlyMap<string, MetricFamily> {
  if (!text.endsWith('\n')) throw new Error('The exposition does not end with a line feed.');
  const families = new Map<string, MetricFamily>();
  const seen = new Set<string>();
  let family: { name: string; type: string; help: string; samples: Sample[] } | undefined;
  let help: RegExpExecArray | null = null;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const type = TYPE.exec(line);
    if (line.startsWith('# HELP ')) {
      help = HELP.exec(line);
      if (help === null) throw new Error(`Not a HELP line: ${line}`);
    } else if (type !== null) {
      const [, name = '', kind = ''] = type;
      if (help?.[1] !== name) throw new Error(`${name} has no HELP before its TYPE.`);
      if (families.has(name)) throw new Error(`${name} is listed twice.`);
      family = { name, type: kind, help: help[2] ?? '', samples: [] };
      families.set(name, family);
    } else {
      const sample = parseSample(line);
      const suffixes = SUFFIXES[family?.type ?? ''] ?? [''];
      if (!suffixes.some((suffix) => sample.name === `${family?.name}${suffix}`))
        throw new Error(`${sample.name} does not follow its TYPE.`);
      const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
      if (seen.has(key)) throw new Error(`${key} is listed twice.`);
      seen.add(key);
      family?.samples.push(sample);
    }
  }
  return families;
}

function parseSample(line: string): Sample {
  const match = SAMPLE.exec(line);
  if (match === null) throw new Error(`Not a sample: ${line}`);
  const [, name = '', list = '', value = ''] = match;
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < list.length) {
    const label = LABEL.exec(list);
    if (label === null) throw new Error(`Not a list of labels: ${list}`);
    labels[label[1] ?? ''] = label[2] ?? '';
  }
  const number = value.endsWith('Inf') ? Number(value.replace('Inf', 'Infinity')) : Number(value);
  if (Number.isNaN(number) && value !== 'NaN') throw new Error(`Not a number: ${value}`);
  return { name, labels, value: number };
}
