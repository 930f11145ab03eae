import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { passwordMaxLength } from '../contract.ts';

/** Whether a text has the shape of an address; only a letter shows whether the address exists. */
export function looksLikeEmail(text: string): boolean {
  return /^\S+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim());
}

/** An e-mail address, as browsers and password managers know it. */
export function EmailField(props: TextInputProps) {
  const { t } = useTranslation('accounts');
  return <TextInput label={t('auth.email')} type="email" autoComplete="email" required {...props} />;
}

/** A password: the current one, or (`fresh`) a new one. `onTyping` hears whether it is being typed. */
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
