/** Parses and runs a command. Errors are one line on stderr with exit code 1. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Config } from '#config/config.ts';
import { createLog } from '#platform/log/log.ts';
import { type Command, CommandFailure } from './command.ts';
import { COMMANDS } from './commands.ts';
import { details, isRequired, overview } from './help.ts';

export interface CliEnvironment {
  out(text: string): void;
  err(text: string): void;
  /** Called after the arguments were parsed. @throws ConfigError */
  readConfig(): Config;
}

/** Invalid arguments. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @returns the exit code */
export async function runAdmin(args: readonly string[], environment: CliEnvironment): Promise<number> {
  const { out, err } = environment;
  try {
    const [name, ...rest] = args;
    if (name === undefined) {
      err(overview(COMMANDS));
      return 1;
    }
    if (['help', '--help', '-h'].includes(name)) {
      out(rest[0] === undefined ? overview(COMMANDS) : details(find(rest[0])));
      return 0;
    }
    const command = find(name);
    if (rest.includes('--help') || rest.includes('-h')) {
      out(details(command));
      return 0;
    }
    out(`${await run(command, rest, environment)}\n`);
    return 0;
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    err(`${error instanceof CommandFailure ? sentence : sentence.replaceAll(/\s*\n\s*/g, ' ')}\n`);
    if (error instanceof UnknownCommandError) err(`\n${overview(COMMANDS)}`);
    return 1;
  }
}

class UnknownCommandError extends UsageError {}

function find(name: string): Command {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) throw new UnknownCommandError(`Unknown command "${name}".`);
  return command;
}

async function run(command: Command, args: readonly string[], environment: CliEnvironment): Promise<string> {
  const values = parseOptions(command, args);
  const config = environment.readConfig();
  if ('examine' in command) return await command.examine(config);
  const log = createLog('fatal', process.stderr);
  const progress = (sentence: string) => environment.err(`${sentence}\n`);
  const prepared = (await command.prepare?.({ config, log, progress }, values)) ?? null;
  if (prepared !== null) return prepared;
  // Loaded only now, so that invalid arguments are reported without loading the whole program.
  const { openCommandContext } = await import('./command-context.ts');
  await using context = await openCommandContext(config, log, progress);
  return await command.run(context, values);
}

/** @throws UsageError that names the option and its valid values */
function parseOptions(command: Command, args: readonly string[]): Record<string, unknown> {
  const given = splitOptions(command, args);
  const entries = Object.entries(command.options).map(([key, option]) => {
    const text = given[key];
    if (text === undefined && isRequired(option)) {
      throw new UsageError(
        `${command.name} requires --${key} ${option.value}. Run "help ${command.name}" to see its options.`,
      );
    }
    const result = option.schema.safeParse(text);
    if (result.success) return [key, result.data] as const;
    throw new UsageError(`--${key} ${text}: ${z.prettifyError(result.error).replaceAll(/✖ |\s+→.*$/gm, '')}`);
  });
  return Object.fromEntries(entries);
}

function splitOptions(command: Command, args: readonly string[]): Record<string, unknown> {
  const options = Object.fromEntries(
    Object.entries(command.options).map(
      ([key, { value }]) => [key, { type: value ? 'string' : 'boolean' } as const] as const,
    ),
  );
  try {
    const { operand } = command;
    const allowPositionals = operand !== undefined;
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals });
    if (operand === undefined) return values;
    const [given, second] = positionals;
    if (second !== undefined || (given !== undefined && values[operand] !== undefined)) {
      throw new UsageError(`${command.name} takes one ${operand}, and also got ${second ?? given}`);
    }
    return given === undefined ? values : { ...values, [operand]: given };
  } catch (error) {
    const problem = error instanceof Error ? error.message.split('. ', 1)[0] : String(error);
    throw new UsageError(`${problem}. Run "help ${command.name}" to see its options.`);
  }
}
