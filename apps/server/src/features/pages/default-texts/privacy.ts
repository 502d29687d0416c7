import { VIEWER_SAMPLES_KEPT_DAYS } from '@tributary/contracts/live';
import { METRICS_KEPT_DAYS } from '@tributary/contracts/metrics';
import { REPORTS_KEPT_DAYS } from '@tributary/contracts/moderation';
import { NOTIFICATIONS_KEPT_DAYS, READ_NOTIFICATIONS_KEPT_DAYS } from '@tributary/contracts/notifications';
import { RECEIPT_EMAIL_DAYS } from '@tributary/contracts/payments';
import { DELETED_RECORDING_DAYS } from '@tributary/contracts/recordings';
import { days, type InstanceFacts } from './facts.ts';

/**
 * Covers features that the instance has turned off, too, such as payments: data that was stored before is still there.
 */
export const privacy = ({ name, sendsMail, p2p, settings }: InstanceFacts): string => `
This page explains what ${name} stores, why, and for how long. It is stored by this instance alone. There are no ads and no cross-site tracking, and nothing is sold.

## When you watch without an account

- **A cookie named \`tributary_browser\`** with a random number, kept for a year. It lets the server count one browser as one viewer, however many tabs are open, and for a day as one view of a recording. It is used for nothing else and not stored in the database.
- **Viewer counts**: how many browsers watch each stream, minute by minute, for ${VIEWER_SAMPLES_KEPT_DAYS} days, and how often and how long each recording is watched, for as long as it exists. They name nobody, and there is no log of who watched what.
- **Page measurements**: how fast pages load and respond in your browser, with the kind of page and the browser’s name, for ${METRICS_KEPT_DAYS} days. They are not connected to an account, an address or each other.
- **Donations without an account**: the name that you give, which is shown with your donation, and the email address for the receipt, which we delete once the receipt is sent, and after ${days(RECEIPT_EMAIL_DAYS)} at the latest. To have your name removed, write to us.
- **Settings in your browser**, such as the theme, the volume, whether the sidebar is open, or where you stopped in recordings while you were signed out. They never leave your browser.
- **Your IP address** is known to the server while you are connected, as with any website, and is used to prevent abuse. Sign-ins and refused requests are written to the server’s log with it. The people who run ${name} decide how long they keep that log.${
  p2p === 'off'
    ? ''
    : `
- **Others who watch can see your address** where viewers give a live stream to each other, which saves this server from sending it to each of them. ${
        p2p === 'ask'
          ? 'Your browser asks you first.'
          : 'You can turn it off in the player and in your preferences.'
      } Their browsers then connect to yours directly. The server passes on what they need for that, and doesn’t store it. It keeps how many bytes the viewers of a stream gave to each other in all, which names nobody.`
}

## When you have an account

- **Your account**: username, email address, display name, roles, whether it is banned and why, and what you choose to add to your profile, such as your bio, links and images. Your email address and a ban’s reason are not public. Metadata of image files, such as the location, is removed.
- **Your password** as a salted hash, which cannot be reversed. For passkeys and authenticator apps, the keys that they need; those of authenticator apps are encrypted. If the operator has turned on that check, five digits of a new password’s hash are sent to Have I Been Pwned to refuse breached passwords. The password itself is never sent.
- **Links and codes** that confirm your address, reset your password or sign you in, until they are used or expire. A username that somebody asked for at sign-up stays reserved for a while, without saying for whom.
- **Your sessions**: for each browser that you are signed in with, the time, IP address and browser name. You can see and end them in your account. A session expires after 30 days without use.
- **Your channel**, if you stream: its settings, its totals, and its stream key, which is encrypted. What you send to be verified, and how it was decided.
- **Your streams**: title, former links, category, tags, language, thumbnail, start and end time, how many watched, the moments of them that you mark, and what you schedule, which everybody can see. Video that is not recorded is kept for the rewind window, about a minute by default.
- **Videos that you upload**: the file, its name and size, until it is processed, failed or canceled. What it becomes is one of your recordings.
- **Your recordings**: where streams are recorded, the video and sound of your streams, with their size and length, the description, chapters, captions and thumbnail that you give them, who may watch and download them, and whether you want to be recorded. They are deleted ${DELETED_RECORDING_DAYS} days after you delete them, or at once if you want that, or with your account. ${
  settings.recordingRetentionDays === 0
    ? 'This instance keeps them without a time limit.'
    : `This instance deletes them after ${days(settings.recordingRetentionDays)}.`
}
- **Clips**: the clips that you make and that others make of your streams, with their title, views and who made them, and who can make clips of your streams. Anybody who may watch the stream sees them, also after its recording is deleted. They are deleted when you, the channel or an admin deletes them, or with the account of the person who made them or of the channel.
- **What you write in chats**: your messages with their time and what you were in the channel, which everybody who can watch the stream can read, also after it has ended; how you vote in polls, which nobody else sees; whether you moderate them or are one of their VIPs; until when and why you were banned from one, and your appeal, which its moderators see; the rules of your channel’s chats, such as slow mode and blocked words, which its moderators see too; and the emotes of your channel, which everybody can see. ${
  settings.linkPreviews
    ? 'Where a channel has turned previews of links on, this server loads pages that you link to, and shows their title. Those sites learn the address of the server, not yours or that of viewers. '
    : ''
}A channel can hold messages for its moderators, who decide about them within 24 hours, after which they are deleted. Messages and votes are deleted with your account or with the stream. ${
  settings.chatRetentionDays === 0
    ? 'This instance keeps them without a time limit.'
    : `This instance deletes them after ${days(settings.chatRetentionDays)}.`
}
- **Comments**: what you write below recordings, with the time and whether you changed it, which everybody who can watch the recording can read; which comments you like, of which others see only the number; and, if you stream, where you take comments. A channel can hold comments for its moderators. Comments are deleted when you, a moderator or an admin deletes them, with the comment that they answer, with the recording, and with your account.
- **Reports**: what you report, why and when, and what was reported about you, with a copy of it, of the messages around it and of a frame of the video, and where in it you were. Only admins see them. If an admin warns you, also when you said that you had read it. If your account is banned, also what you write in an appeal and the answer. A report is deleted ${REPORTS_KEPT_DAYS} days after an admin has decided it, and with the account that it is about.
- **What you follow, save and watch.** Streamers are told when you follow them, and their number of followers is public. Only you can see which categories you follow, which notifications you chose for each channel, your saved streams and your watch history (which stream, when, for how long, and where you stopped in its recording). Nobody else sees what you asked to be reminded of, which is deleted once you were. You can clear and pause the history. Nobody but you sees whom you blocked.
- **Your preferences**: playback, notification settings, the theme and the language. While you choose no language, mails come in the one that your browser stated at the last sign-in, which is stored as well.
- **Your notifications**. A notification you have read is deleted after ${READ_NOTIFICATIONS_KEPT_DAYS} days, any other after ${NOTIFICATIONS_KEPT_DAYS} days.
- **Browsers that you turn push notifications on in**: the address that the browser’s maker gives us for them, until you sign out there. The maker delivers these notifications without being able to read them.
- **Payments**: donations with their message, which streamers can show to everybody with your name unless you donate anonymously, tickets, subscriptions, refunds and payouts, with amount, date and state; what you started to pay, which is deleted after 90 days unless you paid; what the payment provider reports about a payment, deleted 90 days after it arrived; and, for creators, your account at a payment provider, whether it can receive money, and when you disconnected one. We store no card or bank details: you enter those on the page of the payment provider, which gets your email address from us if you are signed in, and what you pay for. For payments in crypto, that includes the addresses and transactions, which are public on the chain.
- **What admins do with payments**: admins can find your payments, refund them, and settle payouts of creators. When a payment is disputed at a bank, they can send evidence to the payment provider, such as what was bought and used. They don’t see who made an anonymous donation.
- **A cookie named \`tributary.checkout\`** for each payment page that you open, kept for a day, with which your browser can ask whether the payment succeeded.
- **Actions of admins**: when an admin acts on your account or your streams, or a moderator of a channel on what you write there, a permanent log keeps who did what, when and why. If you are an admin, that is also what you do.
- **A cookie named \`tributary.session_token\`**, which keeps you signed in.
- **A cookie named \`tributary_playback\`** while you watch a stream for ticket holders or subscribers, for a minute at a time. It lets this browser fetch the video. The server remembers which of your browsers play such a stream, for an hour after they do, since their number is limited.
- **Cookies named \`tributary.known-browser\` and \`tributary.signed-up\`** with random numbers. The first, kept for a year, lets you sign in with a browser that you used before while strangers guess at your password. The second, kept for a day, makes sure that confirming your address signs in only the browser that signed up.

## When you write to us

Messages from the contact form, with the name and email address that you enter, are stored for the admins${sendsMail ? ' and sent to them by email' : ''}. If you are signed in, they can see your username. Messages are kept without a time limit.

## Email

${
  sendsMail
    ? 'We email you to confirm your address, to recover your account and about its security, the notifications that you choose in your preferences, and the receipt of a donation without an account if you ask for it. There is no newsletter.'
    : 'This server sends no email yet. What it would send to you is kept on the server: links and codes for your account, notices about its security, the notifications that you choose in your preferences, and receipts of donations without an account. Its operator can read them and pass them on.'
}

## Download or delete your data

In your account, you can download what is stored about you. Secrets, counts that name nobody and the log of admins’ actions are not part of it.

You can also delete your account. Your profile, your channel and its streams, and what you follow, saved, watched and set are deleted immediately. Your own subscriptions end without a refund. Your subscribers get back what they paid for unused time, and tickets to your events that have not ended are refunded. What stays: the amounts of payments, without your name and message; messages that you sent with the contact form; and the log of admins’ actions. Copies in backups are deleted with the backups.

## Questions

Use the [contact form](/contact) to reach the people who run ${name}.
`;
