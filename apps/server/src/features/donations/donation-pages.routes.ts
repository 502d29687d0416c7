import {
  deleteDonationGoal,
  getDonationOverlay,
  getDonationPage,
  getOwnDonationPage,
  putDonationGoal,
  putDonationOverlay,
  putDonationPage,
  rotateOverlayToken,
  testDonationAlert,
} from '@tributary/contracts/donations';
import type { FastifyInstance } from 'fastify';
import { route } from '#platform/http/route.ts';
import type { DonationOverlays } from './donation-overlays.service.ts';
import type { DonationPages } from './donation-pages.service.ts';

export function donationPageRoutes(
  app: FastifyInstance,
  pages: DonationPages,
  overlays: DonationOverlays,
): void {
  route(app, getDonationPage, ({ params }) => pages.of(params.username));
  route(app, getOwnDonationPage, ({ caller }) => pages.own(caller.userId));
  route(app, putDonationPage, ({ caller, body }) => pages.edit(caller.userId, body));
  route(app, putDonationGoal, ({ caller, body }) => pages.setGoal(caller.userId, body));
  route(app, deleteDonationGoal, ({ caller }) => pages.removeGoal(caller.userId));
  route(app, getDonationOverlay, ({ caller }) => overlays.own(caller.userId));
  route(app, putDonationOverlay, ({ caller, body }) => overlays.edit(caller.userId, body));
  route(app, rotateOverlayToken, ({ caller }) => overlays.rotate(caller.userId));
  route(app, testDonationAlert, ({ caller }) => overlays.test(caller.userId));
}
