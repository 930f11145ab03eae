import { Alert, Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import type { ModerationRow } from '../../contract.ts';
import { TaughtFields } from '../taught-fields.tsx';
import { VideoFacts } from '../video-facts.tsx';
import cards from './moderation-card.module.css';
import { useVideoChange } from './moderation-queries.ts';

/** Edits the fields of a video. Closed without a video. */
export function EditVideoDrawer({
  video,
  hasLeft,
  onClose,
}: {
  video: ModerationRow | null;
  /**
   * The filtered list that it was opened from has it no more, so what is here may be older than what the server has.
   */
  hasLeft: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('videos');
  const shown = useLast(video);
  return (
    <SideDrawer opened={video !== null} onClose={onClose} size="md" title={t('moderation.editTitle')}>
      {shown && <EditForm key={shown.id} video={shown} hasLeft={hasLeft} onDone={onClose} />}
    </SideDrawer>
  );
}

/** `video` is what the server has now: it changes while another administrator writes, and the form says so. */
function EditForm({
  video,
  hasLeft,
  onDone,
}: {
  video: ModerationRow;
  hasLeft: boolean;
  onDone: () => void;
}) {
  const { t } = useTranslation('videos');
  const change = useVideoChange(onDone);
  const { version, title, description, language, level, topics } = video;
  const opened = useRef(version);
  const form = useForm({
    initialValues: { title, description, taught: { language, level, topics } },
    validate: { title: (words) => (words.trim() ? null : t('form.errors.title')) },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ taught, ...texts }) =>
        change.mutate({ id: video.id, version, ...texts, ...taught, topics: [...taught.topics] }),
      )}
    >
      <Stack>
        {hasLeft && !change.isPending && (
          <Alert role="alert" color="cup" title={t('moderation.left.title')}>
            {t('moderation.left.text')}
          </Alert>
        )}
        {version !== opened.current && !change.isPending && (
          <Alert role="alert" color="cup" title={t('moderation.theirs')}>
            <Stack gap="xs" className={cards.words}>
              <Text fw={700}>{title}</Text>
              <VideoFacts of={video} />
              <Text size="sm">{description}</Text>
            </Stack>
          </Alert>
        )}
        <TextInput label={t('form.title')} withAsterisk maxLength={200} {...form.getInputProps('title')} />
        <TaughtFields
          value={form.values.taught}
          onChange={(taught) => form.setFieldValue('taught', taught as typeof form.values.taught)}
        />
        <Textarea
          label={t('form.description')}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={2000}
          {...form.getInputProps('description')}
        />
        <DialogActs>
          <Button type="submit" color="feed" loading={change.isPending}>
            {t('form.save')}
          </Button>
        </DialogActs>
      </Stack>
    </form>
  );
}
