import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { CallError } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { addChannel } from '../../contract.ts';
import { readChannelAddress } from '../../rules.ts';
import { nothingTaught, TaughtFields } from '../taught-fields.tsx';

const empty = { address: '', taught: nothingTaught };

/** Adds a channel by its address, with the language, level and topics of its videos. */
export function ChannelForm({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation('videos');
  const form = useForm({
    initialValues: empty,
    validate: {
      address: (address) => (readChannelAddress(address) ? null : t('channels.errors.address')),
      taught: ({ language, level }) => (language && level ? null : 'incomplete'),
    },
  });
  const { taught } = form.values;
  const add = useMutation({
    mutationFn: ({ address, taught: { language, level, topics } }: typeof empty) => {
      // The form validates that both are chosen.
      if (!language || !level) throw new Error('an incomplete channel');
      return call(addChannel, { body: { address, language, level, topics: [...topics] } });
    },
    onSuccess({ title }) {
      toastSuccess(t('channels.added', { title }));
      form.reset();
    },
    onError(error) {
      const isAboutAddress = error instanceof CallError && [409, 422].includes(error.status);
      if (isAboutAddress) form.setFieldError('address', refusalText(error));
      else toastFailure(error, t('channels.notAdded'));
    },
    onSettled: onAdded,
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack>
        <TextInput
          label={t('channels.address')}
          description={t('channels.addressText')}
          placeholder="https://www.youtube.com/channel/UC…"
          withAsterisk
          maxLength={500}
          autoComplete="off"
          {...form.getInputProps('address')}
        />
        <TaughtFields
          value={taught}
          isChecked={form.errors.taught !== undefined}
          onChange={(value) => form.setFieldValue('taught', value)}
        />
        <DialogActs>
          <Button type="submit" color="feed" loading={add.isPending}>
            {t('channels.submit')}
          </Button>
        </DialogActs>
      </Stack>
    </form>
  );
}
