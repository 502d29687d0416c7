import { useApiPages } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';

interface FeaturedFieldProps {
  username: string;
  value: string | null;
  error: string | undefined;
  onChange: (id: string | null) => void;
}

/** The choice of the video that the channel’s page shows first, among those that everybody can watch. */
export function FeaturedField({ username, value, error, onChange }: FeaturedFieldProps) {
  const videos = useApiPages('GET /api/streamers/:username/videos', { params: { username } });
  const known = videos.data ?? [];
  const isListed = value === null || known.some(({ id }) => id === value);
  return (
    <Field label={t('profiles.featured')} error={error} hint={t('profiles.featured.hint')}>
      {(control) => (
        <Select {...control} value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
          <option value="">{t('profiles.featured.none')}</option>
          {!isListed && <option value={value}>{t('profiles.featured.present')}</option>}
          {known.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
