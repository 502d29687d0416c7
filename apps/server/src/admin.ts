/** The operator's command line, for a running or a stopped instance: `npm run -s admin -- help`. */
import { runAdmin } from './admin/cli.ts';
import { parseConfig, readVariables } from './config/config.ts';

const directory = process.cwd();

process.exitCode = await runAdmin(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  readConfig: () => parseConfig(readVariables(directory), directory),
});
