import type { InstanceFacts } from './facts.ts';

export const rules = ({ name, sendsMail }: InstanceFacts): string => `
These rules apply to everything on ${name}: streams, recordings, clips, chats, profiles, events and the messages of donations. People who break them can lose what they published, or their account.

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

Sign in and choose **Report** on a profile, stream, clip, event or message. An admin looks at each report, and you are told what came of it. The person is not told who reported them.

Choose **Block** on a profile or in a chat to no longer see what somebody writes. They can no longer follow you.

## What admins can do

An admin can remove what was reported, warn a person, and suspend or ban an account. They have to give a reason, which the person is told, and each of these actions is kept in a permanent log.

The [moderation log](/moderation-log) shows everybody how often admins act and for which rule, without naming anybody.

## Appeal

If your account is banned or suspended, signing in shows you why and until when. You can appeal there once. If there are several admins, another one than the one who banned you decides. ${sendsMail ? 'You get the answer by email.' : 'Sign in again to see the answer.'}

To appeal against anything else that an admin did, or to report something without an account, use the [contact form](/contact). A ban from a chat can be appealed in that chat.
`;
