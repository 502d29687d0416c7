/**
 * What the information pages say until an admin edits them. They describe the program as it is: whoever
 * changes what is stored or offered changes the sentence here.
 */
import { NOTIFICATIONS_KEPT_DAYS, type PageSlug, READ_NOTIFICATIONS_KEPT_DAYS } from '@tributary/contracts';

export function originalTexts({
  instanceName: name,
}: {
  instanceName: string;
}): Readonly<Record<PageSlug, string>> {
  const here = escapeMarkdown(name);
  return {
    about: about(here).trim(),
    privacy: privacy(here).trim(),
    terms: terms(here).trim(),
    donations: donations(here).trim(),
    faq: faq(here).trim(),
  };
}

/** An operator may call the instance anything; a name is never markup. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+\-.!|&~]/g, '\\$&');
}

const about = (name: string) => `
${name} is a place for live video. People stream here with the encoder they already have, and anybody can watch in a browser without an account.

## Self-hosted

This is no branch of a large platform. It is one installation of **Tributary**, free software that anybody can run on a computer of their own: the pages, the accounts and the video come from this one server. Whoever runs it decides who may stream here and answers for it.

## How it works

A streamer's encoder sends one signal to this server. The server cuts it into pieces of a fraction of a second, without recompressing it, and browsers play them a few seconds or less after they happened. When an encoder's connection drops, viewers see a holding picture while it reconnects, and the stream goes on where it stopped.

## What it costs

Watching is free, streaming is free, and there is no advertising.

## Who to talk to

The people who run ${name} read what comes through the [contact form](/contact).
`;

const privacy = (name: string) => `
This page says what ${name} stores, why, and for how long. Everything stays on the server that runs it; there is no advertising, no tracking across sites, and nothing is sold or handed on.

## When you watch without an account

- **A cookie named \`tributary_browser\`** with a random number, kept for a year. It lets the server count one browser as one viewer, however many tabs are open. It says nothing about you, is used for nothing else, and the numbers are not written to the database.
- **Settings in your browser**, such as the theme, the volume or whether the sidebar is open. They never leave it.
- **Your network address** is known to the server while you are connected, as to every server you talk to. It is used to limit abuse and forgotten; the program keeps no log of who watched what.

## When you have an account

- **Your account**: username, email address, display name, and what you choose to add to your profile, which is your text, links and pictures. Everything but the email address can be seen by anybody. What a picture's file says besides the picture, such as the place it was taken, is removed.
- **Your password** as a salted hash, from which it cannot be read back. Passkeys and authenticator apps are stored as the keys they need, those of authenticator apps encrypted. If the operator has switched that check on, five digits of a new password's hash are sent to Have I Been Pwned, to refuse passwords that are known from breaches; the password itself is not.
- **Your sessions**: for each browser that you are signed in with, when and from which network address and program. You see the list in your account and can end each of them. A session ends by itself after 30 days without use.
- **Your streams**, if you stream: title, category, a still picture, when it began and ended, and how many people watched at most. The video itself is kept for the length of the rewind window, about a minute by default, and is not recorded.
- **What you follow, save and watch.** A streamer is told that you follow them, and everybody sees how many do. What you saved, and your watch history (which stream, when, and for how long), only you see. You can clear the history and pause it, and nothing is added while it is paused.
- **Your preferences**: how streams play for you, what you are told and by which way, and the theme.
- **What you were told**: the notifications in your bell. One that you have read is deleted ${READ_NOTIFICATIONS_KEPT_DAYS} days after it came, any other after ${NOTIFICATIONS_KEPT_DAYS} days.
- **A cookie named \`tributary.session_token\`**, which keeps you signed in.

## When you write to us

What you enter into the contact form is stored for the admins to read and is sent to them by mail. If you are signed in, they see your username with it.

## Mail

You get mail to confirm an address, to recover an account and about the safety of your account, and about what you ask to be told of by mail in your preferences. There is no newsletter.

## Taking your data with you, and away

In your account you can download everything that is stored about you, and delete the account with all that belongs to it. Deleting is immediate; copies in the operator's backups go when those do.

## Questions

The [contact form](/contact) reaches the people who run ${name}.
`;

const terms = (name: string) => `
These are the rules for using ${name}. They are short so that they can be read.

## Your account

One person answers for each account. Keep your password and your stream key to yourself: whoever has the key can stream as you, and what goes out under your name counts as yours until you replace it.

## What you stream

You keep every right to what you stream. By going live you allow this server to receive it, cut it into pieces, and deliver it to whoever watches. That permission ends with the stream.

Stream only what you may stream. Not allowed here:

- what the law of the place where this server runs forbids
- other people's work without their permission
- people who have not agreed to be shown, where they could expect not to be
- sexual content with minors in any form, calls to violence, and the harassment of people
- attempts to break the server, to pass for somebody else, or to inflate viewer counts

## What happens when rules are broken

The people who run ${name} can stop a stream and close an account. If you think that they were wrong, say so through the [contact form](/contact); a person reads it.

## No promises

${name} is run as well as its operators can, and comes without a guarantee. A stream can fail, and nothing is recorded: keep your own copy of what matters.

## Changes

When these rules change, this page changes. The date beneath it says when it last did.
`;

const donations = (name: string) => `
Watching on ${name} is free, and so is streaming.

## Supporting a streamer

No money passes through ${name}: there are no payments, subscriptions or tickets here, and nobody takes a share. Many streamers name on their profile where they can be supported. Open a stream, follow its streamer's name to the profile, and look at the links there. What you give that way is between the two of you.

## Supporting this server

A server, its electricity and its line cost money, and people give their time to look after it. If you want to help, ask through the [contact form](/contact) what is needed most.

## Supporting the software

${name} runs on Tributary, which is free software. Telling its makers about a fault, translating, or running a server of your own for your friends all help it along.

## A word of care

Nobody from ${name} will ever ask you for money in a private message. If somebody does, tell us.
`;

const faq = (name: string) => `
## Watching

### Do I need an account to watch?

No. Open a stream and it plays. An account is for streaming and for a profile of your own.

### Why do I hear nothing?

Browsers start video without sound until you have touched the page. Press the speaker in the player, or the **M** key.

### The picture stops or is behind. What can I do?

Choose a lower quality in the player if the streamer offers several. The player shows how far behind live it is; **Go to live** jumps forward. If nothing helps, reload the page.

### Which keys does the player know?

Press **?** on a stream to see them all. **Ctrl K** (**⌘ K** on a Mac) opens a list from which you reach every page and every live channel.

## Streaming

### What do I need?

An account and an encoder that speaks RTMP: OBS, ffmpeg, a hardware encoder, a phone app. [Start Streaming](/start-streaming) makes you a streamer and shows what to enter.

### Which settings are good?

H.264 video and AAC sound, a constant bitrate between 3000 and 6000 kbps, and a keyframe every 2 seconds. The page where you find your stream key tells you, while you are live, what could be better.

### What if my connection drops?

Viewers see a holding picture for half a minute, unless the operator has set another time. If your encoder reconnects within it, the stream goes on. OBS does so by itself.

### Somebody has my stream key

Replace it under [Start Streaming](/start-streaming). The old one stops working at once, also for a stream that is running.

### Are streams recorded?

No. Viewers can go back about a minute while you are live. Record in your encoder if you want to keep it.

## Accounts

### I forgot my password

The [sign-in page](/login) sends you a link to choose a new one.

### Can I change my username?

Not by yourself, because addresses of your streams carry it. You can change the name that is shown at any time.

### How do I report something?

Through the [contact form](/contact). Say which stream it was and what happened.

## ${name}

### Who runs this?

The people behind this one server. [About](/about) says more.

### Can I run one myself?

Yes. Tributary is free software, needs one computer, and starts with two commands.
`;
