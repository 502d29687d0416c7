/** Compiles the messages that the server uses, and writes them into a file for each language. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue } from '@tributary/messages/catalogue';
import { compileMessage } from '@tributary/messages/compile';
import { LANGUAGES } from '@tributary/messages/languages';
import { isSchemaKey } from '@tributary/messages/schema-keys';
import type { Plugin } from 'rolldown';
import { usesOf } from '../../scripts/messages/uses.ts';

const FROM_SOURCES = join(import.meta.dirname, 'src/platform/messages/source-messages.ts');
const BUILT = join(import.meta.dirname, 'src/platform/messages/built-messages.ts');

function usedKeys(): ReadonlySet<string> {
  const files = globSync('src/**/*.ts', { cwd: import.meta.dirname }).filter(
    (file) => !file.includes('.test.'),
  );
  return new Set(
    files.flatMap((file) =>
      usesOf(file, readFileSync(join(import.meta.dirname, file), 'utf8')).keys.map(({ key }) => key),
    ),
  );
}

export const messageFiles: Plugin = {
  name: 'message-files',
  async resolveId(specifier, importer) {
    if (!specifier.endsWith('/source-messages.ts')) return null;
    const resolved = await this.resolve(specifier, importer, { skipSelf: true });
    return resolved?.id === FROM_SOURCES ? BUILT : null;
  },
  buildStart() {
    const used = usedKeys();
    for (const language of LANGUAGES) {
      const messages = [...readCatalogue(language)]
        .filter(([key]) => used.has(key) || isSchemaKey(key))
        .map(([key, text]) => [key, compileMessage(text).message]);
      const source = JSON.stringify(Object.fromEntries(messages));
      this.emitFile({ type: 'asset', fileName: `messages/${language}.json`, source });
    }
  },
};
