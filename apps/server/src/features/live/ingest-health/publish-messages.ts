import type { UnsupportedMedia } from '#media/codecs/format-error.ts';
import type { PublishRefusal } from '#media/ports.ts';

/** What creators read on their page about why their encoder was refused. */
export const REFUSAL_MESSAGES: Readonly<Record<PublishRefusal, string>> = {
  unknown_key: 'We don’t recognize this stream key. Copy the current key into your encoder.',
  banned: 'This account is banned from streaming.',
  already_publishing: 'This channel is already live from another encoder. Stop that encoder first.',
  shutting_down: 'The server was restarting. Start your encoder again.',
  stopped: 'You stopped this stream a moment ago. Let your encoder in again, or wait a few minutes.',
  at_capacity: 'This server has no room for another stream. Try again later, or ask its operator.',
  too_many_attempts: 'Your network tried to publish too often. Wait a minute, then start your encoder again.',
  unavailable: 'We couldn’t check your stream key. Start your encoder again.',
};

const megabits = (kbps: number) => `${Math.round(kbps / 100) / 10}`;

const UNSUPPORTED_MEDIA_MESSAGES: {
  readonly [C in UnsupportedMedia['code']]: (media: Extract<UnsupportedMedia, { code: C }>) => string;
} = {
  unsupported_video_codec: ({ codec }) =>
    `${codec} video isn’t supported. Set your encoder to H.264, HEVC, AV1 or VP9.`,
  unsupported_audio_codec: ({ codec }) => `${codec} audio isn’t supported. Set your encoder to AAC or Opus.`,
  unsupported_aac_profile: ({ objectType }) =>
    `This AAC profile (audio object type ${objectType}) isn’t supported. Use AAC-LC or HE-AAC.`,
  unsupported_channel_layout: ({ codec, layout }) =>
    `${codec} audio with this channel layout (${layout}) isn’t supported. Send stereo.`,
  unsupported_configuration: ({ codec }) =>
    `The ${codec} configuration your encoder sends isn’t supported. Update the encoder, or choose another codec.`,
  bitrate_exceeded: ({ kbps, maxKbps }) =>
    `Your encoder sends ${megabits(kbps)} Mbps, and this server accepts at most ${megabits(maxKbps)} Mbps. Lower the bitrate.`,
  multiple_tracks: ({ kind }) => `Multitrack ${kind} isn’t supported. Send one ${kind} track.`,
};

/** What creators read where their encoder sends something that is not supported. */
export function unsupportedMediaMessage<C extends UnsupportedMedia['code']>(
  media: Extract<UnsupportedMedia, { code: C }>,
): string {
  return UNSUPPORTED_MEDIA_MESSAGES[media.code](media);
}
