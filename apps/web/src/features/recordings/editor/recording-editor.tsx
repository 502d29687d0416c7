import type { Recording } from '@tributary/contracts/recordings';
import { type ReactNode, useRef } from 'react';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { DecisionNotice, KeepButtons } from '../keep-recording.tsx';
import { qualitiesText, viewFigures } from '../recording-words.ts';
import { AudienceForm } from './audience-form.tsx';
import { CaptionsEditor } from './captions/captions-editor.tsx';
import { ChaptersEditor } from './chapters-editor.tsx';
import { DetailsForm } from './details-form.tsx';
import { EditorPreview, type Play, type Preview } from './editor-preview.tsx';
import { ThumbnailField } from './thumbnail-field.tsx';
import { TrimSetting } from './trimming/trim-setting.tsx';

interface RecordingEditorProps {
  id: string;
  play: Play;
  /** Whether the channel offers a subscription tier. */
  offersTier: boolean;
  /** Shown where the channel has no such recording. */
  missing: ReactNode;
  /** A link to the stream's page. */
  link: (recording: Recording) => ReactNode;
}

/** A creator's page of one recording. */
export const RecordingEditor = ({ id, missing, ...rest }: RecordingEditorProps) => (
  <Loaded
    query={useApi('GET /api/me/recordings/:id', { params: { id } }, { staleTime: 0 })}
    missing={missing}
    height="h-96"
  >
    {(recording) => (recording.state === 'deleted' ? missing : <Editor recording={recording} {...rest} />)}
  </Loaded>
);

type EditorProps = Omit<RecordingEditorProps, 'id' | 'missing'> & { recording: Recording };

function Editor({ recording, play, offersTier, link }: EditorProps) {
  const preview = useRef<Preview>(null);
  const { streamId, title, state, revision, decideBy, hasVideo, thumbnailUrl } = recording;
  const isReady = state === 'ready';
  const qualities = qualitiesText(recording.qualities);
  return (
    <div className="divide-y divide-line">
      {decideBy !== null && (
        <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-media bg-surface-1 px-5 py-4">
          <DecisionNotice decideBy={decideBy} />
          <div className="flex flex-wrap gap-2">
            <KeepButtons recording={recording} />
          </div>
        </div>
      )}
      {/* The keyboard scrolls to what the preview does not cover. */}
      <div className="divide-y divide-line [&>section_:is(a,button,input,select,textarea)]:scroll-mt-96">
        {/* What follows takes moments from it, and shows them in it. */}
        <div className="top-(--header-height) z-10 bg-ground pt-px [@media(min-width:48rem)_and_(min-height:50rem)]:sticky">
          <Setting
            title={t('recordings.preview.title')}
            lead={
              <span className="flex flex-col items-start gap-3">
                <bdi className="[overflow-wrap:anywhere]">{title}</bdi>
                {isReady && <span className="tabular-nums">{viewFigures(recording)}</span>}
                {qualities !== null && <span className="tabular-nums">{qualities}</span>}
                {link(recording)}
                {isReady && (
                  <a href={`/recordings/${streamId}/download.mp4`} download>
                    {t('recordings.preview.download')}
                  </a>
                )}
              </span>
            }
          >
            {isReady ? (
              <EditorPreview
                key={revision}
                ref={preview}
                label={t('recordings.preview.of', { title })}
                url={`/recordings/${streamId}/index.m3u8`}
                play={play}
                poster={hasVideo ? null : thumbnailUrl}
              />
            ) : (
              <p className="rounded-media bg-surface-1 px-5 py-4 text-muted">
                {t('recordings.preview.recording')}
              </p>
            )}
          </Setting>
        </div>
        <Setting title={t('recordings.details.title')} lead={t('recordings.details.lead')}>
          <DetailsForm recording={recording} />
        </Setting>
        <Setting title={t('recordings.thumbnail.title')} lead={t('recordings.thumbnail.lead')}>
          <ThumbnailField
            recording={recording}
            frame={async () => (await preview.current?.frame()) ?? null}
          />
        </Setting>
        {isReady && (
          <Setting title={t('recordings.chapters.title')} lead={t('recordings.chapters.lead')}>
            <ChaptersEditor key={revision} recording={recording} preview={preview} />
          </Setting>
        )}
        {isReady && (
          <Setting title={t('recordings.captions.title')} lead={t('recordings.captions.lead')}>
            <CaptionsEditor key={revision} recording={recording} preview={preview} />
          </Setting>
        )}
      </div>
      {isReady && (
        <Setting title={t('recordings.trim.title')} lead={t('recordings.trim.lead')}>
          <TrimSetting recording={recording} play={play} />
        </Setting>
      )}
      <Setting title={t('recordings.audience.title')} lead={t('recordings.audience.lead')}>
        <AudienceForm recording={recording} offersTier={offersTier} />
      </Setting>
    </div>
  );
}
