/** An error in the form of PayPal's API. */
export class PaypalAnswerError extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, name: string, issue?: string, field?: string, link: readonly object[] = []) {
    super(`${name} ${issue ?? ''}`);
    this.status = status;
    this.body = {
      name,
      message: 'The request was refused.',
      debug_id: 'f3c4d5e6a7b8',
      ...(issue !== undefined && { details: [{ issue, link, ...(field !== undefined && { field }) }] }),
    };
  }
}

export const refused = (issue: string): PaypalAnswerError =>
  new PaypalAnswerError(422, 'UNPROCESSABLE_ENTITY', issue);

export const notFound = (): PaypalAnswerError =>
  new PaypalAnswerError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');

/** The error of the first version of the Payments API, which has sales and their refunds. */
export const notFoundV1 = (): PaypalAnswerError => new PaypalAnswerError(404, 'INVALID_RESOURCE_ID');
