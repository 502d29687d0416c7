/** The definition of a command, from which its help and its parsing are derived. */
import type { z } from 'zod';
import type { Config } from '#config/config.ts';
import type { Secrets } from '#config/secrets.ts';
import type { Channels } from '#features/channels/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { UserActions } from '#features/moderation/index.ts';
import type { Database } from '#platform/db/index.ts';
import type { Log } from '#platform/log/log.ts';

/** The services that commands use. */
export interface CommandContext {
  readonly config: Config;
  readonly db: Database;
  readonly users: Users;
  readonly channels: Channels;
  readonly people: UserActions;
  /** Sends what the actions have caused to be mailed. @returns a line for each mail that could not be sent */
  sendMails(): Promise<string[]>;
  readonly secrets: Secrets;
  /** Prints a line on stderr while the command runs. */
  readonly progress: (sentence: string) => void;
}

/** The parts of the program that a command can use before the database is opened. */
export interface PreparationContext {
  readonly config: Config;
  readonly log: Log;
  /** Prints a line on stderr while the command runs. */
  readonly progress: (sentence: string) => void;
}

export interface Option<Schema extends z.ZodType = z.ZodType> {
  /** The placeholder of its value in the help, such as `NAME`; a flag has none. */
  readonly value?: string;
  readonly about: string;
  /** Parses the given text or undefined; a boolean for a flag. */
  readonly schema: Schema;
}

type Options = Readonly<Record<string, Option>>;
type Values<O extends Options> = { readonly [Name in keyof O]: z.output<O[Name]['schema']> };

interface CommandDescription {
  readonly name: string;
  readonly summary: string;
  readonly options: Options;
  /** The option that can be given without its name, as the first word. */
  readonly operand?: string;
}

/** A command that works with the database, which is migrated before. */
interface ServiceCommand extends CommandDescription {
  /** @returns the output, without a trailing line break */
  run(context: CommandContext, values: Readonly<Record<string, unknown>>): Promise<string>;
  /**
   * Runs before the database is opened, for a command that creates it.
   * @returns the output of a command that needs no database, or null to go on with `run`
   */
  prepare?(context: PreparationContext, values: Readonly<Record<string, unknown>>): Promise<string | null>;
}

/** A command that only looks at the instance, which may not be able to start. */
interface ExaminingCommand extends CommandDescription {
  /** @returns the output, without a trailing line break */
  examine(config: Config): Promise<string>;
}

export type Command = ServiceCommand | ExaminingCommand;

/** A result that is to end the program with exit code 1; its message can have several lines. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** Types a command's `run` by its options. */
export function command<O extends Options>(definition: {
  readonly name: string;
  readonly summary: string;
  readonly options: O;
  readonly operand?: keyof O & string;
  run(context: CommandContext, values: Values<O>): Promise<string>;
  prepare?(context: PreparationContext, values: Values<O>): Promise<string | null>;
}): Command {
  const { prepare, ...rest } = definition;
  // The values were parsed by the schemas of these options.
  return {
    ...rest,
    run: (context, values) => definition.run(context, values as Values<O>),
    ...(prepare && { prepare: (context, values) => prepare(context, values as Values<O>) }),
  };
}
