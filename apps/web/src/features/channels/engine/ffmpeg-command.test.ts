import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ffmpegCommand } from './ffmpeg-command.ts';

/** The words that a real shell splits the command into, without running ffmpeg. */
function words(command: string): string[] {
  const script = `ffmpeg() { for word; do printf '%s\\0' "$word"; done; }\n${command}`;
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('ffmpegCommand', () => {
  it('publishes to the URL and key as one word, with a keyframe every two seconds', () => {
    const list = words(ffmpegCommand('rtmp://127.0.0.1:1935/live', 'live_0190_abc'));
    expect(list.slice(-3)).toEqual(['-f', 'flv', 'rtmp://127.0.0.1:1935/live/live_0190_abc']);
    expect(list[list.indexOf('-force_key_frames') + 1]).toBe('expr:gte(t,n_forced*2)');
  });

  it('joins URL and key with a single slash', () => {
    expect(words(ffmpegCommand('rtmp://host/live/', 'key')).at(-1)).toBe('rtmp://host/live/key');
  });

  it('lets nothing in a key reach the shell', () => {
    const key = fc.string({
      unit: fc.constantFrom('a', "'", '"', '$', '`', '\\', ';', ' ', '\n'),
      maxLength: 8,
    });
    fc.assert(
      fc.property(key, (streamKey) => {
        expect(words(ffmpegCommand('rtmp://host/live', streamKey)).at(-1)).toBe(
          `rtmp://host/live/${streamKey}`,
        );
      }),
      { numRuns: 40 },
    );
  });
});
