/** The messages of schemas, whose keys no source names: their English sentences are in the schemas. */
import type { TextKey } from './translate.ts';

export type SchemaKey = Extract<TextKey, `schemas.${string}`>;

export const isSchemaKey = (key: string): key is SchemaKey => key.startsWith('schemas.');
