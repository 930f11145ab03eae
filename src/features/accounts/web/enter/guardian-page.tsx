import { Button, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#web/api/call.ts';
import { isRefusal, mayPass } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { followLink, linkExpired, linkInvalid } from '../../contract.ts';
import { ContactLink } from '../contact-link.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { FormError } from './form-error.tsx';
import { useLinkToken } from './link-token.ts';
import { guardianLinkQuery } from './queries.ts';

export const meta = () => pageMeta(i18n.t('guardian.give', { ns: 'accounts' }));

/**
 * The page of a guardian's link: says what the consent to a kid's live classes allows, and takes it. To refuse it leads
 * to another page, which people have (`people/web/age/withdraw-page.tsx`).
 */
export default function GuardianPage() {
  const { t } = useTranslation(['accounts', 'shell']);
  const token = useLinkToken() ?? '';
  const link = useQuery(guardianLinkQuery(token));
  const give = useMutation({ mutationFn: () => call(followLink, { body: { token } }) });
  const kid = link.data?.kid ?? '';
  if (give.isSuccess) {
    return <AuthFrame title={t('guardian.doneTitle')} text={t('guardian.done', { kid })} mood="proud" />;
  }
  const refusal = [link.error, give.error].find((error) => error && !mayPass(error));
  if (refusal) {
    // Only the kid can ask for another link.
    const isGone = [linkInvalid, linkExpired].some(({ code }) => isRefusal(refusal, code));
    return (
      <AuthFrame
        title={t('guardian.failedTitle')}
        text={isGone ? t('guardian.linkGone') : refusalText(refusal)}
        mood="surprised"
        below={
          <Stack align="center">
            <ContactLink />
            <Button component={Link} to="/" reloadDocument variant="default">
              {t('shell:notFound.home')}
            </Button>
          </Stack>
        }
      />
    );
  }
  if (!link.data) {
    return link.error ? <ErrorState error={link.error} onRetry={() => link.refetch()} /> : <LoadingState />;
  }
  return (
    <AuthFrame title={t('guardian.title', { kid })} text={t('guardian.text', { kid })}>
      <Stack>
        <Text fw={700}>{t('guardian.allows')}</Text>
        <List spacing="xs">
          <List.Item>{t('guardian.live')}</List.Item>
          <List.Item>{t('guardian.ranking')}</List.Item>
        </List>
        <Text>{t('guardian.not')}</Text>
        <Text size="sm" c="dimmed">
          {t('guardian.revoke')}
        </Text>
        <ContactLink />
        <FormError error={give.error && refusalText(give.error)} />
        <Button loading={give.isPending} onClick={() => give.mutate()}>
          {t('guardian.give')}
        </Button>
        <Button component={Link} to={link.data.withdrawal ?? ''} variant="default">
          {t('guardian.refuse')}
        </Button>
      </Stack>
    </AuthFrame>
  );
}
