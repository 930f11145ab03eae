import { Alert } from '@mantine/core';
import { IconMailOpened } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ContactLink } from '../contact-link.tsx';
import { useSignInRules } from '../sign-in-rules.ts';

/** Says where letters are kept if no mail is sent; shows nothing otherwise. */
export function WhereLettersGo() {
  const { t } = useTranslation('accounts');
  const { mail } = useSignInRules();
  if (mail === 'sent') return null;
  return (
    <Alert color="cup" icon={<IconMailOpened aria-hidden />}>
      {t(`letters.${mail}`)}
      {mail === 'none' && (
        <div>
          <ContactLink />
        </div>
      )}
    </Alert>
  );
}
