/**
 * The endpoints of admins for which a session is not enough, so that an attacker with a stolen one is stopped: those
 * that make admins, decide who else may become one, move money or decide its amount, and open other accounts.
 */

/** These endpoints require that the admin has confirmed who they are within the last ten minutes. */
export const NEED_PROOF: readonly string[] = [
  'PUT /api/admin/users/{id}/roles/{role}',
  'DELETE /api/admin/users/{id}/roles/{role}',
  // They open accounts of others.
  'POST /api/admin/users/{id}/password-reset/mail',
  'POST /api/admin/users/{id}/password-reset/link',
  'DELETE /api/admin/users/{id}/second-factor',
  // Fees, payouts, second factors and sign-in are settings.
  'PATCH /api/admin/settings',
  // They make accounts on an instance that is closed to others.
  'POST /api/admin/invitations',
  // People recognize the instance by its logo.
  'PUT /api/admin/logo',
  'DELETE /api/admin/logo',
  // The mails of a demo have codes and links that open accounts, those of admins as well.
  'GET /api/admin/outbox',
  'POST /api/admin/charges/{id}/crypto-refund',
  'POST /api/admin/charges/{id}/refunds',
  // The decision settles who keeps the money, and providers take it once.
  'POST /api/admin/disputes/{id}/evidence',
  'POST /api/admin/payouts/{id}/complete',
  'POST /api/admin/payouts/{id}/fail',
  'POST /api/admin/refunds/{id}/close',
  'PUT /api/admin/payment-providers/{provider}/keys',
  'DELETE /api/admin/payment-providers/{provider}/keys',
];

/** These endpoints require it if the person is an admin: a ban suspends the role, and lifting it restores the role. */
export const NEED_PROOF_ABOUT_ADMINS: readonly string[] = [
  'PUT /api/admin/users/{id}/ban',
  'DELETE /api/admin/users/{id}/ban',
  'PUT /api/admin/reports/{id}/decision',
  'PUT /api/admin/appeals/{id}/decision',
];

/** A session is enough for these endpoints: they read, moderate content, or can be repeated and undone without harm. */
export const NEED_NO_PROOF: readonly string[] = [
  'GET /api/admin/health',
  'GET /api/admin/overview',
  'GET /api/admin/queues',
  'GET /api/admin/performance',
  'GET /api/admin/audit',
  'GET /api/admin/audit.csv',
  'GET /api/admin/settings',
  'GET /api/admin/invitations',
  'DELETE /api/admin/invitations/{id}',
  'GET /api/admin/users',
  'GET /api/admin/users.csv',
  'GET /api/admin/users/{id}',
  // This needs no proof, since it is how a stolen session is ended.
  'DELETE /api/admin/users/{id}/sessions',
  'POST /api/admin/users/{id}/badge/take',
  'GET /api/admin/streams',
  'GET /api/admin/streams.csv',
  'POST /api/admin/streams/{id}/stop',
  'POST /api/admin/streams/{id}/hide',
  'POST /api/admin/streams/{id}/show',
  'POST /api/admin/clips/{id}/remove',
  'GET /api/admin/emotes',
  'PUT /api/admin/emotes/{id}/decision',
  'GET /api/admin/reports',
  'GET /api/admin/reports/{id}',
  'GET /api/admin/report-frames/{id}',
  'GET /api/admin/appeals',
  'GET /api/admin/verification-requests',
  'GET /api/admin/verification-requests.csv',
  'PUT /api/admin/verification-requests/{id}/decision',
  'PUT /api/admin/pages/{slug}',
  'DELETE /api/admin/pages/{slug}',
  'GET /api/admin/contact-messages',
  'GET /api/admin/contact-messages.csv',
  'PUT /api/admin/contact-messages/{id}/handled',
  'GET /api/admin/charges',
  'GET /api/admin/charges.csv',
  'GET /api/admin/charges/{id}',
  'GET /api/admin/refunds',
  'GET /api/admin/disputes',
  'GET /api/admin/donations',
  'GET /api/admin/donations.csv',
  'GET /api/admin/earnings',
  'GET /api/admin/events',
  'GET /api/admin/events.csv',
  'GET /api/admin/payouts',
  'GET /api/admin/payouts.csv',
  'GET /api/admin/payment-providers',
  'POST /api/admin/payment-providers/{provider}/test',
  'GET /api/admin/payment-events',
  'GET /api/admin/payment-events/{id}',
  'POST /api/admin/payment-events/{id}/replay',
  'POST /api/admin/reconciliations',
  'GET /api/admin/reconciliations',
  'GET /api/admin/reconciliations/{id}',
  'GET /api/admin/reconciliations/{id}/differences',
  'GET /api/admin/reconciliations/{id}/differences.csv',
];
