import { Anchor } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { contactAddress } from './contact-address.ts';
import { useSignInRules } from './sign-in-rules.ts';

/** Below a text that tells the reader to write to the community: opens a chat. Nothing where it has no contact. */
export function ContactLink() {
  const { t } = useTranslation('accounts');
  const { contact } = useSignInRules();
  if (!contact) return null;
  return (
    <Anchor
      href={contactAddress(contact)}
      target="_blank"
      rel="noreferrer"
      display="inline-flex"
      style={{ alignItems: 'center', gap: '0.5rem', minHeight: '2.75rem' }}
    >
      <IconBrandWhatsapp size="1.25rem" aria-hidden />
      {t('contact')}
      <span className="visually-hidden">({t('newTab')})</span>
    </Anchor>
  );
}
