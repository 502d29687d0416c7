/** Errors that are shown to the caller: a code for programs, a text for people, a kind that decides the HTTP status. */
import {
  type LaterArguments,
  localize,
  localized,
  type MessageArguments,
  SOURCE_LANGUAGE,
  type Text,
  type TextKey,
} from './messages/index.ts';

export type ErrorKind =
  | 'not_found'
  | 'conflict'
  | 'forbidden'
  | 'invalid'
  | 'limited'
  | 'unavailable'
  | 'unauthenticated';

/** An error in one field of the request body: an RFC 6901 pointer and a sentence. */
export interface FieldText {
  readonly pointer: string;
  readonly detail: Text;
}

/** The same with the sentence in English, for logs. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
  readonly text: Text;
}

export interface AppErrorOptions extends ErrorOptions {
  readonly errors?: readonly FieldText[];
  readonly retryAfterSeconds?: number;
  readonly link?: string;
}

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: string;
  readonly kind: ErrorKind;
  /** The sentence for people. `message` is the same in English, for logs. */
  readonly text: Text;
  readonly errors: readonly FieldError[];
  /** The wait in seconds that becomes the header Retry-After. */
  readonly retryAfterSeconds: number | undefined;
  /** The path of the page where the person can resolve the error. */
  readonly link: string | undefined;

  constructor(code: string, kind: ErrorKind, text: Text, options: AppErrorOptions = {}) {
    super(localize(text, SOURCE_LANGUAGE), options);
    this.code = code;
    this.kind = kind;
    this.text = text;
    this.errors = (options.errors ?? []).map(({ pointer, detail }) => ({
      pointer,
      detail: localize(detail, SOURCE_LANGUAGE),
      text: detail,
    }));
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.link = options.link;
  }

  /** The same error, shown at a field of the request body. */
  at(pointer: string): AppError {
    return new AppError(this.code, this.kind, this.text, { errors: [{ pointer, detail: this.text }] });
  }
}

/** Codes of the system, of PostgreSQL and our own for a disk that is full, over its quota, read-only or broken. */
const UNWRITABLE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', '53100', '58030', 'disk_unwritable'];

/** Whether the error or one of its causes has one of these codes. */
export const isUnwritable = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && UNWRITABLE.includes(String(error.code))) || isUnwritable(error.cause));

/** 503: nothing was saved, and retrying immediately will fail too. */
export function diskUnwritable(cause?: unknown): AppError {
  return new AppError('disk_unwritable', 'unavailable', localized('errors.disk.disk_unwritable'), {
    cause,
    retryAfterSeconds: 60,
  });
}

/** The arguments of an error's sentence; never if the catalogues have none. */
type ArgumentsOfError<Place extends string, Code> = `errors.${Place}.${Code & string}` extends infer K extends
  keyof MessageArguments
  ? MessageArguments[K]
  : never;

type IsEmpty<Arguments> = Record<never, never> extends Arguments ? true : false;

/** A kind, with the arguments of the sentence if they are always the same. */
type Definition<Arguments> = [Arguments] extends [never]
  ? never
  : IsEmpty<Arguments> extends true
    ? ErrorKind
    : ErrorKind | readonly [kind: ErrorKind, values: LaterArguments<Arguments>];

type MakeError<Defined, Arguments> = Defined extends readonly unknown[]
  ? (options?: AppErrorOptions) => AppError
  : IsEmpty<Arguments> extends true
    ? (options?: AppErrorOptions) => AppError
    : (options: AppErrorOptions & { readonly values: LaterArguments<Arguments> }) => AppError;

/**
 * Defines a feature's errors: their kinds by their codes. A code names its sentence in `errors.json` of the message
 * catalogues, such as `errors.live.stream_not_found`.
 *
 *     export const errors = defineErrors('live', {
 *       stream_not_found: 'not_found',
 *       too_many_screens: 'conflict',
 *       too_many_streams: ['conflict', { max: STREAMS_MAX }],
 *     });
 *     throw errors.stream_not_found();
 *     throw errors.too_many_screens({ values: { limit } });
 *
 * @param place names the feature in the keys
 */
export function defineErrors<
  const Place extends string,
  const List extends Readonly<Record<string, ErrorKind | readonly [ErrorKind, object]>>,
>(
  place: Place,
  list: List & { readonly [Code in keyof List]: Definition<ArgumentsOfError<Place, Code>> },
): { readonly [Code in keyof List]: MakeError<List[Code], ArgumentsOfError<Place, Code>> } {
  const entries = Object.entries<ErrorKind | readonly [ErrorKind, object]>(list).map(([code, defined]) => {
    const [kind, constant] = typeof defined === 'string' ? [defined, undefined] : defined;
    const key = `errors.${place}.${code}` as TextKey;
    return [
      code,
      ({ values, ...options }: AppErrorOptions & { values?: object } = {}) =>
        new AppError(code, kind, { key, values: values ?? constant ?? {} } as Text, options),
    ];
  });
  return Object.fromEntries(entries);
}
