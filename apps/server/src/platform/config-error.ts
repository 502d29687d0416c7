/** An invalid setting or file of the instance. Its message is one line for the operator, who has to fix it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
