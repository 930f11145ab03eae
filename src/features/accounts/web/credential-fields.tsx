import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { passwordMaxLength } from '../contract.ts';

/** An e-mail address, as browsers and password managers know it. */
export function EmailField(props: TextInputProps) {
  const { t } = useTranslation('accounts');
  return <TextInput label={t('auth.email')} type="email" autoComplete="email" required {...props} />;
}

/** A password: the one somebody has, or (`fresh`) one to be. `onTyping` hears whether it is being typed. */
export function PasswordField({
  fresh = false,
  onTyping,
  ...props
}: PasswordInputProps & { fresh?: boolean; onTyping?: ((typing: boolean) => void) | undefined }) {
  const { t } = useTranslation('accounts');
  return (
    <PasswordInput
      label={t('auth.password')}
      autoComplete={fresh ? 'new-password' : 'current-password'}
      required
      maxLength={passwordMaxLength}
      visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
      {...props}
      {...(onTyping && { onFocus: () => onTyping(true), onBlur: () => onTyping(false) })}
    />
  );
}
