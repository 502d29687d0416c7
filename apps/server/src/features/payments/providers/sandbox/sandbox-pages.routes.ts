/** The HTML of the sandbox's pages: forms without scripts, so that a strict policy fits all of them. */

import { createHash } from 'node:crypto';
import { formatMoney } from '@tributary/contracts/shared';
import { escapeHtml } from '#platform/http/index.ts';
import type { Overview } from './back-office.ts';
import type { Session } from './sandbox-objects.ts';

/** Repeats the colors of the app, since these pages cannot load its styles. */
const STYLE = `
:root { color-scheme: dark light; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(oklch(.968 .009 85), oklch(.17 .015 220)); color: light-dark(oklch(.24 .02 225), oklch(.955 .007 200));
  --surface: light-dark(oklch(.99 .005 85), oklch(.2 .016 220)); --raised: light-dark(oklch(.905 .013 85), oklch(.27 .018 220));
  --accent: light-dark(oklch(.49 .09 197), oklch(.78 .13 190)); --on-accent: light-dark(oklch(.985 .006 85), oklch(.18 .03 205));
  --amber: light-dark(oklch(.51 .105 72), oklch(.83 .135 80)); --amber-soft: light-dark(oklch(.93 .045 85), oklch(.28 .045 80)) }
body { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1rem; overflow-wrap: anywhere }
.test { padding: .75rem 1rem; border-radius: .75rem; background: var(--amber-soft); color: var(--amber); font-weight: 600 }
main { margin-top: 1rem; padding: 1.5rem; border-radius: .75rem; background: var(--surface) }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25 }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem }
p { margin: .5rem 0 }
ul { margin: 0; padding: 0; list-style: none }
li { padding: .75rem 0; border-top: 1px solid var(--raised) }
.amount { color: var(--amber); font-size: 2rem; font-weight: 700; font-variant-numeric: tabular-nums; margin: 0 }
form { display: grid; gap: .5rem; margin-top: 1.25rem }
form.row { display: flex; flex-wrap: wrap; margin-top: .5rem }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .25rem 1rem; border: 0; border-radius: .5rem; background: var(--raised); color: inherit; cursor: pointer }
button:first-of-type { background: var(--accent); color: var(--on-accent) }
.row button:first-of-type { background: var(--raised); color: inherit }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`;

/** Allows only forms to this instance and the style above. */
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

/** @param provider the name of the provider that the sandbox stands in for */
export function paymentPage(session: Session, provider: string, now: Date, isChallenged: boolean): string {
  const { description, amountCents, currency, subscription, status, expiresAt } = session;
  const title = isChallenged ? 'Confirm your payment' : `Pay with ${provider}`;
  const trial = subscription?.trialDays ? `, after ${subscription.trialDays} days for free` : '';
  const period = subscription
    ? `<p>per ${subscription.cycle === 'monthly' ? 'month' : 'year'}${trial}</p>`
    : '';
  const summary = `<p>${escapeHtml(description)}</p>
<p class="amount">${escapeHtml(formatMoney(amountCents, currency))}</p>${period}`;
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
    const amounts = `${formatMoney(state.amountCents, state.currency)}, refunded ${formatMoney(state.refundedCents, state.currency)}`;
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
