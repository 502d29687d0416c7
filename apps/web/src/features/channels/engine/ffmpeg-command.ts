/** A value as one word of a POSIX shell, whatever is in it. */
function quote(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}

/**
 * The command that sends a moving test picture with a tone to `rtmpUrl`, with the settings that keep
 * the delay low: no B-frames, a keyframe every two seconds whatever the frame rate, a steady bitrate.
 */
export function ffmpegCommand(rtmpUrl: string, streamKey: string): string {
  return [
    'ffmpeg -re -f lavfi -i testsrc2=size=1280x720:rate=30 -f lavfi -i sine=frequency=330:sample_rate=48000',
    '-c:v libx264 -preset veryfast -tune zerolatency -pix_fmt yuv420p',
    "-b:v 4500k -maxrate 4500k -bufsize 4500k -force_key_frames 'expr:gte(t,n_forced*2)'",
    '-c:a aac -b:a 160k -ac 2',
    `-f flv ${quote(`${rtmpUrl.replace(/\/+$/, '')}/${streamKey}`)}`,
  ].join(' \\\n  ');
}
