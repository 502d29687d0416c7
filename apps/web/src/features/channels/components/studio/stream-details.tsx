import { Pencil } from 'lucide-react';
import { Fragment } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/overlays/popover.tsx';
import { useStreamSettings } from '../../api/use-channel.ts';
import { SavedSettingsForm } from '../settings/stream-settings.tsx';

/** The title, category and tags of the live or next stream, and the form that changes them at once. */
export function StreamDetails() {
  const settings = useStreamSettings();
  if (!settings.data) {
    return settings.isError ? (
      <ErrorState message={messageOf(settings.error)} onRetry={() => void settings.refetch()} />
    ) : null;
  }
  const { title, category, tags } = settings.data;
  return (
    <div className="flex min-w-0 items-center gap-1 max-md:w-full max-md:justify-between md:flex-1 md:basis-48">
      <p className="min-w-0 text-sm leading-tight">
        <bdi className="block truncate font-semibold">{title || t('channels.bar.untitled')}</bdi>
        <span className="block truncate text-muted text-xs">
          {categoryName(category)}
          {tags.map((tag) => (
            <Fragment key={tag}>
              {' · '}
              <bdi>#{tag}</bdi>
            </Fragment>
          ))}
        </span>
      </p>
      <Popover>
        <PopoverTrigger asChild>
          <Button
            variant="quiet"
            size="icon-sm"
            aria-label={t('channels.bar.edit')}
            title={t('channels.bar.edit')}
          >
            <Pencil size={16} aria-hidden="true" />
          </Button>
        </PopoverTrigger>
        <PopoverContent
          aria-label={t('channels.bar.edit')}
          className="w-[min(28rem,calc(100vw-2rem))] overflow-y-auto p-5"
        >
          <SavedSettingsForm settings={settings.data} />
        </PopoverContent>
      </Popover>
    </div>
  );
}
