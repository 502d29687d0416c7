/**
 * Runs the operator's command line on an instance of a test, in this process, since starting the program takes seconds.
 */
import { z } from 'zod';
import { runAdmin } from '../../src/admin/cli.ts';
import { parseConfig } from '../../src/config/config.ts';

const streamer = z.object({
  username: z.string(),
  email: z.string(),
  password: z.string(),
  streamKey: z.string(),
});

/**
 * @returns the output of the command
 * @throws Error with the command's own message
 */
export async function adminCommand(
  settings: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<string> {
  const printed: string[] = [];
  const errors: string[] = [];
  const code = await runAdmin(words, {
    out: (text) => printed.push(text),
    err: (text) => errors.push(text),
    readConfig: () => parseConfig({ DEMO: 'false', ...settings }, process.cwd()),
  });
  if (code !== 0) throw new Error(errors.join(''));
  return printed.join('');
}

/** Creates an account with a channel. */
export const createStreamer = async (settings: Readonly<Record<string, string>>, username: string) =>
  streamer.parse(JSON.parse(await adminCommand(settings, 'create-streamer', '--username', username)));
