/**
 * How a request of `admin doctor` has arrived, which shows the operator what reverse proxies do with the headers. Only
 * requests that prove to know the instance's secret get it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** The header of the request has the proof, that of the response the report. */
export const ARRIVAL_HEADER = 'x-tributary-arrival';

export const arrivalReport = z.object({
  /** The address that the connection came from: that of the last proxy, if there is one. */
  peer: z.string(),
  /** The address that counts as that of the client. */
  client: z.string(),
  /** The protocol that counts as that of the client. */
  protocol: z.string(),
  host: z.string(),
  forwardedFor: z.string().nullable(),
  forwardedProtocol: z.string().nullable(),
});
export type ArrivalReport = z.infer<typeof arrivalReport>;

export const arrivalProof = (secret: string): string =>
  createHmac('sha256', secret).update('arrival report of admin doctor').digest('base64url');

export function reportArrival(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  const given = request.headers[ARRIVAL_HEADER];
  const proof = arrivalProof(secret);
  if (typeof given !== 'string' || given.length !== proof.length) return;
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(proof))) return;
  const report: ArrivalReport = {
    peer: request.socket.remoteAddress ?? '',
    client: request.ip,
    protocol: request.protocol,
    host: request.host,
    forwardedFor: headerOf(request, 'x-forwarded-for'),
    forwardedProtocol: headerOf(request, 'x-forwarded-proto'),
  };
  reply.header(ARRIVAL_HEADER, encodeURIComponent(JSON.stringify(report)));
}

function headerOf({ headers }: FastifyRequest, name: string): string | null {
  const value = headers[name];
  return value === undefined ? null : String(value);
}
