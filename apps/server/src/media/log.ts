/** What the media core needs of a logger; pino has this shape. */
export interface MediaLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
