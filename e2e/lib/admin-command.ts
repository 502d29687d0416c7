/** The operator's command line, on any instance of this worker. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AdminAnswer, AdminRequest } from './admin-child.ts';

let child: ChildProcess | undefined;
let requests = 0;
const waiting = new Map<number, PromiseWithResolvers<string>>();

/** Loading the program takes a second or two, so one process runs all commands. Does not keep the worker alive. */
function start(env: AdminRequest['variables']): ChildProcess {
  const started = fork(fileURLToPath(new URL('./admin-child.ts', import.meta.url)), {
    env,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  started.unref();
  started.channel?.unref();
  started.on('message', ({ id, code, out, err }: AdminAnswer) => {
    if (code === 0) waiting.get(id)?.resolve(out);
    else waiting.get(id)?.reject(new Error(err));
    waiting.delete(id);
    if (waiting.size === 0) started.channel?.unref();
  });
  started.on('exit', (code, signal) => {
    child = undefined;
    for (const { reject } of waiting.values())
      reject(new Error(`The command line exited with ${code ?? signal}.`));
    waiting.clear();
  });
  return started;
}

/** @returns what the command prints @throws Error with the command's own */
export function adminCommand(variables: AdminRequest['variables'], ...words: string[]): Promise<string> {
  child ??= start(variables);
  child.channel?.ref();
  const answer = Promise.withResolvers<string>();
  const id = ++requests;
  waiting.set(id, answer);
  child.send({ id, words, variables } satisfies AdminRequest);
  return answer.promise;
}
