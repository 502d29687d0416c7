/** The directory that holds all of the instance's state. */
import { access, constants, mkdir } from 'node:fs/promises';
import { ConfigError } from '#platform/config-error.ts';

/** @throws ConfigError when it cannot be created or is not writable */
export async function prepareDataDir(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o755 });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new ConfigError(
      `DATA_DIR: ${path} is not a writable directory (${code}). Change its permissions, or set DATA_DIR to another directory such as ./data.`,
    );
  }
}
