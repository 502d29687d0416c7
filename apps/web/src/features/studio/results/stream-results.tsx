import type { StreamStatistics } from '@tributary/contracts/live';
import type { Recording } from '@tributary/contracts/recordings';
import type { StreamId } from '@tributary/contracts/shared';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Section } from '@/ui/layout.tsx';
import { Image } from '@/ui/media/image.tsx';
import { Moment } from '@/ui/time.tsx';
import { useRecordingOf, useResults, useStreamFigures } from '../api/queries.ts';
import { MarkerList } from '../markers/marker-list.tsx';
import { ResultFigures } from './result-figures.tsx';

export interface StreamResultsProps {
  streamId: StreamId;
  /** The actions on the recording. */
  recordingActions: (recording: Recording) => ReactNode;
  /** The link to a moment of the stream, with the time as its text. */
  moment: (stream: StreamStatistics, seconds: number, time: string) => ReactNode;
  /** More about the stream, below its figures. */
  children?: (stream: StreamStatistics) => ReactNode;
}

/** A stream that has ended: what it reached, its markers, and its recording. */
export function StreamResults({ streamId, recordingActions, moment, children }: StreamResultsProps) {
  const results = useResults(streamId);
  const recording = useRecordingOf(streamId);
  return (
    <Loaded query={useStreamFigures(streamId)} height="h-96">
      {({ stream }) => (
        <div className="flex flex-col gap-8">
          <div className="flex flex-wrap gap-4">
            <div className="aspect-video w-40 shrink-0 overflow-hidden rounded-control bg-surface-2">
              <Image src={stream.thumbnailUrl} alt="" className="size-full" />
            </div>
            <div className="flex min-w-0 flex-1 basis-52 flex-col gap-2">
              <h3 className="font-sans font-semibold text-base tracking-normal [overflow-wrap:anywhere]">
                <bdi>{stream.title}</bdi>
              </h3>
              <p className="text-muted text-sm">
                <Moment at={stream.startedAt} />
              </p>
              {recording.isFetched && (
                <div className="flex flex-wrap gap-2">
                  {recording.data ? (
                    recordingActions(recording.data)
                  ) : (
                    <p className="text-muted text-sm">{t('studio.recording.none')}</p>
                  )}
                </div>
              )}
            </div>
          </div>
          <Loaded query={results} height="h-40">
            {(brought) => <ResultFigures stream={stream} results={brought} />}
          </Loaded>
          <Section title={t('studio.markers')}>
            <MarkerList
              streamId={streamId}
              link={recording.data ? (seconds, time) => moment(stream, seconds, time) : null}
            />
          </Section>
          {children?.(stream)}
        </div>
      )}
    </Loaded>
  );
}
