import { feeOf, type InstanceFacts, paragraphs } from './facts.ts';

export const donations = (facts: InstanceFacts): string => `
${supportingStreamers(facts)}

## Supporting this server

Running a server costs money and time. If you want to help, use the [contact form](/contact) to ask what is needed most.

## Supporting the software

${facts.name} runs on Tributary, which is open-source software. You can help by reporting bugs, improving it, or running your own server.

## Beware of scams

Nobody from ${facts.name} will ever ask you for money in a chat or by email. If somebody does, tell us with the [contact form](/contact).
`;

const LINKS =
  'Some streamers link to other ways of support on their profiles. Such payments are between you and the streamer.';

function supportingStreamers(facts: InstanceFacts): string {
  const { name, purposes, isTestMoney } = facts;
  if (purposes.size === 0) return `${name} takes no payments at present. ${LINKS}`;
  const fee = feeOf(facts);
  const ways = [
    purposes.has('donation') &&
      '- **Donate**: select Donate on a stream or on a streamer’s profile, and enter an amount and a message. You don’t need an account: you can give a name and an email address for the receipt.',
    purposes.has('ticket') && '- **Buy a ticket**: open one of the streamer’s events and select Get ticket.',
    purposes.has('subscription') &&
      '- **Subscribe**: choose a tier on a streamer’s profile. It renews every month or year until you cancel it.',
    purposes.has('gift') &&
      '- **Give a subscription**: choose a tier on a streamer’s profile, and pay for somebody else.',
  ].filter((way) => way !== false);
  return paragraphs(
    `You can support streamers on ${name} directly.`,
    '## Supporting a streamer',
    isTestMoney && 'Payments here move test money only.',
    ways.join('\n'),
    'You pay on the page of a payment provider, and return here afterwards.',
    fee === null
      ? `${name} takes no fee.`
      : `${name} keeps ${fee} of each payment as its fee, and the streamer gets the rest.`,
    purposes.has('donation') &&
      'Your message, the amount and, unless you donate anonymously, your name can appear on the stream and its page. To get a donation back, ask the streamer.',
    LINKS,
  );
}
