/** From the words of a command line to a command's answer: one line on stderr and exit code 1 where it fails. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Config } from '#config/config.ts';
import { createLog } from '#platform/log/log.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { details, isRequired, overview } from './help.ts';

export interface Surroundings {
  out(text: string): void;
  err(text: string): void;
  /** Asked once the words are in order. @throws ConfigError */
  readConfig(): Config;
}

/** What is wrong with the words themselves. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @returns the exit code */
export async function runAdmin(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, err } = surroundings;
  try {
    const [name, ...rest] = words;
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
    out(`${await run(command, rest, surroundings.readConfig)}\n`);
    return 0;
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    err(`${sentence.replaceAll(/\s*\n\s*/g, ' ')}\n`);
    if (error instanceof UnknownCommand) err(`\n${overview(COMMANDS)}`);
    return 1;
  }
}

class UnknownCommand extends UsageError {}

function find(name: string): Command {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) throw new UnknownCommand(`There is no command "${name}".`);
  return command;
}

async function run(command: Command, words: readonly string[], readConfig: () => Config): Promise<string> {
  const values = parseOptions(command, words);
  const config = readConfig();
  // Loaded only now: what is wrong with the words is said without the whole program behind it.
  const { openWorkbench } = await import('./workbench.ts');
  await using bench = await openWorkbench(config, createLog('fatal', process.stderr));
  return await command.run(bench, values);
}

/** @throws UsageError naming the option and what to give */
function parseOptions(command: Command, words: readonly string[]): Record<string, unknown> {
  const given = splitOptions(command, words);
  const entries = Object.entries(command.options).map(([key, option]) => {
    const text = given[key];
    if (text === undefined && isRequired(option)) {
      throw new UsageError(
        `${command.name} needs --${key} ${option.value}; "help ${command.name}" shows all it takes.`,
      );
    }
    const result = option.schema.safeParse(text);
    if (result.success) return [key, result.data] as const;
    throw new UsageError(`--${key} ${text}: ${z.prettifyError(result.error).replaceAll(/✖ |\s+→.*$/gm, '')}`);
  });
  return Object.fromEntries(entries);
}

function splitOptions(command: Command, words: readonly string[]): Record<string, unknown> {
  const options = Object.fromEntries(
    Object.entries(command.options).map(
      ([key, { value }]) => [key, { type: value ? 'string' : 'boolean' } as const] as const,
    ),
  );
  try {
    return parseArgs({ args: [...words], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const said = error instanceof Error ? error.message.split('. ', 1)[0] : String(error);
    throw new UsageError(`${said}; "help ${command.name}" shows what it takes.`);
  }
}
