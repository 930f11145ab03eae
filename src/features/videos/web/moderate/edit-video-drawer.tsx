import { Button, Drawer, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { ModerationRow } from '../../contract.ts';
import { TaughtFields } from '../taught-fields.tsx';
import { useVideoChange } from './moderation-queries.ts';

/** Puts right what a video is said to be. Closed while there is none. */
export function EditVideoDrawer({ video, onClose }: { video: ModerationRow | null; onClose: () => void }) {
  const { t } = useTranslation('videos');
  return (
    <Drawer
      opened={video !== null}
      onClose={onClose}
      position="right"
      size="md"
      title={t('moderation.editTitle')}
      closeButtonProps={{ 'aria-label': t('dialog.close', { ns: 'shell' }) }}
    >
      {video && <EditForm key={video.id} video={video} onDone={onClose} />}
    </Drawer>
  );
}

function EditForm({ video, onDone }: { video: ModerationRow; onDone: () => void }) {
  const { t } = useTranslation('videos');
  const change = useVideoChange(onDone);
  const { title, description, language, level, topics } = video;
  const form = useForm({
    initialValues: { title, description, taught: { language, level, topics } },
    validate: { title: (words) => (words.trim() ? null : t('form.errors.title')) },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ taught, ...texts }) =>
        change.mutate({ id: video.id, ...texts, ...taught, topics: [...taught.topics] }),
      )}
    >
      <Stack>
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
        <Group justify="flex-end">
          <Button type="submit" color="feed" loading={change.isPending}>
            {t('form.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
