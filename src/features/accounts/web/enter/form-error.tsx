import { Alert } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';

// Few accounts are banned.
const ContactLink = lazyComponent(async () => (await import('../contact-link.tsx')).ContactLink, {
  isExtra: true,
});

/**
 * Why a form was refused, beside its button and read out when it appears. A person who is banned is told where to
 * write.
 */
export function FormError({ error, isBanned = false }: { error: string | null; isBanned?: boolean }) {
  const { t } = useTranslation('accounts');
  if (error === null) return null;
  return (
    <Alert color="red" title={t('failure')} role="alert">
      {error}
      {isBanned && (
        <Suspense>
          <ContactLink />
        </Suspense>
      )}
    </Alert>
  );
}
