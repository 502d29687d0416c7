/** wrk on the core of the load generators: a client that reads responses through small buffers, as most do. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installByApt } from '../../apps/server/test/support/programs.ts';
import { findExecutable, LOAD_CORE, pinnedCommand } from '../lib/proc.ts';

export interface Wrk extends Disposable {
  /** @returns responses per second @throws where a response has an error status */
  measure(port: number, paths: readonly string[]): number;
}

/** @returns null where wrk is not installed */
export function createWrk(options: { readonly connections: number; readonly seconds: number }): Wrk | null {
  if (findExecutable('wrk') === null) installByApt(['wrk']);
  const executable = findExecutable('wrk');
  if (executable === null) return null;
  const { connections, seconds } = options;
  const directory = mkdtempSync(path.join(os.tmpdir(), 'bench-wrk-'));
  const script = path.join(directory, 'paths.lua');
  return {
    measure(port, paths) {
      writeFileSync(script, requestInTurn(paths));
      const [file, args] = pinnedCommand(LOAD_CORE, [
        executable,
        '--threads=1',
        `--connections=${connections}`,
        `--duration=${seconds}s`,
        `--script=${script}`,
        `http://127.0.0.1:${port}`,
      ]);
      const output = execFileSync(file, args, { encoding: 'utf8' });
      const perSecond = Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(output)?.[1]);
      if (!(perSecond > 0) || output.includes('Non-2xx')) throw new Error(`wrk says:\n${output}`);
      return perSecond;
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function requestInTurn(paths: readonly string[]): string {
  const list = paths.map((url) => JSON.stringify(url)).join(', ');
  return `
local paths = { ${list} }
local next = 0
request = function()
  next = next % #paths + 1
  return wrk.format("GET", paths[next])
end
`;
}
