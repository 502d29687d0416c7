/** A message of a viewer, or of the channel's owner, in a chat. */
export interface Line {
  /** A letter for each viewer of a conversation, or `host` for the channel's owner. */
  readonly speaker: string;
  readonly text: string;
}

/** Lines that answer each other. */
export type Thread = readonly Line[];

/** The speaker who owns the channel. */
export const HOST = 'host';

const LINE = /^(host|[a-z]): (.+)$/;

/**
 * Reads threads, which an empty line separates. Each line is a speaker, a colon, and what they write.
 * @throws Error for a line without a speaker
 */
export function conversation(script: string): readonly Thread[] {
  return script
    .trim()
    .split(/\n\s*\n/)
    .map((thread) =>
      thread.split('\n').map((written) => {
        const [, speaker, text] = LINE.exec(written.trim()) ?? [];
        if (speaker === undefined || text === undefined) throw new Error(`“${written}” has no speaker.`);
        return { speaker, text };
      }),
    );
}

/** All lines, beginning with another thread in each round, so that repetitions are far apart. */
export function linesOf(threads: readonly Thread[], round: number): readonly Line[] {
  const first = round % Math.max(1, threads.length);
  return [...threads.slice(first), ...threads.slice(0, first)].flat();
}
