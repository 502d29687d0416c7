/** The HTML of the sandbox's pages: forms without scripts, so that a strict policy fits all of them. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '#platform/http/index.ts';
import { formatAmount } from '../../ledger/amounts.ts';
import type { Overview } from './back-office.ts';
import type { Session } from './sandbox-objects.ts';

const STYLE = `
:root { color-scheme: dark light; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1rem; overflow-wrap: anywhere }
.test { padding: .5rem .75rem; border: 2px dashed; border-radius: .5rem; font-weight: 600 }
.amount { font-size: 2rem; font-weight: 700; margin: 0 }
form { display: grid; gap: .5rem; margin-top: 1rem }
form.row { grid-auto-flow: column; justify-content: start; margin: .25rem 0 }
button { font: inherit; min-height: 2.75rem; padding: .25rem 1rem; border-radius: .5rem; border: 1px solid; cursor: pointer }
button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px }
li { margin-bottom: 1rem }
`;

/** Nothing but forms to this instance and the style above. */
export const SANDBOX_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header class="test">Test money. No real payment is made on this page.</header>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>`;
}

type Button = readonly [action: string, label: string];

const form = (buttons: readonly Button[], hidden: Readonly<Record<string, string>> = {}, kind = '') =>
  `<form method="post"${kind && ` class="${kind}"`}>${Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')}${buttons
    .map(([action, label]) => `<button name="action" value="${action}">${escapeHtml(label)}</button>`)
    .join('')}</form>`;

/** Of the providers that it imitates. */
const TITLES: Readonly<Record<string, string>> = {
  stripe: 'Pay by card',
  paypal: 'Pay with PayPal',
  crypto: 'Pay with crypto',
};

export function paymentPage(session: Session, now: Date, isChallenged: boolean): string {
  const { method, description, amountCents, currency, subscription, status, expiresAt } = session;
  const title = isChallenged ? 'Confirm your payment' : (TITLES[method] ?? 'Pay');
  const trial = subscription?.trialDays ? `, after ${subscription.trialDays} days for free` : '';
  const period = subscription
    ? `<p>per ${subscription.cycle === 'monthly' ? 'month' : 'year'}${trial}</p>`
    : '';
  const summary = `<p>${escapeHtml(description)}</p>
<p class="amount">${escapeHtml(formatAmount(amountCents, currency))}</p>${period}`;
  if (status !== 'open' || expiresAt <= now) {
    return document(title, `${summary}<p>This payment page is closed.</p>${form([['abandon', 'Go back']])}`);
  }
  const buttons: readonly Button[] = isChallenged
    ? [
        ['approve', 'Confirm'],
        ['decline', 'Fail the check'],
      ]
    : [
        ['approve', 'Approve'],
        ['decline', 'Decline'],
        ['challenge', 'Challenge'],
        ['delay', 'Delay'],
        ['abandon', 'Abandon'],
      ];
  const about = isChallenged
    ? '<p>Your bank asks whether it is you who pays.</p>'
    : '<p>Choose how the payment ends. Challenge asks for a confirmation first, Delay sends the webhook 20 seconds later.</p>';
  return document(title, summary + about + form(buttons));
}

export const portalPage = (isDeclined: boolean): string =>
  document(
    'Payment method',
    `<p>The card on file is ${isDeclined ? 'declined' : 'working'}.</p>${form([
      ['works', 'Use a card that works'],
      ['declines', 'Use a card that is declined'],
      ['end-period', 'End the period now'],
    ])}<p>Ending the period charges the card, as time would do later.</p>`,
  );

export const onboardingPage = (): string =>
  document(
    'Receive payouts',
    `<p>A real provider asks here who you are and where to send money.</p>${form([
      ['complete', 'Complete'],
      ['leave', 'Leave'],
    ])}`,
  );

export const errorPage = (message: string): string => document('Sandbox', `<p>${escapeHtml(message)}</p>`);

export function backOfficePage({ isDown, payments, accounts }: Overview): string {
  const outage = isDown
    ? `<p>The API of the sandbox is down.</p>${form([['repair', 'End the outage']])}`
    : form([['break', 'Start an outage']]);
  const paymentItems = payments.map(({ id, state, disputes }) => {
    const open = disputes.find((dispute) => dispute.state.status === 'open');
    const buttons: readonly Button[] =
      disputes.length === 0 && state.refundedCents < state.amountCents
        ? [
            ['dispute', 'Open a dispute'],
            ['refund', 'Refund the rest'],
          ]
        : [];
    const settle = open
      ? form(
          [
            ['win', 'Creator wins'],
            ['lose', 'Creator loses'],
          ],
          { id: open.id },
          'row',
        )
      : '';
    const amounts = `${formatAmount(state.amountCents, state.currency)}, refunded ${formatAmount(state.refundedCents, state.currency)}`;
    const dispute = disputes.map((one) => `, dispute ${one.state.status}`).join('');
    return `<li>${escapeHtml(`${id}: ${amounts}${dispute}`)}${buttons.length > 0 ? form(buttons, { id }, 'row') : ''}${settle}</li>`;
  });
  const accountItems = accounts.map(({ id, state }) => {
    const text = `${id}: ${state.isReady ? 'ready' : 'not ready'}, payouts ${state.payoutsFail ? 'fail' : 'succeed'}`;
    const button: Button = state.payoutsFail
      ? ['payouts-succeed', 'Let payouts succeed']
      : ['payouts-fail', 'Let payouts fail'];
    return `<li>${escapeHtml(text)}${form([button], { id }, 'row')}</li>`;
  });
  const list = (title: string, items: readonly string[]) =>
    `<h2>${title}</h2>${items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>None yet.</p>'}`;
  return document(
    'Back office of the sandbox',
    outage +
      list('Payments', paymentItems) +
      list('Accounts', accountItems) +
      form([['payouts-arrive', 'Let payouts arrive now']]),
  );
}
