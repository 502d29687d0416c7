/**
 * Default texts of the information pages, until an admin edits them. They describe what the program does:
 * change them together with what is stored or offered.
 */
import {
  DELETED_RECORDING_DAYS,
  HOLDING_DAYS,
  METRICS_KEPT_DAYS,
  NOTIFICATIONS_KEPT_DAYS,
  type PageSlug,
  READ_NOTIFICATIONS_KEPT_DAYS,
  REPORTS_KEPT_DAYS,
  VIEWER_SAMPLES_KEPT_DAYS,
} from '@tributary/contracts';

/** When these texts were last changed, which their pages show. */
export const TEXTS_UPDATED_AT = '2026-11-24T02:00:00.000Z';

export interface DefaultTextsOptions {
  readonly instanceName: string;
  /** Null: the instance sends no mail. */
  readonly smtpUrl: string | null;
}

export function defaultTexts({
  instanceName: name,
  smtpUrl,
}: DefaultTextsOptions): Readonly<Record<PageSlug, string>> {
  const here = escapeMarkdown(name);
  return {
    about: about(here).trim(),
    rules: rules(here).trim(),
    privacy: privacy(here, smtpUrl !== null).trim(),
    terms: terms(here).trim(),
    donations: donations(here).trim(),
    faq: faq(here).trim(),
  };
}

/** Escapes the instance's name, which can contain any characters. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+\-.!|&~]/g, '\\$&');
}

const about = (name: string) => `
${name} is a place for live video. People stream with the encoder they already have, and anyone can watch in a browser without an account.

## Self-hosted

This is an independent instance of **Tributary**, open-source software that anyone can run on their own server. The pages, the accounts and the video all come from this one server. Its operators decide who may stream here.

## How it works

A streamer’s encoder sends its stream to this server. The server splits the stream into fractions of a second without re-encoding it, so browsers play it about a second behind live. If the encoder’s connection drops, viewers see a placeholder while it reconnects, and the stream resumes.

## What it costs

${name} shows no ads. Streamers can sell tickets to events. You can subscribe to their tiers, and cancel at any time.

## Contact

The people who run ${name} read all messages from the [contact form](/contact).
`;

const rules = (name: string) => `
These rules apply to everything on ${name}: streams, recordings, clips, chats, profiles, events and the messages of donations. Who breaks them can lose what they published, or their account.

## What is not allowed

- **Spam**: advertising that nobody asked for, repeated messages, fake viewers and fraud.
- **Harassment**: insulting, threatening or stalking somebody, and publishing their private data.
- **Hate**: attacking people for their origin, religion, sex, sexual orientation, disability or the like.
- **Sexual content** that is not marked as mature, and sexual content with minors in any form.
- **Violence**: calls to violence, and glorifying it.
- **Copyright**: other people’s work without their permission.
- **Impersonation**: pretending to be another person or the people who run ${name}.
- Anything else that is illegal where this server is located.

## Report or block somebody

Choose **Report** on a profile, stream, clip, event or message. An admin looks at each report, and you are told what came of it. The person is not told who reported them.

Choose **Block** on a profile or in a chat to no longer see what somebody writes. They can no longer follow you.

## What admins can do

An admin can remove what was reported, warn a person, and suspend or ban an account. They have to give a reason, which the person is told, and each of these actions is kept in a permanent log.

The [moderation log](/moderation-log) shows everybody how often admins act and for which rule, without naming anybody.

## Appeal

If your account is banned or suspended, signing in shows you why and until when. You can appeal there once. If there are several admins, another one than the one who banned you decides. You get the answer by email.

To appeal against anything else, use the [contact form](/contact). A person reads every message.
`;

const privacy = (name: string, sendsMail: boolean) => `
This page explains what ${name} stores, why, and for how long. It is stored by this instance alone. There are no ads and no cross-site tracking, and nothing is sold.

## When you watch without an account

- **A cookie named \`tributary_browser\`** with a random number, kept for a year. It lets the server count one browser as one viewer, however many tabs are open, and for a day as one view of a recording. It is used for nothing else and not stored in the database.
- **Viewer counts**: how many browsers watch each stream, minute by minute, for ${VIEWER_SAMPLES_KEPT_DAYS} days, and how often and how long each recording is watched, for as long as it exists. They name nobody, and there is no log of who watched what.
- **Page measurements**: how fast pages load and respond in your browser, with the kind of page and the browser’s name, for ${METRICS_KEPT_DAYS} days. They are not connected to an account, an address or each other.
- **Settings in your browser**, such as the theme, the volume, whether the sidebar is open, or where you stopped in recordings while you were signed out. They never leave your browser.
- **Your IP address** is known to the server while you are connected, as with any website, and is used to prevent abuse. Sign-ins and refused requests are written to the server’s log with it. The people who run ${name} decide how long they keep that log.

## When you have an account

- **Your account**: username, email address, display name, roles, whether it is banned and why, and what you choose to add to your profile, such as your bio, links and images. Your email address and a ban’s reason are not public. Metadata of image files, such as the location, is removed.
- **Your password** as a salted hash, which cannot be reversed. For passkeys and authenticator apps, the keys that they need; those of authenticator apps are encrypted. If the operator has turned on that check, five digits of a new password’s hash are sent to Have I Been Pwned to refuse breached passwords. The password itself is never sent.
- **Links and codes** that confirm your address, reset your password or sign you in, until they are used or expire. A username that somebody asked for at sign-up stays reserved for a while, without saying for whom.
- **Your sessions**: for each browser that you are signed in with, the time, IP address and browser name. You can see and end them in your account. A session expires after 30 days without use.
- **Your channel**, if you stream: its settings, its totals, and its stream key, which is encrypted. What you send to be verified, and how it was decided.
- **Your streams**: title, former links, category, tags, thumbnail, start and end time, and how many watched. Video that is not recorded is kept for the rewind window, about a minute by default.
- **Videos that you upload**: the file, its name and size, until it is processed, failed or canceled. What it becomes is one of your recordings.
- **Your recordings**: where streams are recorded, the video and sound of your streams, with their size and length, the description, chapters, captions and thumbnail that you give them, who may watch and download them, and whether you want to be recorded. They are deleted ${DELETED_RECORDING_DAYS} days after you delete them, or at once if you want that, with your account, or when the time is over for which this instance keeps recordings.
- **Clips**: the clips that you make and that others make of your streams, with their title, views and who made them, and who can make clips of your streams. Anybody who may watch the stream sees them, also after its recording is deleted. They are deleted when you, the channel or an admin deletes them, or with the account of the person who made them or of the channel.
- **What you write in chats**: your messages with their time and what you were in the channel, which everybody who can watch the stream can read, also after it has ended; how you vote in polls, which nobody else sees; whether you moderate them or are one of their VIPs; until when and why you were banned from one, and your appeal, which its moderators see; the rules of your channel’s chats, such as slow mode and blocked words, which its moderators see too; and the emotes of your channel, which everybody can see. Where the admins and a channel have turned previews of links on, this server loads pages that you link to, and shows their title. Those sites learn the address of the server, not yours or that of viewers. A channel can hold messages for its moderators, who decide about them within 24 hours, after which they are deleted. Messages and votes are deleted with your account, with the stream, or when the time is over for which this instance keeps chats.
- **Reports**: what you report, why and when, and what was reported about you, with a copy of it and of the messages around it. Only admins see them. If an admin warns you, also when you said that you had read it. If your account is banned, also what you write in an appeal and the answer. A report is deleted ${REPORTS_KEPT_DAYS} days after an admin has decided it, and with the account that it is about.
- **What you follow, save and watch.** Streamers are told when you follow them, and their number of followers is public. Only you can see your saved streams and your watch history (which stream, when, for how long, and where you stopped in its recording). You can clear and pause the history. Nobody but you sees whom you blocked.
- **Your preferences**: playback, notification settings and the theme.
- **Your notifications**. A notification you have read is deleted after ${READ_NOTIFICATIONS_KEPT_DAYS} days, any other after ${NOTIFICATIONS_KEPT_DAYS} days.
- **Browsers that you turn push notifications on in**: the address that the browser’s maker gives us for them, until you sign out there. The maker delivers these notifications without being able to read them.
- **Payments**: donations with their message, which streamers can show to everybody with your name unless you donate anonymously, tickets, subscriptions, refunds and payouts, with amount, date and state; what you started to pay, which is deleted after 90 days unless you paid; what the payment provider reports about a payment, deleted 90 days after it arrived; and, for creators, your account at a payment provider and whether it can receive money. We store no card or bank details: you enter those on the page of the payment provider, which gets your email address from us if you are signed in, and what you pay for. For payments in crypto, that includes the addresses and transactions, which are public on the chain.
- **What admins do with payments**: admins can find your payments, refund them, and settle payouts of creators. When a payment is disputed at a bank, they can send evidence to the payment provider, such as what was bought and used. They don’t see who made an anonymous donation.
- **A cookie named \`tributary.checkout\`** for each payment page that you open, kept for a day, with which your browser can ask whether the payment succeeded.
- **Actions of admins**: when an admin acts on your account or your streams, or a moderator of a chat on what you write there, a permanent log keeps who did what, when and why. If you are an admin, that is also what you do.
- **A cookie named \`tributary.session_token\`**, which keeps you signed in.
- **A cookie named \`tributary_playback\`** while you watch a stream for ticket holders or subscribers, for a minute at a time. It lets this browser fetch the video. The server remembers for a minute which of your browsers play such a stream, since their number is limited.
- **Cookies named \`tributary.known-browser\` and \`tributary.signed-up\`** with random numbers. The first, kept for a year, lets you sign in with a browser that you used before while strangers guess at your password. The second, kept for a day, makes sure that confirming your address signs in only the browser that signed up.

## When you write to us

Messages from the contact form, with the name and email address that you enter, are stored for the admins${sendsMail ? ' and sent to them by email' : ''}. If you are signed in, they can see your username. Messages are kept without a time limit.

## Email

${
  sendsMail
    ? 'We email you to confirm your address, to recover your account and about its security, and the notifications that you choose in your preferences. There is no newsletter.'
    : 'This server sends no email yet. What it would send to you is kept on the server: links and codes for your account, notices about its security, and the notifications that you choose in your preferences. Its operator can read them and pass them on.'
}

## Download or delete your data

In your account, you can download what is stored about you. Secrets, counts that name nobody and the log of admins’ actions are not part of it.

You can also delete your account. Your profile, your channel and its streams, and what you follow, saved, watched and set are deleted immediately. Your own subscriptions end without a refund. Your subscribers get back what they paid for unused time, and tickets to your events that have not ended are refunded. What stays: the amounts of payments, without your name and message; messages that you sent with the contact form; and the log of admins’ actions. Copies in backups are deleted with the backups.

## Questions

Use the [contact form](/contact) to reach the people who run ${name}.
`;

const terms = (name: string) => `
These are the rules for using ${name}.

## Your account

You are responsible for your account. Keep your password and your stream key secret. Anyone who has the key can stream as you, and you are responsible for what is streamed with it until you replace it.

## What you stream

You keep all rights to what you stream. By going live, you allow this server to receive, process and deliver it to viewers. This permission ends with the stream.

The following is not allowed:

- content that is illegal where this server is located
- other people’s work without their permission
- filming people without their consent where they expect privacy
- sexual content with minors in any form, calls to violence, and harassment
- attacks on the server, impersonation, and fake viewers

## If you break the rules

What is not allowed in detail is on the page with the [rules](/rules). The people who run ${name} can stop a stream, remove what breaks the rules, and suspend or ban an account. You can [appeal](/rules).

## No warranty

${name} comes without a warranty. Streams and recordings can fail. Keep your own copy of what matters.

## Changes

These rules can change. The date below shows when this page was last updated.
`;

const donations = (name: string) => `
Where this server takes payments, you can support streamers on ${name} directly.

## Supporting a streamer

- **Donate**: select Donate on a stream or on a streamer’s profile, and enter an amount and a message. You don’t need an account. The page of the payment provider opens in another tab, so the stream keeps playing.
- **Buy a ticket**: open one of the streamer’s events and select Get ticket.
- **Subscribe**: choose a tier on a streamer’s profile. It renews every month or year until you cancel it.

Your message, the amount and, unless you donate anonymously, your name can appear on the stream and its page. ${name} keeps a share of each payment as its fee, and the streamer gets the rest. To get a donation back, ask the streamer.

Some streamers link to other ways of support on their profiles. Such payments are between you and the streamer.

## Supporting this server

Running a server costs money and time. If you want to help, use the [contact form](/contact) to ask what is needed most.

## Supporting the software

${name} runs on Tributary, which is open-source software. You can help by reporting bugs, translating it, or running your own server.

## Beware of scams

Nobody from ${name} will ever ask you for money in a private message. If somebody does, tell us.
`;

const faq = (name: string) => `
## Watching

### Do I need an account to watch?

No. Open a stream and it plays. You need an account to stream, follow channels and save streams.

### Why is there no sound?

Browsers mute video until you interact with the page. Select the speaker icon in the player, or press **M**.

### The stream stutters or is delayed. What can I do?

Every stream has one quality: the one that the streamer sends. If your connection is too slow for it, the player pauses to load. The player shows how far behind live you are, and **Go to live** jumps ahead. If that doesn’t help, reload the page.

### What are the keyboard shortcuts?

Press **?** on a stream to see them all. **Ctrl K** (**⌘ K** on a Mac) opens a search for pages and live channels.

## Streaming

### What do I need?

An account and an encoder that supports RTMP, such as OBS, FFmpeg, a hardware encoder or a phone app. [Start streaming](/start-streaming) sets up your channel and shows what to enter.

### Which settings are recommended?

H.264 video and AAC audio, a constant bitrate between 3000 and 6000 kbps, and a keyframe every 2 seconds. While you are live, the page with your stream key suggests improvements.

### What if my connection drops?

Viewers see a placeholder for up to 30 seconds by default. If your encoder reconnects within that time, the stream resumes. OBS reconnects automatically.

### Somebody knows my stream key. What can I do?

Replace it under [Start streaming](/start-streaming). The old key stops working immediately, even during a stream.

### Are streams recorded?

Yes, unless you turn it off under [Recordings](/dashboard/streamer/vods) or this instance doesn’t record. When a stream ends, its page plays the recording. You can give it a description and chapters, make it unlisted, private or for subscribers, choose when it becomes public, and delete it. A deleted recording can be restored for ${DELETED_RECORDING_DAYS} days. Recordings may be deleted after a while, and you are told a week before. While you are live, viewers can rewind to the beginning of a stream that is recorded, and otherwise about a minute. You can also be asked at the end of each stream whether to keep its recording.

## Payments

### Who gets my money?

The streamer, less the fee of ${name}. Where this server takes payments, you pay on the page of a payment provider. Your card or bank details are entered there and never stored here.

### How do I cancel a subscription?

Under [Subscriptions](/subscription-management). It ends with the period that you paid for, and you can resume it until then. An unpaid one ends at once.

### Can I get a refund?

Tickets to canceled events are refunded. For a donation, ask the streamer, who can refund it. For anything else, use the [contact form](/contact): the people who run ${name} decide. Refunds of payments in crypto are sent by the streamer.

### When do I get the money that viewers pay me?

Payments become available after ${HOLDING_DAYS} days, tickets also not before their event has ended. You can then withdraw them under [Payouts](/dashboard/creator/payouts). Your first payout is sent ${HOLDING_DAYS} days after its request. Payments in crypto go to your own wallet at once.

### Where are my receipts?

Every payment that you made while signed in is under [Billing](/billing), with its receipt.

## Accounts

### I forgot my password. What can I do?

On the [sign-in page](/login), request a link to reset it.

### Can I change my username?

No, it’s part of your stream links. You can change your display name at any time.

### What happens to my money if I delete my account?

Your subscriptions end at once, and what you paid is not refunded. If you have a channel, withdraw your balance first. Your subscribers get back what they paid for unused time, and tickets to your events that have not ended are refunded.

### How do I report something?

Use the [contact form](/contact). Tell us which stream it was and what happened.

## ${name}

### Who runs this instance?

It is an independent server. See [About](/about).

### Can I run my own?

Yes. Tributary is open-source software. It needs one computer and starts with two commands.
`;
