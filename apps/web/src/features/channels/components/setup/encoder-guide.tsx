import type { IngestAccess } from '@tributary/contracts/channels';
import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { useCopy } from '@/ui/forms/copy-field.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/tabs.tsx';
import { ffmpegCommand } from '../../engine/ffmpeg-command.ts';

const OBS_OUTPUT = [
  [t('channels.guide.encoder'), t('channels.guide.encoderValue')],
  [t('channels.guide.rateControl'), 'CBR'],
  [t('channels.metric.bitrate'), t('channels.guide.bitrateValue')],
  [t('channels.metric.keyframeInterval'), '2 s'],
  [t('channels.guide.latency'), t('channels.guide.latencyValue')],
  [t('channels.metric.audio'), t('channels.guide.audioValue')],
] as const;

const bold = (words: ReactNode) => <b>{words}</b>;

interface EncoderGuideProps {
  access: IngestAccess;
  keyShown: boolean;
}

export function EncoderGuide({ access, keyShown }: EncoderGuideProps) {
  return (
    <Tabs defaultValue="obs">
      <TabsList aria-label={t('channels.guide.encoder')}>
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
        <Text k="channels.guide.obs1" values={{ b: bold }} />
      </GuideStep>
      <GuideStep number={2}>
        <Text k="channels.guide.obs2" values={{ b: bold }} />
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
        <Text k="channels.guide.obs3" values={{ b: bold }} />
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
  const { copied, copy } = useCopy(
    ffmpegCommand(access.rtmpUrl, access.streamKey),
    t('channels.guide.command'),
  );
  const shown = ffmpegCommand(access.rtmpUrl, keyShown ? access.streamKey : '••••••••');
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-[60ch] text-muted">
        <Text
          k="channels.guide.ffmpeg"
          values={{ code: (words) => <code className="font-mono text-ink text-sm">{words}</code> }}
        />
      </p>
      <div className="relative rounded-media bg-surface-1">
        <pre className="whitespace-pre-wrap break-words p-4 pb-16 font-mono text-sm leading-relaxed">
          {shown}
        </pre>
        <Button variant="secondary" size="sm" className="absolute end-3 bottom-3" onClick={copy}>
          {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
          {t('channels.guide.copy')}
        </Button>
      </div>
      {!keyShown && <p className="text-muted text-sm">{t('channels.guide.hidden')}</p>}
    </div>
  );
}
