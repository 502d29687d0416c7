import type { InstanceFacts } from './facts.ts';

export const terms = (facts: InstanceFacts): string => `
These are the rules for using ${facts.name}.

## Your account

You are responsible for your account. Keep your password and your stream key secret. Anyone who has the key can stream as you, and you are responsible for what is streamed with it until you replace it.

## What you publish

${permission(facts)}

The following is not allowed:

- content that is illegal where this server is located
- other people’s work without their permission
- filming people without their consent where they expect privacy
- sexual content with minors in any form, calls to violence, and harassment
- attacks on the server, impersonation, and fake viewers

## If you break the rules

What is not allowed in detail is on the page with the [rules](/rules). The people who run ${facts.name} can stop a stream, remove what breaks the rules, and suspend or ban an account. How to appeal is [there](/rules), too.

## No warranty

${facts.name} comes without a warranty. Streams and recordings can fail. Keep your own copy of what matters.

## Changes

These rules can change. The date below shows when their text was last edited. What follows from settings of this instance, such as whether streams are recorded, changes with them.
`;

function permission({ settings }: InstanceFacts): string {
  const { recordingsEnabled, recordingRetentionDays, uploadMaxGib } = settings;
  const keeps = 'You keep all rights to what you publish. By going live, you allow this server to receive';
  const uploads =
    uploadMaxGib > 0 ? ' The same holds for videos that you upload, until you delete them.' : '';
  if (!recordingsEnabled) {
    return `${keeps}, process and deliver your stream to viewers. This permission ends with the stream, since streams are not recorded here at present; for recordings and clips that exist, it ends when they are deleted.${uploads}`;
  }
  const until =
    recordingRetentionDays === 0
      ? 'when you delete it'
      : `when you delete it, and at the latest when this instance does, after the time that its [privacy page](/privacy) states`;
  return `${keeps}, process and record your stream, and to deliver it and its recording to viewers. Streams are recorded unless you turn it off under [Recordings](/dashboard/streamer/vods). The permission ends with a stream that is not recorded, and for a recording ${until}. Clips that viewers make of it last until they are deleted, which you can do at any time.${uploads}`;
}
