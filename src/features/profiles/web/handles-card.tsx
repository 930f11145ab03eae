import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { handles, type Platform, type Profile, platforms, setHandles } from '../contract.ts';
import { CardSection } from './card-section.tsx';
import { EditButton, SaveOrCancel } from './edit-buttons.tsx';
import { Facts } from './facts.tsx';
import classes from './profile.module.css';
import { useCacheProfile } from './queries.ts';
import { useEditing } from './use-editing.ts';

const longest = 100;

/** Handles on other platforms: shown to the owner and administrators, for adults only. */
export function HandlesCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profiles');
  const { editing, open, close, firstField, button } = useEditing();
  const title = t('profile.handles.title');
  const typed = platforms.filter((platform) => profile.handles[platform]);
  return (
    <CardSection
      part="handles"
      title={title}
      action={!editing && <EditButton of={title} ref={button} onEdit={open} />}
    >
      <Text c="dimmed" size="sm" mb="md">
        {t('profile.handles.text')}
      </Text>
      {editing && <HandlesForm profile={profile} firstField={firstField} onDone={close} />}
      {!editing && typed.length === 0 && <Text>{t('profile.handles.empty')}</Text>}
      {!editing && (
        <Facts
          facts={typed.map((platform) => ({
            label: t(`profile.handles.platforms.${platform}`),
            value: profile.handles[platform],
          }))}
        />
      )}
    </CardSection>
  );
}

function HandlesForm({
  profile,
  firstField,
  onDone,
}: {
  profile: Profile;
  firstField: Ref<HTMLInputElement>;
  onDone: () => void;
}) {
  const { t } = useTranslation('profiles');
  const cache = useCacheProfile();
  const change = useAct((body: Record<Platform, string>) => call(setHandles, { body }), {
    stale: ['accounts'],
    done: [t('profile.saved'), t('profile.savedText')],
    failed: t('profile.failed'),
    onDone(saved) {
      cache(saved);
      onDone();
    },
  });
  const form = useForm<Record<Platform, string>>({
    initialValues: Object.fromEntries(
      platforms.map((platform) => [platform, profile.handles[platform] ?? '']),
    ) as Record<Platform, string>,
    validate: (values) =>
      Object.fromEntries(
        platforms
          .filter((platform) => !handles.safeParse({ [platform]: values[platform].trim() }).success)
          .map((platform) => [platform, t('profile.errors.handle')]),
      ),
  });
  // An empty one is removed: every field is sent.
  const save = (values: Record<Platform, string>) => change.mutate(values);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        save(
          Object.fromEntries(platforms.map((each) => [each, values[each].trim()])) as Record<
            Platform,
            string
          >,
        ),
      )}
    >
      <div className={classes.fields}>
        {platforms.map((platform, nth) => (
          <TextInput
            key={platform}
            ref={nth === 0 ? firstField : undefined}
            label={t(`profile.handles.platforms.${platform}`)}
            placeholder={t(`profile.handles.placeholders.${platform}`)}
            maxLength={longest}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps(platform)}
          />
        ))}
      </div>
      <SaveOrCancel busy={change.isPending} onCancel={onDone} />
    </form>
  );
}
