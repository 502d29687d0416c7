import { BIO_MAX, type Profile, profileEdit } from '@tributary/contracts/profiles';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, Textarea } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { Avatar } from '@/ui/media/avatar.tsx';
import { useProfile, useSaveProfile } from '../api/use-profile.ts';
import { Banner } from './banner.tsx';
import { FeaturedField } from './featured-field.tsx';
import { ImageField } from './image-field.tsx';
import { LinksField } from './links-field.tsx';

interface ProfileEditorProps {
  username: string;
  /** Called after every change, since name and avatar also appear elsewhere. */
  onChanged: () => void;
}

/** Edits the user's profile. Images are saved at once, texts on submit. */
export function ProfileEditor({ username, onChanged }: ProfileEditorProps) {
  const profile = useProfile(username);
  if (!profile.data) {
    return profile.isError ? (
      <ErrorState message={messageOf(profile.error)} onRetry={() => void profile.refetch()} />
    ) : (
      <Skeleton className="h-[50rem] rounded-media" />
    );
  }
  const { displayName, avatarUrl, bannerUrl } = profile.data;
  return (
    <div className="flex flex-col gap-10">
      <ImageField
        kind="banner"
        label={t('profiles.banner')}
        url={bannerUrl}
        onChanged={onChanged}
        show={(url) => <Banner url={url} />}
      />
      <ImageField
        kind="avatar"
        label={t('profiles.avatar')}
        url={avatarUrl}
        onChanged={onChanged}
        show={(url) => <Avatar key={url} name={displayName} src={url} size={96} />}
      />
      <ProfileForm profile={profile.data} onChanged={onChanged} />
    </div>
  );
}

function ProfileForm({ profile, onChanged }: { profile: Profile; onChanged: () => void }) {
  const save = useSaveProfile(onChanged);
  const { username, displayName, bio, links, featuredVideoId, isStreamer } = profile;
  const { form, submit, errors, busy } = useProblemForm({
    schema: profileEdit,
    defaultValues: { displayName, bio, links, featuredVideoId },
    async send(values) {
      try {
        const saved = await save.mutateAsync(values);
        form.reset({
          displayName: saved.displayName,
          bio: saved.bio,
          links: saved.links,
          featuredVideoId: saved.featuredVideoId,
        });
        toast.success(t('profiles.saved'));
      } catch (error) {
        toast.error(t('profiles.failed'), { description: t('profiles.failed.why') });
        throw error;
      }
    },
  });

  return (
    <form onSubmit={submit} noValidate className="flex max-w-xl flex-col gap-3">
      <Field label={t('profiles.name')} error={errors.displayName?.message}>
        {(control) => (
          <Input {...control} {...form.register('displayName')} dir="auto" autoComplete="nickname" />
        )}
      </Field>
      <Field
        label={t('profiles.bio')}
        error={errors.bio?.message}
        hint={t('profiles.bio.hint', { max: BIO_MAX })}
      >
        {(control) => <Textarea {...control} {...form.register('bio')} dir="auto" rows={5} />}
      </Field>
      <LinksField form={form} />
      {isStreamer && (
        <FeaturedField
          username={username}
          value={form.watch('featuredVideoId')}
          error={errors.featuredVideoId?.message}
          onChange={(id) => form.setValue('featuredVideoId', id, { shouldDirty: true })}
        />
      )}
      <div className="mt-6">
        <Button type="submit" busy={busy} disabled={!form.formState.isDirty}>
          {t('profiles.save')}
        </Button>
      </div>
    </form>
  );
}
