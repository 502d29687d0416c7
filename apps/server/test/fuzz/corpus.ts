import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folders of corpus inputs. */
export const CORPORA = {
  codecs: new URL('./corpus/codecs/', import.meta.url),
  images: new URL('./corpus/images/', import.meta.url),
  flv: new URL('./corpus/flv/', import.meta.url),
  rtmp: new URL('./corpus/rtmp/', import.meta.url),
  whep: new URL('./corpus/whep/', import.meta.url),
} as const;

export interface Seed {
  /** The prefix of the file name, which tells the parser: `avcc` of `avcc-x264.bin`. */
  readonly kind: string;
  readonly name: string;
  readonly bytes: Buffer;
}

export function readCorpus(corpus: keyof typeof CORPORA): Seed[] {
  const folder = fileURLToPath(CORPORA[corpus]);
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, kind: name.split('-', 1)[0] ?? '', bytes: readFileSync(folder + name) }));
}
