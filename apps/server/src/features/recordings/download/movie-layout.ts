/** The files that an MP4 file is made of, as text: a line with the size and the storage key of each, in order. */

export interface MovieFile {
  readonly key: string;
  readonly byteLength: number;
}

export const writeLayout = (files: readonly MovieFile[]): Buffer =>
  Buffer.from(files.map(({ key, byteLength }) => `${byteLength} ${key}\n`).join(''));

/**
 * Reads a chunk at a time: a layout of megabytes, read at once, would hold up all live streams.
 * @throws Error where a line is damaged
 */
export async function readLayout(chunks: AsyncIterable<Uint8Array>): Promise<MovieFile[]> {
  const files: MovieFile[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, byteLength, key] = /^(\d{1,15}) (.+)$/.exec(line) ?? [];
      if (key === undefined)
        throw new Error(`The layout of a download has the line ${JSON.stringify(line)}.`);
      files.push({ key, byteLength: Number(byteLength) });
    }
  }
  if (rest !== '') throw new Error(`The layout of a download ends with ${JSON.stringify(rest)}.`);
  return files;
}
