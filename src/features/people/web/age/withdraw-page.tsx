import { Button, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ContactLink } from '#features/accounts/web/contact-link.tsx';
import { AuthFrame } from '#features/accounts/web/enter/auth-frame.tsx';
import { FormError } from '#features/accounts/web/enter/form-error.tsx';
import { useLinkToken } from '#features/accounts/web/enter/link-token.ts';
import { call } from '#web/api/call.ts';
import { mayPass } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { withdrawConsent } from '../../contract.ts';
import { withdrawalQuery } from '../queries.ts';

export const meta = () => pageMeta(i18n.t('withdraw.page', { ns: 'people' }));

/**
 * Where the links of letters to a guardian lead that refuse or withdraw a consent: says what that means, and does it by
 * one button, for visitors too. Looking changes nothing.
 */
export default function WithdrawPage() {
  const { t } = useTranslation(['people', 'accounts']);
  const token = useLinkToken() ?? '';
  const link = useQuery(withdrawalQuery(token));
  const withdraw = useMutation({ mutationFn: () => call(withdrawConsent, { body: { token } }) });
  if (withdraw.isSuccess) {
    return <AuthFrame title={t('withdraw.done')} text={t('withdraw.doneText', withdraw.data)} />;
  }
  const refusal = [link.error, withdraw.error].find((error) => error && !mayPass(error));
  if (refusal) {
    return (
      <AuthFrame
        title={t('accounts:guardian.failedTitle')}
        text={refusalText(refusal)}
        mood="surprised"
        below={<ContactLink />}
      />
    );
  }
  if (!link.data) {
    return link.error ? <ErrorState error={link.error} onRetry={() => link.refetch()} /> : <LoadingState />;
  }
  const { kid, given } = link.data;
  return (
    <AuthFrame
      title={t(given ? 'withdraw.title' : 'withdraw.titleAsked', { kid })}
      text={t('withdraw.means')}
    >
      <Stack>
        <List spacing="xs">
          {given && <List.Item>{t('withdraw.seats')}</List.Item>}
          {given && <List.Item>{t('withdraw.plan')}</List.Item>}
          <List.Item>{t('withdraw.live', { kid })}</List.Item>
        </List>
        <Text>{t('withdraw.again', { kid })}</Text>
        <ContactLink />
        <FormError error={withdraw.error && refusalText(withdraw.error)} />
        <Button loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t(given ? 'withdraw.button' : 'withdraw.buttonAsked')}
        </Button>
      </Stack>
    </AuthFrame>
  );
}
