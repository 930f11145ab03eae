import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { toastFailure, toastSuccess } from '#web/ui/toast.ts';
import { changeClass, classForm, type ManagedClass } from '../../contract.ts';

/** Changes the meeting link and the description of a class, which its organiser can do until the end. */
export function RepairClass({ liveClass, onDone }: { liveClass: ManagedClass; onDone: () => void }) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const { meetLink, description } = liveClass;
  const form = useForm({
    initialValues: { meetLink: meetLink ?? '', description },
    validateInputOnBlur: true,
    validate: {
      meetLink: (typed) =>
        classForm.shape.meetLink.safeParse(linkOf(typed)).success ? null : t('form.errors.meetLink.wrong'),
      description: (typed) => (typed.trim() === '' ? t('form.errors.description.empty') : null),
    },
  });
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(changeClass, {
        params: { id: liveClass.id },
        body: {
          version: liveClass.version,
          meetLink: linkOf(values.meetLink),
          description: values.description,
        },
      }),
    onSuccess: () => {
      toastSuccess(t('edit.done'));
      onDone();
    },
    onError: (error) => toastFailure(error, t('edit.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <TextInput
          type="url"
          inputMode="url"
          data-autofocus
          label={t('form.meetLink')}
          placeholder="https://"
          description={t('form.meetLinkText')}
          maxLength={500}
          {...form.getInputProps('meetLink')}
        />
        <Textarea
          label={t('form.description')}
          withAsterisk
          autosize
          minRows={3}
          maxLength={2000}
          {...form.getInputProps('description')}
        />
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" onClick={onDone}>
            {t('edit.leave')}
          </Button>
          <Button type="submit" color="live" loading={save.isPending}>
            {t('edit.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function linkOf(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim();
}
