/** Runs commands of the operator's command line for `instance.ts`, in one process that loads the program once. */
import { runAdmin } from '../../apps/server/src/admin/cli.ts';
import { parseConfig } from '../../apps/server/src/config/config.ts';

export interface AdminRequest {
  readonly id: number;
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export interface AdminAnswer {
  readonly id: number;
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

process.on('message', async ({ id, words, variables }: AdminRequest) => {
  let [out, err] = ['', ''];
  const code = await runAdmin(words, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    readConfig: () => parseConfig(variables, process.cwd()),
  });
  process.send?.({ id, code, out, err } satisfies AdminAnswer);
});
process.on('disconnect', () => process.exit());
