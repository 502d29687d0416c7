/** An error in the form of Stripe's API. */
export class StripeAnswerError extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    message: string,
    details: { type?: string; code?: string; param?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', message, ...details } };
  }
}

export const invalid = (message: string, code?: string, param?: string): StripeAnswerError =>
  new StripeAnswerError(400, message, { ...(code && { code }), ...(param && { param }) });
