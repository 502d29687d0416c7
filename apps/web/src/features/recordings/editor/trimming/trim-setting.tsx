import { Link } from '@tanstack/react-router';
import type { Recording } from '@tributary/contracts/recordings';
import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { useRecordingTrim } from '../../queries.ts';
import type { Play } from '../editor-preview.tsx';
import { TrimForm } from './trim-form.tsx';

interface TrimSettingProps {
  recording: Recording;
  play: Play;
}

/** Opens the form, which loads the original, only when it is wanted. */
export function TrimSetting({ recording, play }: TrimSettingProps) {
  const [isOpen, setOpen] = useState(false);
  const [part, setPart] = useState<Recording | null>(null);
  return (
    <div className="flex flex-col items-start gap-4">
      {part !== null && (
        <p role="status" className="rounded-media bg-surface-1 px-5 py-4">
          <Text
            k="recordings.trim.restIs"
            values={{
              link: () => (
                <Link to="/dashboard/streamer/vods/$id" params={{ id: part.streamId }}>
                  <bdi className="[overflow-wrap:anywhere]">{part.title}</bdi>
                </Link>
              ),
            }}
          />
        </p>
      )}
      {isOpen ? (
        <OpenForm recording={recording} play={play} onSplit={setPart} />
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t('recordings.trim.open')}
        </Button>
      )}
    </div>
  );
}

function OpenForm(props: TrimSettingProps & { onSplit: (part: Recording) => void }) {
  return (
    <Loaded query={useRecordingTrim(props.recording.streamId)} height="h-96">
      {(trim) => <TrimForm trim={trim} {...props} />}
    </Loaded>
  );
}
