/** The sandbox's pages, outside the web app, on which payers, creators and admins act as at a real provider. */
import { returnTo } from '@tributary/contracts/identity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requireAccess } from '#platform/http/access.ts';
import { ProviderRefused } from '../provider.errors.ts';
import type { Sandbox } from './sandbox.ts';
import { ACCOUNT, SUBSCRIPTION } from './sandbox-objects.ts';
import {
  backOfficePage,
  errorPage,
  onboardingPage,
  paymentPage,
  portalPage,
  SANDBOX_POLICY,
} from './sandbox-pages.routes.ts';
import { pathOf } from './sandbox-provider.ts';

const byId = z.object({ id: z.string().max(60) });
const submitted = z.object({ action: z.string(), id: z.string().max(60).default('') });
const portalQuery = z.object({ return: returnTo.catch('/') });

const IN_ANY_CASE = new Date('9999-01-01');

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export function sandboxRoutes(app: FastifyInstance, sandbox: Sandbox, now: () => Date): void {
  const { page, backOffice, billing } = sandbox;

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const options = { schema: { hide: true }, config: { rateLimit: app.rateLimits.pages } };
    const guarded =
      (handler: Handler): Handler =>
      async (request, reply) => {
        reply.header('content-security-policy', SANDBOX_POLICY).header('cache-control', 'private, no-store');
        try {
          return await handler(request, reply);
        } catch (error) {
          if (!(error instanceof ProviderRefused)) throw error;
          return send(reply.code(409), errorPage(error.message));
        }
      };
    const get = (path: string, handler: Handler) => scope.get(path, options, guarded(handler));
    const post = (path: string, handler: Handler) => scope.post(path, options, guarded(handler));

    get('/sandbox/pay/:id', async (request, reply) => {
      const session = await page.read(byId.parse(request.params).id);
      return send(reply, paymentPage(session, sandbox.labelOf(session.method), now(), false));
    });
    post('/sandbox/pay/:id', async (request, reply) => {
      const { id } = byId.parse(request.params);
      const { action } = submitted.parse(request.body);
      const session = await page.read(id);
      if (action === 'challenge')
        return send(reply, paymentPage(session, sandbox.labelOf(session.method), now(), true));
      if (action === 'abandon') return reply.redirect(pathOf(session.cancelUrl), 303);
      if (action === 'approve') await page.approve(id);
      if (action === 'delay') await page.approve(id, 'delayed');
      if (action === 'decline') await page.decline(id);
      return reply.redirect(pathOf(session.statusUrl), 303);
    });

    get('/sandbox/portal/:id', async (request, reply) => {
      const { state } = await sandbox.get(SUBSCRIPTION, byId.parse(request.params).id);
      return send(reply, portalPage(state.declines));
    });
    post('/sandbox/portal/:id', async (request, reply) => {
      const { id } = byId.parse(request.params);
      const { action } = submitted.parse(request.body);
      if (action === 'end-period') await billing.endPeriod(id);
      else await billing.setDeclines(id, action === 'declines');
      return reply.redirect(portalQuery.parse(request.query).return, 303);
    });

    get('/sandbox/onboarding/:id', async (request, reply) => {
      await sandbox.get(ACCOUNT, byId.parse(request.params).id);
      return send(reply, onboardingPage());
    });
    post('/sandbox/onboarding/:id', async (request, reply) => {
      const { id } = byId.parse(request.params);
      if (submitted.parse(request.body).action === 'complete') await backOffice.completeOnboarding(id);
      return reply.redirect((await sandbox.get(ACCOUNT, id)).state.returnUrl, 303);
    });

    const forAdmins =
      (handler: Handler): Handler =>
      async (request, reply) => {
        await requireAccess({ access: 'admin' }, request, app.authenticator);
        return handler(request, reply);
      };
    get(
      '/sandbox/office',
      forAdmins(async (_request, reply) => send(reply, backOfficePage(await backOffice.overview()))),
    );
    post(
      '/sandbox/office',
      forAdmins(async (request, reply) => {
        const { action, id } = submitted.parse(request.body);
        if (action === 'break') await backOffice.setOutage(true);
        if (action === 'repair') await backOffice.setOutage(false);
        if (action === 'dispute') await backOffice.openDispute(id);
        if (action === 'win') await backOffice.settleDispute(id, 'won');
        if (action === 'lose') await backOffice.settleDispute(id, 'lost');
        if (action === 'refund') await backOffice.refundRest(id);
        if (action === 'payouts-fail') await backOffice.setPayoutsFail(id, true);
        if (action === 'payouts-succeed') await backOffice.setPayoutsFail(id, false);
        if (action === 'payouts-arrive') await backOffice.settleDuePayouts(IN_ANY_CASE);
        return reply.redirect('/sandbox/office', 303);
      }),
    );
  });
}

const send = (reply: FastifyReply, html: string) => reply.type('text/html; charset=utf-8').send(html);
