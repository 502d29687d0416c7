/** Quotes a value as a single POSIX shell word. */
function quote(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}

/**
 * A command that sends a test pattern and a tone to `rtmpUrl`, with settings for low latency: no B-frames, a
 * keyframe every two seconds at any frame rate, and a constant bitrate.
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
