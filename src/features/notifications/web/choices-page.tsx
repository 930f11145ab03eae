import { Alert, Button, Card, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import styles from './choices.module.css';
import { ChoicesLoading } from './choices-loading.tsx';
import { DigestChoice } from './digest-choice.tsx';
import notices from './notices.module.css';
import { OwnDevice } from './own-device.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { TopicChoices } from './topic-choices.tsx';
import { choicesQuery } from './use-choices.ts';

export const meta = () => pageMeta(i18n.t('choices.title', { ns: 'notifications' }));

/** Where a member is told of what, beside the bell, and when not. Each choice is kept as it is made. */
export default function ChoicesPage() {
  const { t } = useTranslation('notifications');
  const { data: choices, error, refetch } = useQuery(choicesQuery);
  const { account } = useAccount();
  return (
    // The frame centres what it holds, so that the narrower page begins where the others do.
    <div>
      <div className={notices.page}>
        <PageHeader
          title={t('choices.title')}
          text={t('choices.text')}
          actions={
            <Button component={Link} to="/notifications" variant="default">
              {t('choices.back')}
            </Button>
          }
        />
        {choices ? (
          <Stack gap="lg">
            {choices.noLetters && <Alert color="gray">{t(`choices.noLetters.${choices.noLetters}`)}</Alert>}
            {choices.noLetters !== 'kid' && (
              <>
                {account && (
                  <Card component="section" aria-labelledby="device">
                    <Title order={2} size="h3" id="device" mb="md">
                      {t('choices.device')}
                    </Title>
                    <OwnDevice pushKey={choices.pushKey} userId={account.id} />
                  </Card>
                )}
                <TopicChoices choices={choices} />
                <Card component="section" aria-labelledby="when">
                  <Title order={2} size="h3" id="when" mb="md">
                    {t('choices.when')}
                  </Title>
                  <div className={styles.choices}>
                    {choices.noLetters !== 'no-mail' && <DigestChoice digest={choices.digest} />}
                    <QuietHours quiet={choices.quiet} />
                  </div>
                </Card>
              </>
            )}
          </Stack>
        ) : error ? (
          <ErrorState error={error} title={t('choices.loadFailed')} onRetry={refetch} />
        ) : (
          <ChoicesLoading />
        )}
      </div>
    </div>
  );
}
