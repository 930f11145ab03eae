import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { ContactLink } from '../contact-link.tsx';
import { type CallbackError, callbackErrorIn } from './callback-error.ts';

/** Shows the error that the address of the page carries. */
export function CallbackErrorNotice() {
  const { t } = useTranslation('accounts');
  const { search, hash } = useLocation();
  const error: CallbackError | null = callbackErrorIn(search, hash);
  if (!error) return null;
  return (
    <Alert role="alert" color="red" icon={<IconInfoCircle aria-hidden />} title={t('callback.title')}>
      {t(`callback.${error.kind}`)}
      {error.kind === 'banned' && (
        <div>
          <ContactLink />
        </div>
      )}
      {error.code && (
        <Text size="sm" c="dimmed">
          {t('callback.code', { code: error.code })}
        </Text>
      )}
    </Alert>
  );
}
