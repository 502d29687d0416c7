/** Connects to a mail server, encrypts and signs in as for a mail, without sending one. */

export interface SmtpRefusal {
  /** The code of the library, such as `EAUTH` and `ETLS`. */
  readonly code: string;
  readonly reason: string;
}

const TIMEOUT_MS = 10_000;

/** @returns null where the server accepts the connection and the sign-in */
export async function verifySmtp(url: string, requireTLS: boolean): Promise<SmtpRefusal | null> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    requireTLS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { code, reason: error instanceof Error ? error.message : String(error) };
  } finally {
    transport.close();
  }
}
