/** What a command is made of; help and parsing follow from it. */
import type { z } from 'zod';
import type { Config } from '#config/config.ts';
import type { Channels } from '#features/channels/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { UserActions } from '#features/moderation/index.ts';
import type { Database } from '#platform/db/index.ts';

/** What commands work on. */
export interface Workbench {
  readonly config: Config;
  readonly db: Database;
  readonly users: Users;
  readonly channels: Channels;
  readonly people: UserActions;
}

export interface Option<Schema extends z.ZodType = z.ZodType> {
  /** What stands behind it in the help, `NAME`; none for a switch. */
  readonly value?: string;
  readonly about: string;
  /** Takes the text given, or undefined; a switch's takes a boolean. */
  readonly schema: Schema;
}

type Options = Readonly<Record<string, Option>>;
type Values<O extends Options> = { readonly [Name in keyof O]: z.output<O[Name]['schema']> };

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly options: Options;
  /** @returns what to print, without a last line break */
  run(bench: Workbench, values: Readonly<Record<string, unknown>>): Promise<string>;
}

/** Keeps the types of a command's options for its `run`. */
export function command<O extends Options>(definition: {
  readonly name: string;
  readonly summary: string;
  readonly options: O;
  run(bench: Workbench, values: Values<O>): Promise<string>;
}): Command {
  // Parsed by these very schemas before `run` is called.
  return { ...definition, run: (bench, values) => definition.run(bench, values as Values<O>) };
}
