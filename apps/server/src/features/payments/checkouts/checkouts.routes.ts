import { cancelCheckout, getCheckout, openCheckout } from '@tributary/contracts/payments';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '#platform/caller.ts';
import { route } from '#platform/http/route.ts';
import { languageOf } from '#platform/messages/index.ts';
import { networkOf } from '#platform/network/network.ts';
import type { CheckoutCookies } from './checkout-cookie.ts';
import type { Checkouts } from './checkouts.service.ts';
import type { OpenCheckout } from './opening.service.ts';

export function checkoutRoutes(
  app: FastifyInstance,
  { open, checkouts, cookies }: { open: OpenCheckout; checkouts: Checkouts; cookies: CheckoutCookies },
): void {
  const holderOf = (id: string, caller: Caller | null, request: FastifyRequest) => ({
    userId: caller?.userId ?? null,
    hasCookie: cookies.belongs(request.headers, id),
  });

  route(app, openCheckout, async ({ body, findCaller, request, reply }) => {
    const caller = await findCaller();
    const opened = await open(body, {
      userId: caller?.userId ?? null,
      network: networkOf(request.ip),
      language: languageOf(request),
    });
    reply.header('set-cookie', cookies.headerFor(opened.id));
    return opened;
  });
  route(app, getCheckout, async ({ params, findCaller, request }) =>
    checkouts.state(params.id, holderOf(params.id, await findCaller(), request)),
  );
  route(app, cancelCheckout, async ({ params, findCaller, request }) =>
    checkouts.cancel(params.id, holderOf(params.id, await findCaller(), request)),
  );
}
