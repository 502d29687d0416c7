import { feeOf, type InstanceFacts, paragraphs, sellsAccess } from './facts.ts';

export const about = (facts: InstanceFacts): string => `
${facts.name} is a place for live video. People stream with the encoder they already have, and viewers watch in a browser, without an account${sellsAccess(facts) ? ' unless a stream is for ticket holders or subscribers' : ''}.

## Self-hosted

This is an independent instance of **Tributary**, open-source software that you can run on your own server. The people who run it decide on its [rules](/rules) and on who may have an account.

## How it works

A streamer’s encoder sends its stream to this server. The server splits the stream into fractions of a second without re-encoding it, so browsers play it about a second behind live. If the encoder’s connection drops, viewers see a placeholder for up to ${facts.graceSeconds} seconds, and the stream resumes when the encoder returns.

## What it costs

${costs(facts)}

## Contact

Use the [contact form](/contact) to reach the people who run ${facts.name}.
`;

function costs(facts: InstanceFacts): string {
  const { name, purposes } = facts;
  const offers = [
    purposes.has('donation') && 'take donations',
    purposes.has('ticket') && 'sell tickets to events',
    purposes.has('subscription') && 'offer subscriptions, which you can cancel at any time',
  ].filter((offer) => offer !== false);
  if (offers.length === 0) return `${name} shows no ads and takes no payments.`;
  const list = new Intl.ListFormat('en').format(offers);
  const fee = feeOf(facts);
  return paragraphs(
    `${name} shows no ads. Streamers can ${list}. ${fee === null ? `${name} takes no fee.` : `${name} keeps ${fee} of each payment as its fee.`}`,
    facts.isTestMoney && 'Payments here move test money only.',
  );
}
