/** Reads deploy/compose.yaml as compose does, with the values that an operator fills in. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

export const DEPLOY = join(import.meta.dirname, '../../deploy');

const service = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  command: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  ulimits: z.object({ nofile: z.number() }).optional(),
  healthcheck: z
    .object({ test: z.tuple([z.literal('CMD')]).rest(z.string()), interval: z.string() })
    .optional(),
  depends_on: z
    .union([
      z.array(z.string()).transform((names) => names.map((name) => [name, 'service_started'] as const)),
      z
        .record(z.string(), z.object({ condition: z.enum(['service_started', 'service_healthy']) }))
        .transform((all) => Object.entries(all).map(([name, { condition }]) => [name, condition] as const)),
    ])
    .default([]),
});

const composeFile = z.looseObject({
  services: z.record(z.string(), service),
  networks: z.object({
    default: z.object({ ipam: z.object({ config: z.tuple([z.object({ subnet: z.string() })]) }) }),
  }),
  volumes: z.record(z.string(), z.unknown()),
});

export type ComposeService = z.infer<typeof service>;
export type ComposeFile = z.infer<typeof composeFile>;

/**
 * @param values those of deploy/.env
 * @throws Error if the file needs a value that is missing
 */
export async function readCompose(values: Readonly<Record<string, string>>): Promise<ComposeFile> {
  const text = await readFile(join(DEPLOY, 'compose.yaml'), 'utf8');
  const fill = (_all: string, name: string, isOptional?: string): string => {
    const value = values[name] ?? (isOptional === undefined ? undefined : '');
    if (value === undefined) throw new Error(`${name} has no value`);
    return value;
  };
  // Compose reads the YAML first, and fills in its strings then.
  return composeFile.parse(
    JSON.parse(JSON.stringify(parse(text, { merge: true })), (_key, value: unknown) =>
      typeof value === 'string' ? value.replaceAll(/\$\{(\w+)(:-)?\}/g, fill) : value,
    ),
  );
}

/** The services in an order in which each follows those that it depends on. */
export function inOrder({ services }: ComposeFile): string[] {
  const order: string[] = [];
  const add = (name: string, above: readonly string[]): void => {
    if (above.includes(name))
      throw new Error(`The services ${[...above, name].join(' -> ')} wait for each other.`);
    if (order.includes(name)) return;
    for (const [before] of services[name]?.depends_on ?? []) add(before, [...above, name]);
    order.push(name);
  };
  for (const name of Object.keys(services)) add(name, []);
  return order;
}

/** The variables and the command of the image `tributary`. */
export async function readImage(): Promise<{
  readonly env: Record<string, string>;
  readonly command: string[];
}> {
  const text = await readFile(join(DEPLOY, '../Containerfile'), 'utf8');
  const env = /^ENV ((?:.*\\\n)*.*)$/m.exec(text)?.[1] ?? '';
  const command = /^CMD (\[.*\])$/m.exec(text)?.[1] ?? '[]';
  return {
    env: Object.fromEntries(
      [...env.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    ),
    command: z.array(z.string()).parse(JSON.parse(command)),
  };
}
