import type { IngestAccess } from '@tributary/contracts/channels';
import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';
import { useCopy } from '@/ui/forms/copy-field.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/tabs.tsx';
import { ffmpegCommand } from '../../engine/ffmpeg-command.ts';

const OBS_OUTPUT = [
  ['Encoder', 'x264 or NVIDIA NVENC H.264'],
  ['Rate control', 'CBR'],
  ['Bitrate', '3000 to 6000 kbps'],
  ['Keyframe interval', '2 s'],
  ['For lowest latency', 'x264: tune zerolatency. NVENC: B-frames 0'],
  ['Audio', 'AAC, 160 kbps'],
] as const;

interface EncoderGuideProps {
  access: IngestAccess;
  keyShown: boolean;
}

export function EncoderGuide({ access, keyShown }: EncoderGuideProps) {
  return (
    <Tabs defaultValue="obs">
      <TabsList aria-label="Encoder">
        <TabsTrigger value="obs">OBS</TabsTrigger>
        <TabsTrigger value="ffmpeg">FFmpeg</TabsTrigger>
      </TabsList>
      <TabsContent value="obs">
        <Obs />
      </TabsContent>
      <TabsContent value="ffmpeg">
        <Ffmpeg access={access} keyShown={keyShown} />
      </TabsContent>
    </Tabs>
  );
}

function Obs() {
  return (
    <ol className="flex flex-col gap-6">
      <GuideStep number={1}>
        In <b>Settings</b>, <b>Stream</b>, select the service <b>Custom…</b> and paste the server and stream
        key.
      </GuideStep>
      <GuideStep number={2}>
        In <b>Settings</b>, <b>Output</b>, set the output mode to <b>Advanced</b>, then:
        <dl className="mt-3 grid gap-x-6 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
          {OBS_OUTPUT.map(([setting, value]) => (
            <div key={setting} className="contents">
              <dt className="pt-1.5 text-muted sm:pb-1.5">{setting}</dt>
              <dd className="pb-1.5 font-medium tabular-nums sm:pt-1.5">{value}</dd>
            </div>
          ))}
        </dl>
      </GuideStep>
      <GuideStep number={3}>
        Select <b>Start Streaming</b>. The check on this page turns green when your signal arrives.
      </GuideStep>
    </ol>
  );
}

function GuideStep({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-3 [&_b]:font-semibold">
      <span aria-hidden="true" className="w-5 shrink-0 font-display font-semibold text-accent">
        {number}
      </span>
      <div className="min-w-0 max-w-[60ch] flex-1">{children}</div>
    </li>
  );
}

function Ffmpeg({ access, keyShown }: EncoderGuideProps) {
  const { copied, copy } = useCopy(ffmpegCommand(access.rtmpUrl, access.streamKey), 'Command');
  const shown = ffmpegCommand(access.rtmpUrl, keyShown ? access.streamKey : '••••••••');
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-[60ch] text-muted">
        This sends a test pattern and a tone. To send a file instead, replace the two inputs with{' '}
        <code className="font-mono text-ink text-sm">-re -i video.mp4</code>.
      </p>
      <div className="relative rounded-media bg-surface-1">
        <pre className="whitespace-pre-wrap break-words p-4 pb-16 font-mono text-sm leading-relaxed">
          {shown}
        </pre>
        <Button variant="secondary" size="sm" className="absolute right-3 bottom-3" onClick={copy}>
          {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
          Copy command
        </Button>
      </div>
      {!keyShown && (
        <p className="text-muted text-sm">The copied command includes your key, which is hidden here.</p>
      )}
    </div>
  );
}
