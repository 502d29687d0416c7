import type { Command, Option } from './command.ts';

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = [...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)];
  return `The operator's command line. The instance may be running or stopped; the same variables and .env
apply to both.

  npm run -s admin -- COMMAND [OPTIONS]

${lines.join('\n')}
  ${'help'.padEnd(width)}  Show this, or with COMMAND what that one takes
`;
}

export function details({ name, summary, options }: Command): string {
  const entries = Object.entries(options);
  const usage = entries.map(([key, option]) =>
    isRequired(option) ? spelled(key, option) : `[${spelled(key, option)}]`,
  );
  const width = Math.max(...entries.map(([key, option]) => spelled(key, option).length));
  const lines = entries.map(([key, option]) => `  ${spelled(key, option).padEnd(width)}  ${option.about}`);
  return `${summary}.

  npm run -s admin -- ${[name, ...usage].join(' ')}

${lines.join('\n')}
`;
}

export const isRequired = ({ schema }: Option): boolean => !schema.safeParse(undefined).success;

const spelled = (key: string, { value }: Option): string => (value ? `--${key} ${value}` : `--${key}`);
