/** The cookie with which a browser can read the checkout that it opened, without an account. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const NAME = 'tributary.checkout';
const MAX_AGE_SECONDS = 86_400;

export interface CheckoutCookies {
  /** A Set-Cookie header for the path of this checkout. */
  headerFor(checkoutId: string): string;
  belongs(headers: IncomingHttpHeaders, checkoutId: string): boolean;
}

export function createCheckoutCookies(secret: string, isSecure: boolean): CheckoutCookies {
  const sign = (checkoutId: string) =>
    createHmac('sha256', secret).update(`checkout-cookie:${checkoutId}`).digest('base64url');
  return {
    headerFor: (checkoutId) =>
      `${NAME}=${sign(checkoutId)}; Path=/api/checkouts/${checkoutId}; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
    belongs(headers, checkoutId) {
      const given = /(?:^|;\s*)tributary\.checkout=([\w-]{43})(?:;|$)/.exec(headers.cookie ?? '')?.[1];
      return given !== undefined && timingSafeEqual(Buffer.from(given), Buffer.from(sign(checkoutId)));
    },
  };
}
