import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { EmailField, looksLikeEmail } from '#features/accounts/web/credential-fields.tsx';

/** The address of a kid's guardian. */
export function GuardianForm({
  ownEmail,
  initial = '',
  busy,
  onSubmit,
}: {
  ownEmail: string;
  initial?: string;
  busy: boolean;
  onSubmit: (guardianEmail: string) => void;
}) {
  const { t } = useTranslation('people');
  const form = useForm({
    initialValues: { email: initial },
    validate: {
      email: (email) =>
        looksLikeEmail(email) && email.trim().toLowerCase() !== ownEmail ? null : t('age.invalid'),
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ email }) => onSubmit(email.trim()))}>
      <Stack>
        <EmailField
          label={t('age.guardian')}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={busy}>
          {t('age.send')}
        </Button>
      </Stack>
    </form>
  );
}
