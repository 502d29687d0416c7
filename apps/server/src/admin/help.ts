import type { Command, Option } from './command.ts';

export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = [...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)];
  return `The operator's command line. It works while the instance is running or stopped, and reads the same
variables and .env file.

  npm run -s admin -- COMMAND [OPTIONS]

${lines.join('\n')}
  ${'help'.padEnd(width)}  Show this overview, or the options of COMMAND
`;
}

export function details({ name, summary, options, operand }: Command): string {
  const entries = Object.entries(options);
  const format = (key: string, { value }: Option): string =>
    key === operand ? `${value}` : value ? `--${key} ${value}` : `--${key}`;
  const usage = entries.map(([key, option]) =>
    isRequired(option) ? format(key, option) : `[${format(key, option)}]`,
  );
  const width = Math.max(...entries.map(([key, option]) => format(key, option).length));
  const lines = entries.map(([key, option]) => `  ${format(key, option).padEnd(width)}  ${option.about}`);
  return `${summary}.

  npm run -s admin -- ${[name, ...usage].join(' ')}

${lines.join('\n')}
`;
}

export const isRequired = ({ schema }: Option): boolean => !schema.safeParse(undefined).success;
