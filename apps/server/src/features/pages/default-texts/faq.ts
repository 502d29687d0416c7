import { HOLDING_DAYS } from '@tributary/contracts/payments';
import { DELETED_RECORDING_DAYS } from '@tributary/contracts/recordings';
import { days, feeOf, type InstanceFacts, paragraphs, sellsAccess } from './facts.ts';

export const faq = (facts: InstanceFacts): string => `
## Watching

### Do I need an account to watch?

No. Open a stream and it plays${sellsAccess(facts) ? ', unless it is for ticket holders or subscribers' : ''}. You need an account to stream, chat, make clips, follow channels and save streams.

### Why is there no sound?

Browsers mute video until you interact with the page. Select the speaker icon in the player, or press **M**.

### The stream stutters or is delayed. What can I do?

Every stream has one quality: the one that the streamer sends. If your connection is too slow for it, the player pauses to load. The player shows how far behind live you are, and **Go to live** jumps ahead. If that doesn’t help, reload the page.

### What are the keyboard shortcuts?

Press **?** on a stream to see them all. **Ctrl K** (**⌘ K** on a Mac) opens a search for pages, channels and actions.

## Streaming

### What do I need?

An account and an encoder that supports RTMP, such as OBS, FFmpeg, a hardware encoder or a phone app. [Start streaming](/start-streaming) sets up your channel and shows what to enter.

### Which settings are recommended?

H.264 video and AAC audio, a constant bitrate between 3000 and 6000 kbps, and a keyframe every 2 seconds. While you are live, the page with your stream key suggests improvements.

### What if my connection drops?

Viewers see a placeholder for up to ${facts.graceSeconds} seconds. If your encoder reconnects within that time, the stream resumes. OBS reconnects automatically.

### Somebody knows my stream key. What can I do?

Replace it under [Start streaming](/start-streaming). The old key stops working immediately, even during a stream.

### Are streams recorded?

${recorded(facts)}

${payments(facts)}## Accounts

### I forgot my password. What can I do?

${
  facts.sendsMail
    ? 'On the [sign-in page](/login), request a link to reset it.'
    : 'On the [sign-in page](/login), request a link to reset it. This server sends no email yet, so ask the people who run it for the link.'
}

### Can I change my username?

No, it’s part of your stream links. You can change your display name at any time.

${balance(facts)}### How do I report something?

Sign in and choose **Report** on the profile, stream, clip, event or message. Without an account, use the [contact form](/contact). The [rules](/rules) say what happens next.

## ${facts.name}

### Who runs this instance?

It is an independent server. See [About](/about).

### Can I run my own?

Yes. Tributary is open-source software. It needs one computer and starts with two commands.
`;

function recorded({ settings }: InstanceFacts): string {
  const { recordingsEnabled, recordingRetentionDays, recordingQuotaGib } = settings;
  if (!recordingsEnabled) {
    return 'No, this instance records no streams at present. While you are live, viewers can rewind about a minute.';
  }
  return paragraphs(
    `Yes, unless you turn it off under [Recordings](/dashboard/streamer/vods). You can also be asked at the end of each stream whether to keep its recording. While a stream is recorded, viewers can rewind to its beginning, and otherwise about a minute.`,
    `When a stream ends, its page plays the recording. You can give it a description and chapters, make it unlisted, private or for subscribers, choose when it becomes public, and delete it. A deleted recording can be restored for ${DELETED_RECORDING_DAYS} days.`,
    recordingRetentionDays > 0 &&
      `Recordings are deleted after ${days(recordingRetentionDays)}, and you are told a week before.`,
    recordingQuotaGib > 0 &&
      `The recordings, uploads and clips of a channel can take ${recordingQuotaGib} GiB. Once they do, recording stops, and the streams continue.`,
  );
}

function payments(facts: InstanceFacts): string {
  const { name, purposes, takesCrypto, isTestMoney } = facts;
  if (purposes.size === 0) return '';
  const fee = feeOf(facts);
  const refunds = [
    purposes.has('ticket') && 'Tickets to canceled events are refunded.',
    purposes.has('donation') && 'For a donation, ask the streamer, who can refund it.',
    `For anything else, use the [contact form](/contact): the people who run ${name} decide.`,
    takesCrypto && 'Refunds of payments in crypto are sent by the streamer.',
  ].filter((sentence) => sentence !== false);
  return `${paragraphs(
    '## Payments',
    '### Who gets my money?',
    `The streamer${fee === null ? '' : `, less ${fee} that ${name} keeps as its fee`}. You pay on the page of a payment provider. Your card or bank details are entered there and never stored here.${isTestMoney ? ' At present, payments here move test money only.' : ''}`,
    purposes.has('subscription') && '### How do I cancel a subscription?',
    purposes.has('subscription') &&
      'Under [Subscriptions](/subscription-management). It ends with the period that you paid for, and you can resume it until then. An unpaid one ends at once.',
    '### Can I get a refund?',
    refunds.join(' '),
    '### When do I get the money that viewers pay me?',
    `Payments become available after ${HOLDING_DAYS} days${purposes.has('ticket') ? ', tickets also not before their event has ended' : ''}. You can then withdraw them under [Payouts](/dashboard/creator/payouts). Your first payout is sent ${HOLDING_DAYS} days after its request.${takesCrypto ? ' Payments in crypto go to your own wallet at once.' : ''}`,
    '### Where are my receipts?',
    'Every payment that you made while signed in is under [Billing](/billing), with its receipt.',
  )}\n\n`;
}

function balance({ purposes }: InstanceFacts): string {
  if (purposes.size === 0) return '';
  return `${paragraphs(
    '### What happens to my money if I delete my account?',
    'Your subscriptions end at once, and what you paid is not refunded. If you have a channel, withdraw your balance first. Your subscribers get back what they paid for unused time, and tickets to your events that have not ended are refunded.',
  )}\n\n`;
}
