/** A setting or a file of the instance that only its operator can mend; its message is one line for them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
