import { Button, Card, Stack, Switch, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { CallError } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { AskBeforeLeaving } from '#web/ui/dialogs/ask-before-leaving.tsx';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { formPauseMs } from '#web/ui/forms/typing-pauses.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { proposeVideo } from '../../contract.ts';
import { readShortLink, readVideoAddress } from '../../rules.ts';
import { nothingTaught, type Taught, TaughtFields } from '../taught-fields.tsx';
import { AddressFound } from './address-found.tsx';
import { previewQuery, proposalsQuery } from './proposal-queries.ts';

type Values = {
  address: string;
  title: string;
  description: string;
  taught: Taught;
  proposedForKids: boolean;
};
const empty: Values = {
  address: '',
  title: '',
  description: '',
  taught: nothingTaught,
  proposedForKids: false,
};

/** Proposes a video. A valid address is previewed at once, and its title fills the field when the source gives one. */
export function ProposalForm() {
  const { t } = useTranslation('videos');
  const queryClient = useQueryClient();
  const form = useForm<Values>({
    initialValues: empty,
    validate: {
      address: (address) => (namesVideo(address) ? null : t('proposals.errors.address')),
      title: (title) => (title.trim() ? null : t('form.errors.title')),
      taught: ({ language, level }) => (language && level ? null : 'incomplete'),
    },
  });
  const { address, title, taught } = form.values;
  const [settled] = useDebouncedValue(address, formPauseMs);
  const named = readVideoAddress(settled);
  const preview = useQuery({
    ...previewQuery(named?.sourceUrl ?? settled),
    enabled: namesVideo(settled),
  });
  // Where a short link leads, the server says.
  const video = named ?? preview.data;
  const refused = isAboutAddress(preview.error) ? preview.error : null;

  const found = preview.data?.title;
  /** The title that came from the source: that of a corrected address replaces it, what the teacher wrote stays. */
  const filledIn = useRef('');
  useEffect(() => {
    if (found === undefined || (title !== '' && title !== filledIn.current)) return;
    filledIn.current = found ?? '';
    form.setFieldValue('title', filledIn.current);
    // Only when the title arrives: a teacher who empties the field afterwards means it.
  }, [found]);

  const propose = useMutation({
    mutationFn: (values: Values) => call(proposeVideo, { body: bodyOf(values) }),
    onSuccess() {
      toastSuccess(t('proposals.done.title'), t('proposals.done.text'));
      // Keeps language, level and topics: a teacher mostly proposes several videos of the same kind.
      const next = { ...empty, taught };
      form.setValues(next);
      form.resetDirty(next);
      form.clearErrors();
      form.getInputNode('address')?.focus();
    },
    onError(error) {
      if (isAboutAddress(error)) form.setFieldError('address', refusalText(error));
      else toastFailure(error, t('proposals.failed'));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: proposalsQuery.queryKey }),
  });

  return (
    <Card component="section" aria-labelledby="proposal-form-title">
      <Title order={2} size="h3" id="proposal-form-title" mb="md">
        {t('proposals.formTitle')}
      </Title>
      <AskBeforeLeaving active={form.isDirty()} />
      <form noValidate onSubmit={form.onSubmit((values) => propose.mutate(values))}>
        <Stack>
          <TextInput
            type="url"
            inputMode="url"
            label={t('proposals.address')}
            description={t('proposals.addressText')}
            placeholder="https://"
            withAsterisk
            maxLength={500}
            autoComplete="off"
            {...form.getInputProps('address')}
            error={form.errors.address ?? (refused && refusalText(refused))}
          />
          {video && !refused && <AddressFound video={video} looking={preview.isFetching} />}
          <TextInput label={t('form.title')} withAsterisk maxLength={200} {...form.getInputProps('title')} />
          <TaughtFields
            value={taught}
            isChecked={form.errors.taught !== undefined}
            onChange={(value) => form.setFieldValue('taught', value)}
          />
          <Textarea
            label={t('form.description')}
            description={t('form.descriptionText')}
            autosize
            minRows={2}
            maxLength={2000}
            {...form.getInputProps('description')}
          />
          <Switch
            label={t('proposals.forKids')}
            description={t('proposals.forKidsText')}
            {...form.getInputProps('proposedForKids', { type: 'checkbox' })}
          />
          <DialogActs>
            <Button type="submit" color="feed" loading={propose.isPending} disabled={refused !== null}>
              {t('proposals.submit')}
            </Button>
          </DialogActs>
        </Stack>
      </form>
    </Card>
  );
}

function bodyOf({
  taught,
  title,
  description,
  address,
  proposedForKids,
}: Values): InputOf<typeof proposeVideo>['body'] {
  const { language, level, topics } = taught;
  // The form validates that both are chosen.
  if (!language || !level) throw new Error('an incomplete proposal');
  return {
    address,
    title,
    description: description.trim(),
    language,
    level,
    topics: [...topics],
    proposedForKids,
  };
}

/** Whether an address is of a video, or a short link that may lead to one. */
const namesVideo = (address: string) => readVideoAddress(address) !== null || readShortLink(address) !== null;

function isAboutAddress(error: unknown): error is CallError {
  return error instanceof CallError && (error.status === 409 || error.status === 422);
}
