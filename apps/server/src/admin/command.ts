/** The definition of a command, from which its help and its parsing are derived. */
import type { z } from 'zod';
import type { Config } from '#config/config.ts';
import type { Channels } from '#features/channels/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { UserActions } from '#features/moderation/index.ts';
import type { Database } from '#platform/db/index.ts';

/** The services that commands use. */
export interface CommandContext {
  readonly config: Config;
  readonly db: Database;
  readonly users: Users;
  readonly channels: Channels;
  readonly people: UserActions;
  /** Sends what the actions have caused to be mailed. @returns a line for each mail that could not be sent */
  sendMails(): Promise<string[]>;
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
}

/** A command that works with the database, which is migrated before. */
interface ServiceCommand extends CommandDescription {
  /** @returns the output, without a trailing line break */
  run(context: CommandContext, values: Readonly<Record<string, unknown>>): Promise<string>;
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
  run(context: CommandContext, values: Values<O>): Promise<string>;
}): Command {
  // The values were parsed by the schemas of these options.
  return { ...definition, run: (context, values) => definition.run(context, values as Values<O>) };
}
