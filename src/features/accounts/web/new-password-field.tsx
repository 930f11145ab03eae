import { Stack } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { lazyPart, useLazyPart } from '#web/ui/overlays/lazy-part.ts';
import { PasswordField } from './credential-fields.tsx';

const meter = lazyPart(async () => (await import('./password-meter.tsx')).PasswordMeter);

/** A field for a new password, with the rule for its length and a meter of its strength. */
export function NewPasswordField({
  password,
  minLength,
  label,
  onTyping,
  ...input
}: {
  password: string;
  minLength: number;
  label?: string;
  onTyping?: (typing: boolean) => void;
} & GetInputPropsReturnType) {
  const { t } = useTranslation('accounts');
  // The field is whole without its meter.
  const PasswordMeter = useLazyPart(meter, password !== '', () => {});
  return (
    <Stack gap="sm">
      <PasswordField
        fresh
        {...(label && { label })}
        description={t('auth.passwordHint', { min: minLength })}
        onTyping={onTyping}
        {...input}
      />
      {PasswordMeter && <PasswordMeter password={password} />}
    </Stack>
  );
}
