import { useTranslation } from 'react-i18next';
import { CopyText } from '#web/ui/copy-text.tsx';

/** Copies the address of the sign-up form, with which administrators invite the students of a community. */
export function CopySignUpLink() {
  const { t } = useTranslation('people');
  return (
    <CopyText
      text={() => new URL('/auth?register=true', window.location.origin).href}
      label={t('invitations.copy')}
      copiedLabel={t('invitations.copied')}
    />
  );
}
