import { Button, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { mayPass } from '#web/api/call-error.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { useAccount } from '../use-account.ts';
import { AuthFrame } from './auth-frame.tsx';
import { saveInvitation } from './invitation.ts';
import { invitationQuery } from './queries.ts';

export const meta = () => pageMeta(i18n.t('invited.title', { ns: 'accounts' }));

/**
 * Where the link of an invitation leads: what the community is, and whether the link still invites. Signing up is
 * possible in any case.
 */
export default function InvitationPage() {
  const { t } = useTranslation('accounts');
  const { code = '' } = useParams();
  const { account, isLoading } = useAccount();
  const { data, error, refetch } = useQuery(invitationQuery(code));
  const invites = data?.state === 'open';
  useEffect(() => {
    if (invites) saveInvitation(new URLSearchParams({ invitation: code }));
  }, [invites, code]);
  if (!data && mayPass(error)) {
    return (
      <>
        <h1 className="visually-hidden">{t('invited.title')}</h1>
        <ErrorState error={error} onRetry={refetch} />
      </>
    );
  }
  if (isLoading || !(data || error)) return <LoadingState />;
  if (account) {
    return (
      <AuthFrame title={t('invited.member')} mood="proud">
        <Button component={Link} to="/dashboard" fullWidth>
          {t('invited.go')}
        </Button>
      </AuthFrame>
    );
  }
  const state = data?.state ?? 'unknown';
  return (
    <AuthFrame
      title={t('invited.title')}
      text={t('invited.text')}
      mood={invites ? 'proud' : 'thinking'}
      above={
        !invites && (
          <Text ta="center">
            {t(`invited.${state === 'open' ? 'ended' : state}`)} {t('invited.still')}
          </Text>
        )
      }
    >
      <Stack>
        <List spacing="xs">
          {(['clubs', 'videos', 'streak'] as const).map((part) => (
            <List.Item key={part}>{t(`invited.${part}`)}</List.Item>
          ))}
        </List>
        <Button
          component={Link}
          to={`/auth?register=true${invites ? `&invitation=${code}` : ''}`}
          color="live"
        >
          {t('invited.join')}
        </Button>
        <Button component="a" href="/#inicio" variant="subtle">
          {t('invited.look')}
        </Button>
      </Stack>
    </AuthFrame>
  );
}
